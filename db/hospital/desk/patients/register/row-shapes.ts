// A patient as a row of a list.

import {
  choice,
  Day,
  Flag,
  optional,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { Age, At, out, VisitBrief } from '../shape-parts.ts'
import { allergy_states, identities, patient_states, sensitivities, sexes } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { patients } from '../tables.ts'

const patient = fieldsOf(patients)

/** In lists. A record that the caller may not open says its number and nothing else (PRV-2). */
export const PatientRow = named(
  'PatientRow',
  shape({
    ...patient('id', 'number', 'full_name', 'known_as'),
    sex: nullable(choice(sexes)),
    birth_date: nullable(Day),
    birth_date_estimated: nullable(Flag),
    age: nullable(Age),
    phone: out(20),
    phone_shared: nullable(Flag),
    area_path: out(600),
    status: nullable(choice(patient_states)),
    identity: nullable(choice(identities)),
    sensitivity: nullable(choice(sensitivities)),
    allergy_status: nullable(choice(allergy_states)),
    vulnerable_groups: nullable(listOf(Text(1, 40))),
    open_visit: nullable(VisitBrief),
    last_visit_at: nullable(At),
    photo: nullable(Flag),
    restricted: optional(Flag),
  }),
)

export type PatientRow = Static<typeof PatientRow>
