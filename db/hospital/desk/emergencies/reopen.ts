// An emergency that was ended too soon goes on (3.6 reopen): within six hours, for the living, where
// the bed is still free; the visit goes on with it.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { writable } from '../patients/rows.ts'
import { setVisitClass } from '../visits/for-areas.ts'
import { openVisitRow } from '../visits/moves/open.ts'
import { reopen as reopenVisit } from '../visits/moves/reopen.ts'
import { isOpen, visitRecord } from '../visits/rows.ts'
import { type Row, emergencyRecord } from './emergencies.ts'
import { mustBeFree, toTheFront } from './open.ts'
import { emergencies } from './tables.ts'

const reopen_hours = 6

export async function reopen(caller: Caller, id: string, reason: string): Promise<Row> {
  const signer = await signerOf(caller)
  // The patient before the emergency: whoever opens another one takes the same turn.
  const patient = await writable(caller, (await emergencyRecord.get(caller, id)).patient_id)
  const before = await emergencyRecord.begin(caller, id, 'reopen')
  stillYoung(before)
  await mustBeFree(caller, patient)
  await bedIsFree(caller, before)
  await goOn(caller, before, reason)
  return emergencyRecord.moved(
    caller,
    before,
    'reopen',
    {
      disposition: null,
      disposition_note: null,
      unidentified_reason: null,
      disposed_at: null,
      disposed_by: null,
      ...(before.seen_at === null
        ? { seen_at: clock.instant(), seen_by: signer.name.slice(0, 160) }
        : {}),
    },
    reason,
  )
}

function stillYoung({ number, disposition, disposed_at, arrived_at }: Row): void {
  if (disposition === 'DIED' || disposition === 'DEAD_ON_ARRIVAL') {
    throw conflict(`Emergency ${number} ended with a death: it is not reopened.`, 'state')
  }
  if (clock.ms() - Date.parse(disposed_at ?? arrived_at) > hours(reopen_hours)) {
    throw conflict(
      `Emergency ${number} ended more than ${reopen_hours} hours ago: take in a new one.`,
      'too_late',
    )
  }
}

async function bedIsFree({ hospital_id }: Caller, row: Row): Promise<void> {
  const { facility_id, zone, bed_label } = row
  if (bed_label === null) return
  const open = ['ARRIVED', 'TRIAGED', 'IN_TREATMENT', 'OBSERVATION'] as const
  const other = await emergencies.find({
    hospital_id,
    facility_id,
    zone,
    bed_label,
    status: [...open],
  })
  if (other === undefined) return
  throw conflict(`${zone} bed ${bed_label} is taken by emergency ${other.number}.`, 'bed_taken')
}

/** The same visit, open again or taken back from the clinic, first at the emergency point. */
async function goOn(caller: Caller, row: Row, reason: string): Promise<void> {
  const by: Caller = { ...caller, expected_version: null }
  const visit = await visitRecord.get(caller, row.visit_id)
  const other = await openVisitRow(caller, row.patient_id)
  if (other !== undefined && other.id !== visit.id) {
    throw conflict(`Visit ${other.number} is open now. Close it first.`)
  }
  if (!isOpen(visit)) await reopenVisit(by, visit.id, { reason, to: 'EMERGENCY' })
  await setVisitClass(caller, { visit_id: visit.id, visit_class: 'EMERGENCY' })
  await toTheFront(caller, await visitRecord.get(caller, visit.id))
}
