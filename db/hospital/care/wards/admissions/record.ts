// An admission as it is kept: found, moved, and what stands in the way of a second one (3.7).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { wards } from '../places/tables.ts'
import { admission_states, live_states } from '../words.ts'
import { admission_history, admissions } from './tables.ts'

export type Row = RowOf<(typeof admissions)['columns']>

export const admission_life = life('admission', admission_states, {
  accept: { from: ['REQUESTED'], to: 'ACCEPTED', permission: 'admission:accept' },
  decline: {
    from: ['REQUESTED', 'ACCEPTED'],
    to: 'DECLINED',
    permission: 'admission:accept',
    reason: 'required',
  },
  cancel: {
    from: ['REQUESTED', 'ACCEPTED'],
    to: 'CANCELLED',
    permission: 'admission:request',
    reason: 'required',
  },
  admit: { from: ['REQUESTED', 'ACCEPTED'], to: 'ADMITTED', permission: 'admission:admit' },
  order_discharge: {
    from: ['ADMITTED'],
    to: 'DISCHARGE_ORDERED',
    permission: 'admission:discharge',
  },
  withdraw_discharge: {
    from: ['DISCHARGE_ORDERED'],
    to: 'ADMITTED',
    permission: 'admission:discharge',
    reason: 'required',
  },
  clinical_discharge: {
    from: ['DISCHARGE_ORDERED'],
    to: 'CLINICALLY_DISCHARGED',
    permission: 'admission:discharge',
  },
  clear: { from: ['CLINICALLY_DISCHARGED'], to: 'CLEARED', permission: 'admission:clear' },
  leave: { from: ['CLEARED'], to: 'LEFT', permission: 'admission:leave' },
  abscond: {
    from: ['ADMITTED', 'DISCHARGE_ORDERED', 'CLINICALLY_DISCHARGED'],
    to: 'LEFT',
    permission: 'admission:discharge',
    reason: 'required',
  },
  record_death: {
    // Who dies with the gate pass in hand is still here.
    from: ['ADMITTED', 'DISCHARGE_ORDERED', 'CLINICALLY_DISCHARGED', 'CLEARED'],
    to: 'CLINICALLY_DISCHARGED',
    permission: 'admission:discharge',
  },
  undo: {
    from: ['LEFT', 'CLEARED', 'CLINICALLY_DISCHARGED'],
    to: ['ADMITTED', 'CLINICALLY_DISCHARGED', 'DISCHARGE_ORDERED'],
    permission: 'admission:correct',
    reason: 'required',
  },
})

export const admissionRecord = recordWithLife(admissions, {
  life: admission_life,
  called: ({ number }) => number,
  history: historyIn(admission_history),
  sequence: 'admission',
  clash,
})

/** CAR-140: what already stands, by its ward and number. */
async function clash(caller: Caller, error: unknown, wanted: Row): Promise<unknown> {
  if (!isTaken(error, 'patient_id')) return error
  const known = await liveOf(caller, wanted.patient_id)
  return known === undefined ? error : alreadyAdmitted(caller, known)
}

export const liveOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<Row | undefined> =>
  admissions.find({ hospital_id, patient_id, status: [...live_states] })

export async function alreadyAdmitted(caller: Caller, known: Row): Promise<Error> {
  const { hospital_id } = caller
  const { full_name } = await patientRecord.get(caller, known.patient_id)
  const ward =
    known.ward_id === null ? undefined : await wards.find({ hospital_id, id: known.ward_id })
  const where = ward === undefined ? '' : ` in ${ward.name}`
  const how = known.admitted_at === null ? `asked to be admitted` : 'admitted'
  return conflict(`${full_name} is already ${how}${where} (${known.number}).`, 'admitted')
}
