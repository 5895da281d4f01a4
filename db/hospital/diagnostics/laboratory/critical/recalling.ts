// Whoever has left is asked back for a critical value (DIA-87), without a word of what it is; and the section sees
// whom it may call besides.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { liveOf } from '../../../care/wards/admissions/record.ts'
import { kinOf } from '../../../desk/patients/record/kin.ts'
import { messagePatient } from '../../../neighbours/patient-messages.ts'
import { type AlertRow, alertRecord } from './record.ts'

const to = 'PATIENT'

/** Who lies in a ward is not written to: the ward is called. */
export async function mayRecall(caller: Caller, { patient_id }: AlertRow): Promise<void> {
  const stay = await liveOf(caller, patient_id)
  if (stay === undefined || stay.admitted_at === null) return
  throw conflict('The patient is in a ward: call the ward, and leave recall out.', 'recall')
}

export async function recallPatient(caller: Caller, row: AlertRow): Promise<AlertRow> {
  const { patient_id, id } = row
  const { status, channel } = await messagePatient(caller, {
    patient_id,
    template: 'COME_BACK',
    data: {},
    entity: { type: 'critical_alert', id },
  })
  const result = status === 'SUPPRESSED' ? 'Not written to: call' : 'Asked to come back'
  const notice = { at: clock.instant(), to, by: channel ?? '', result }
  return alertRecord.changed(caller, row, 'recall', { notices: [...row.notices, notice] })
}

/** When the patient was asked back last. */
export const recalledAt = ({ notices }: Pick<AlertRow, 'notices'>): string | null =>
  notices.findLast((one) => one.to === to)?.at ?? null

export const whomToCall = async (caller: Caller, row: AlertRow) =>
  recalledAt(row) === null ? [] : kinOf(caller, row.patient_id)
