// What dispatch does by itself (C.7): nobody is forgotten who waits, and papers do not run out unseen. While the
// module is off at a branch nothing is told there (MOD-9).

import type { Caller } from '../../../core/caller.ts'
import { hours, instantIn, nextDay } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { notify } from '../../office/notifications/notify.ts'
import { namedFew, untoldToday } from '../../office/notifications/once-today.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { switchesOf } from '../../office/places/switches.ts'
import { rowIn } from '../parts/part-table.ts'
import { settings_table } from './part-tables.ts'
import { ambulance_requests, ambulance_trips, ambulance_vehicles } from './tables.ts'
import { minutesSince, targetOf } from './view.ts'

interface Late {
  id: string
  number: string
  facility_id: string
}

/** Requests beyond their target, and trips that are out for twelve hours; each told once a day. */
export const tellLate = (caller: Caller): Promise<{ requests: number; trips: number }> =>
  within(async () => {
    const { hospital_id } = caller
    const settings = await rowIn(caller, settings_table)
    const waiting = await ambulance_requests.all(
      { hospital_id, status: ['RECEIVED', 'WAITING'] },
      { order: ['priority', 'created_at', 'id'], limit: 200 },
    )
    const late = waiting.filter(({ priority, created_at }) => {
      const target = targetOf(settings, priority)
      return target !== null && minutesSince(created_at) > target
    })
    const trips = await ambulance_trips.read(
      sql`select ${ambulance_trips.selection()} from ambulance_trips
        where hospital_id = ${hospital_id} and status not in ('COMPLETED', 'ABORTED')
          and created_at < ${instantIn(-hours(12))} order by created_at, id limit 200`,
    )
    const clinical = { role: 'medical_in_charge' }
    return {
      requests: await tellOnce(caller, 'ambulance.late', late, clinical, 'Ambulances are awaited'),
      trips: await tellOnce(
        caller,
        'ambulance.long',
        trips,
        { permission: 'ambulance:assign' },
        'Ambulances are out for twelve hours',
      ),
    }
  }, 'jobs')

const days_ahead = [30, 14, 7]

/** AMB-15: papers that end in 30, 14 and 7 days, and those that have. */
export const tellPapers = (caller: Caller): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const day = await today(caller)
    const marks = days_ahead.map((ahead) => nextDay(day, ahead))
    const found = await ambulance_vehicles.all({ hospital_id, active: true }, { order: ['id'] })
    const due = found
      .filter(({ papers }) =>
        papers.some(({ expires_on }) => marks.includes(expires_on) || expires_on < day),
      )
      .map(({ id, call_sign, facility_id }) => ({ id, number: call_sign, facility_id }))
    const to = { permission: 'ambulance:manage' }
    return tellOnce(caller, 'ambulance.papers', due, to, 'Papers of ambulances end')
  }, 'jobs')

async function tellOnce(
  caller: Caller,
  kind: string,
  found: readonly Late[],
  to: { role?: string; permission?: string },
  title: string,
): Promise<number> {
  const here: Late[] = []
  for (const one of found) {
    const { on } = await switchesOf(caller.hospital_id, one.facility_id)
    if (on.ambulance) here.push(one)
  }
  if (here.length === 0) return 0
  const untold = new Set(
    await untoldToday(
      caller,
      kind,
      here.map(({ id }) => id),
    ),
  )
  const numbers = here.filter(({ id }) => untold.has(id)).map(({ number }) => number)
  if (numbers.length === 0) return 0
  await notify(caller, { to, kind, title, body: `${namedFew(numbers)}.` })
  return numbers.length
}
