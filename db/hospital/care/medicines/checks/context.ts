// The situation of a patient as the checks need it, read from where each part is kept.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days } from '../../../../core/clock.ts'
import { patientContext } from '../../../desk/vitals/context.ts'
import { diagnosesOf } from '../../../neighbours/care.ts'
import { latestResult } from '../../../neighbours/diagnostics.ts'
import { conditionCodes } from '../../chart/problems.ts'
import * as pregnancies from '../../chart/pregnancy.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { takenAtHome } from './at-home.ts'
import { safetyRules } from '../safety/standing.ts'
import { knownAllergies } from './allergy-words.ts'
import { inRange } from './person.ts'
import type { Person, Situation } from './situation.ts'

interface Asked {
  patient_id: string
  visit_id?: string | null | undefined
  admission_id?: string | null | undefined
  /** What is taken already, and who prescribes, where whoever asks knows. */
  standing?: Situation['standing']
  prescriber?: Situation['prescriber']
}

export async function situationOf(caller: Caller, asked: Asked): Promise<Situation> {
  const { patient_id, visit_id = null, admission_id = null } = asked
  const told = await patientContext(caller, patient_id)
  const chosen = await clinicalOf(caller)
  const inpatient = admission_id !== null
  const fresh = inpatient ? chosen.creatinine_inpatient_days : chosen.creatinine_max_age_days
  const conditions = await conditionsKnown(caller, { patient_id, visit_id, admission_id })
  return {
    person: personIn(told),
    allergies: await knownAllergies(caller, patient_id),
    allergies_asked: told.allergy_status !== 'UNKNOWN',
    pregnancy: await pregnancies.find(caller, patient_id),
    creatinine: await creatinineOf(caller, patient_id, chosen.creatinine_test_codes, fresh),
    kidney_problem: conditions.some((code) => inRange(code, 'N17-N19')),
    conditions,
    prescriber: asked.prescriber ?? { level: null, cadre: null, department: null },
    standing: [...(asked.standing ?? []), ...(await takenAtHome(caller, patient_id))],
    rules: await safetyRules(caller),
    settings: {
      weight_needed_under_years: chosen.weight_needed_under_years,
      weight_max_age_days: chosen.weight_max_age_days,
      creatinine_max_age_days: fresh,
      controlled_days: inpatient ? chosen.controlled_inpatient_days : chosen.controlled_max_days,
    },
  }
}

const micromoles_in_a_milligram = 88.4

/** CAR-80: in micromoles in a litre, whatever the laboratory measures in. */
async function creatinineOf(
  caller: Caller,
  patient_id: string,
  codes: readonly string[],
  within_days: number,
): Promise<number | null> {
  if (codes.length === 0) return null
  const found = await latestResult(caller, { patient_id, codes, within_days })
  const value = found?.value ?? null
  if (value === null || value <= 0) return null
  return /^mg\s*\/\s*dl$/i.test(found?.unit ?? '') ? value * micromoles_in_a_milligram : value
}

type Told = Awaited<ReturnType<typeof patientContext>>

function personIn({ age_days, sex, weight, height }: Told): Person {
  return {
    age_days,
    sex,
    weight_kg: weight?.value ?? null,
    weight_days:
      weight === null ? null : Math.floor((clock.ms() - Date.parse(weight.at)) / days(1)),
    weight_at: weight?.at ?? null,
    height_cm: height?.value ?? null,
  }
}

/** CAR-82: problems that stand, and what was found on the visit or the stay. */
async function conditionsKnown(
  caller: Caller,
  {
    patient_id,
    visit_id,
    admission_id,
  }: Pick<Required<Asked>, 'patient_id' | 'visit_id' | 'admission_id'>,
): Promise<string[]> {
  const found =
    (visit_id ?? null) === null && (admission_id ?? null) === null
      ? []
      : await diagnosesOf(caller, {
          visit_id: visit_id ?? null,
          admission_id: admission_id ?? null,
        })
  const coded = found.filter(({ system }) => system === 'ICD10').map(({ code }) => code)
  return [...new Set([...(await conditionCodes(caller, patient_id)), ...coded])]
}
