// Whether a bed fits a patient (CAR-135): sex, age, isolation and class of the ward, at every place
// where somebody is given a bed.

import type { Caller } from '../../../../core/caller.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import type { Row as Admission } from '../admissions/record.ts'
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
  return gate(caller, {
    action: 'bed.assign',
    subject: { ...on },
    facts: factsOf(on),
    emergency: lying.admission.priority === 'EMERGENCY',
    overrides: overrides?.filter(({ gate: key }) => key.startsWith('BED_')),
    entity: entityOf(lying.admission),
  })
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
