// What whoever treats a patient has to know before a dose, a cut or a picture (PAT-33).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import {
  type AllergyBrief,
  allergiesOf,
  conditionsOf,
  type KnownCondition,
} from '../../neighbours/medicines.ts'
import { type Row, patientRecord } from '../patients/rows.ts'
import { vulnerabilityOf } from '../patients/groups/vulnerability.ts'
import { personOf } from './person.ts'
import { latestVitals } from './vitals.ts'

export interface Measured {
  value: number
  at: string
}

export interface PatientContext
  extends Pick<Row, 'sex' | 'birth_date_estimated' | 'allergy_status' | 'spo2_target'> {
  age_days: number
  weight: Measured | null
  height: Measured | null
  pregnant: boolean
  postpartum: boolean
  allergies: AllergyBrief[]
  conditions: KnownCondition[]
  /** By their true names: an area asks, and not a person. */
  groups: string[]
}

export async function patientContext(caller: Caller, patient_id: string): Promise<PatientContext> {
  const row = await patientRecord.get(caller, patient_id)
  const { sex, birth_date_estimated, allergy_status, spo2_target } = row
  const { age_days } = await personOf(caller, row, clock.instant())
  const measured = await latestVitals(caller, row.id, { kinds: ['weight', 'height'] })
  const on = await today(caller)
  const belongs = await vulnerabilityOf(caller, { patient_id: row.id, on })
  const groups = [...new Set(belongs.groups.map(({ group }) => group as string))]
  return {
    age_days,
    sex,
    birth_date_estimated,
    weight: measuredOf(measured, 'weight'),
    height: measuredOf(measured, 'height'),
    pregnant: groups.includes('PREGNANT'),
    postpartum: groups.includes('POSTPARTUM'),
    allergy_status,
    allergies: (await allergiesOf(caller, [row.id])).get(row.id) ?? [],
    conditions: (await conditionsOf(caller, [row.id])).get(row.id) ?? [],
    spo2_target,
    groups,
  }
}

function measuredOf(
  all: Awaited<ReturnType<typeof latestVitals>>,
  field: 'weight' | 'height',
): Measured | null {
  const one = all.find((value) => value.field === field)
  return one === undefined ? null : { value: Number(one.value), at: one.at }
}
