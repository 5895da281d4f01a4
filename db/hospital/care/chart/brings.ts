import { type Sql, sql } from '../../../store/sql.ts'
import { answer } from '../../../core/question.ts'
import { pregnanciesOf as pregnancies_of } from '../../neighbours/care.ts'
import {
  allergiesOf as allergies_of,
  conditionsOf as conditions_of,
} from '../../neighbours/medicines.ts'
import { addAllergyDraft, carePatientsIn } from '../../neighbours/to-care.ts'
import type { Brings } from '../../registry.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { addDraft, allergiesOf } from './allergies.ts'
import { patientsIn } from './cared-groups.ts'
import { pregnanciesOf } from './pregnancy.ts'
import { conditionsOf } from './problems.ts'

/** What both records say alike stays where it is: reading follows the merge (CAR-215). */
const alike: Readonly<Record<string, (to: string) => Sql>> = {
  allergies: (to) => sql`not (status = 'ACTIVE' and exists (select 1 from allergies other
    where other.patient_id = ${to} and other.status = 'ACTIVE'
      and other.substance_key = allergies.substance_key))`,
  problems: (to) => sql`not (status = 'ACTIVE' and exists (select 1 from problems other
    where other.patient_id = ${to} and other.status = 'ACTIVE'
      and other.title_key = problems.title_key))`,
  allergy_askings: everyRow,
  pregnancy_statuses: (to) => sql`not (latest and exists (select 1 from pregnancy_statuses other
    where other.patient_id = ${to} and other.latest))`,
}

export const brings: Brings = {
  area: 'chart',
  reads: { allergy: 'record:read', problem: 'record:read' },
  repointPatient: repointing(alike),
  answers: [
    answer(allergies_of, allergiesOf),
    answer(conditions_of, conditionsOf),
    answer(pregnancies_of, pregnanciesOf),
    answer(addAllergyDraft, addDraft),
    answer(carePatientsIn, patientsIn),
  ],
}
