// The living child in the house (MAT-17): a patient, a stay or a visit, its weight among its measures.

import type { Caller } from '../../../../core/caller.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { admitNewborn } from '../../../care/wards/admissions/newborn.ts'
import { admissionRecord, type Row as Admission } from '../../../care/wards/admissions/record.ts'
import { lying_states } from '../../../care/wards/words.ts'
import { registerNewborn } from '../../../desk/patients/register/newborns.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { openVisit } from '../../../desk/visits/moves/open.ts'
import { recordVitals } from '../../../desk/vitals/record-vitals.ts'
import type { LabourRow } from '../labours/of.ts'
import type { PregnancyRow } from '../pregnancies/record.ts'
import type { BirthRow } from './of.ts'
import type { BirthInput } from './shapes.ts'

export interface Newborn {
  patient: Patient
  admission: Admission | null
  visit_id: string | null
}

interface Birth {
  labour: LabourRow
  pregnancy: PregnancyRow
  birth: BirthRow
  input: BirthInput
}

export async function inHospital(caller: Caller, of: Birth): Promise<Newborn> {
  const { labour, pregnancy, birth, input } = of
  const several = birth.birth_order > 1 || (pregnancy.multiple ?? 1) > 1
  const patient = await registerNewborn(caller, {
    mother_id: birth.mother_id,
    sex: birth.sex,
    born_at: birth.born_at,
    birth_order: several ? birth.birth_order : null,
  })
  const stay = await stayOfMother(caller, labour)
  const admission =
    stay === null
      ? null
      : await admitNewborn(caller, {
          patient_id: patient.id,
          mother_admission_id: stay.id,
          born_at:
            birth.born_at < (stay.admitted_at ?? '') ? (stay.admitted_at ?? '') : birth.born_at,
          needs_neonatal: input.needs_neonatal ?? false,
          asked_by: 'birth',
          asked_id: birth.id,
        })
  const visit_id = admission === null ? await visitFor(caller, patient) : admission.visit_id
  if (visit_id !== null) await weighed(caller, visit_id, birth)
  return { patient, admission, visit_id }
}

async function stayOfMother(
  caller: Caller,
  { admission_id }: LabourRow,
): Promise<Admission | null> {
  if (admission_id === null) return null
  const stay = await admissionRecord.get(caller, admission_id)
  return (lying_states as readonly string[]).includes(stay.status) ? stay : null
}

/** Without a stay of the mother the child has a visit of its own. */
async function visitFor(caller: Caller, { id }: Patient): Promise<string> {
  const { visit } = await openVisit(caller, { patient_id: id, kind: 'CHILD_HEALTH', start: false })
  return visit.id
}

/** The first point of its growth. What the tables of vitals do not take is kept with the birth alone. */
async function weighed(caller: Caller, visit_id: string, birth: BirthRow): Promise<void> {
  const measures = {
    weight: birth.weight_g / 1000,
    ...(birth.length_cm === null ? {} : { height: birth.length_cm }),
    ...(birth.head_cm === null ? {} : { head_circumference: birth.head_cm }),
  }
  await attempt(() => recordVitals(caller, visit_id, measures)).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}
