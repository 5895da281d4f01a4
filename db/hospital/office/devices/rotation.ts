// The workstations' authority near its end (OPS-142). A lease may run for a year, and no certificate may
// outlive who signed it: so the next authority is made 400 days before, and told a month ahead.

import { system } from '../../../core/caller.ts'
import { clock, days } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { tell } from '../../neighbours/telling.ts'
import { openHospitals } from '../system/watch.ts'
import { rotateDevices } from './ca.ts'
import { endOf, isAnnounced, noteAnnounced } from './trusted.ts'

const rotated_ms = days(400)
const announced_ms = days(430)

/** A house that has let no workstation in has nothing to rotate. */
export async function rotateIfDue(): Promise<{ announced: number; rotated: number }> {
  const nothing = { announced: 0, rotated: 0 }
  const ends = endOf()
  if (ends === null || (await clockState()).state === 'BAD') return nothing
  const left_ms = ends - clock.ms()
  if (left_ms <= rotated_ms) {
    await rotateDevices()
    return { announced: 0, rotated: 1 }
  }
  if (left_ms > announced_ms || isAnnounced()) return nothing
  await announce(ends - rotated_ms)
  return { announced: 1, rotated: 0 }
}

async function announce(due_ms: number): Promise<void> {
  const day = new Date(due_ms).toISOString().slice(0, 10)
  const hospital_ids = await openHospitals()
  await within(async () => {
    for (const hospital_id of hospital_ids) {
      await tell(system(hospital_id), {
        to: { permission: 'device:read' },
        kind: 'device.authority_ending',
        title: `The workstations get a new authority on ${day}`,
        body: [
          `On ${day} the house makes a new authority for its workstations by itself.`,
          'Each gets its new certificate when it next renews its lease; nobody has to do anything.',
          'Whoever checks these certificates elsewhere needs the new authority too: kituo device ca export.',
        ].join(' '),
      })
    }
  }, 'jobs')
  // Told first: of two tellings the second only counts up the first.
  noteAnnounced()
}
