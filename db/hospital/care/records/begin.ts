// How every move of a record begins: the patient is locked before it (one order of locks), whoever has
// died meanwhile as well: what was written before is signed, mended and voided afterwards (3).

import { type Caller, can } from '../../../core/caller.ts'
import { notPermitted } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { type Row as Patient, patientRecord } from '../../desk/patients/rows.ts'
import { clinicalRecord, type RecordRow, seen } from './record.ts'

/** A record as it became, and what was said beside. */
export interface Written {
  row: RecordRow
  warnings: GateResult[]
}

export async function begunOn(
  caller: Caller,
  id: string,
): Promise<{ before: RecordRow; patient: Patient }> {
  const { patient_id } = await seen(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  const before = await clinicalRecord.locked(caller, id)
  fresh(caller, before)
  return { before, patient }
}

export function needs(caller: Caller, ...codes: string[]): void {
  if (!codes.some((code) => can(caller, code))) throw notPermitted(...codes)
}
