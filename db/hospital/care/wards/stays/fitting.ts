// Whether a bed fits a patient (CAR-135): sex, age, isolation and class of the ward, at every place
// where somebody is given a bed.

import { asks, type Caller } from '../../../../core/caller.ts'
import { evaluate, gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { admissionRecord, type Row as Admission } from '../admissions/record.ts'
import type { BedCase } from '../gate-kinds.ts'
import type { BedRow } from '../places/bed-record.ts'
import { roomRecord } from '../places/rooms.ts'
import { wardRecord } from '../places/wards.ts'

export interface Lying {
  admission: Admission
  patient: Patient
  bed: BedRow
}

export async function caseOf(caller: Caller, { admission, patient, bed }: Lying): Promise<BedCase> {
  const room = await roomRecord.get(caller, bed.room_id)
  const ward = await wardRecord.get(caller, bed.ward_id)
  return { admission, patient, bed, room, ward }
}

export async function mayLieIn(
  caller: Caller,
  lying: Lying,
  overrides: readonly Override[] | undefined,
): Promise<GateResult[]> {
  const on = await caseOf(caller, lying)
  const own = overrides?.filter(({ gate: key }) => key.startsWith('BED_'))
  return gate(caller, { ...asking(on), overrides: own })
}

const asking = (on: BedCase) => ({
  action: 'bed.assign',
  subject: { ...on },
  facts: factsOf(on),
  emergency: on.admission.priority === 'EMERGENCY',
  entity: entityOf(on.admission),
})

/** What would be said if each of these beds were given to this admission: shown, never the decision. */
export async function fitsOf(
  caller: Caller,
  admission_id: string,
  beds: readonly BedRow[],
): Promise<Map<string, GateResult[]>> {
  // What fits tells somebody's sex, age, isolation and insurer.
  asks(caller, 'admission:read')
  const admission = await admissionRecord.get(caller, admission_id)
  const patient = await patientRecord.get(caller, admission.patient_id)
  // Beds of one class in one room are the same to every gate.
  const alike = Map.groupBy(beds, ({ room_id, class_id }) => `${room_id} ${class_id}`)
  const found = new Map<string, GateResult[]>()
  for (const [bed, ...others] of alike.values()) {
    if (bed === undefined) continue
    const results = await evaluate(
      caller,
      asking(await caseOf(caller, { admission, patient, bed })),
    )
    for (const { id } of [bed, ...others]) found.set(id, results)
  }
  return found
}

export const factsOf = ({ ward }: Pick<BedCase, 'ward'>) => ({
  ward_kinds: ward.kind,
  departments: ward.department,
})

export const entityOf = ({ id, patient_id, visit_id }: Admission) => ({
  type: 'admission',
  id,
  patient_id,
  visit_id,
})
