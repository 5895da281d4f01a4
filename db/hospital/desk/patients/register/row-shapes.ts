// A patient as a row of a list.

import {
  choice,
  Day,
  Flag,
  asked,
  listOf,
  maybe,
  named,
  type Static,
  shape,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { Age, At, out, VisitBrief } from '../shape-parts.ts'
import { allergy_states, identities, patient_states, sensitivities, sexes } from '../words.ts'

/** In lists. A record that the caller may not open says its number and nothing else (PRV-2). */
export const PatientRow = named(
  'PatientRow',
  shape({
    id: Text(1, 36),
    number: Text(1, 40),
    full_name: Text(1, 200),
    known_as: out(60),
    sex: maybe(choice(sexes)),
    birth_date: maybe(Day),
    birth_date_estimated: maybe(Flag),
    age: maybe(Age),
    phone: out(20),
    phone_shared: maybe(Flag),
    area_path: out(600),
    status: maybe(choice(patient_states)),
    identity: maybe(choice(identities)),
    sensitivity: maybe(choice(sensitivities)),
    allergy_status: maybe(choice(allergy_states)),
    vulnerable_groups: maybe(listOf(Text(1, 40))),
    open_visit: maybe(VisitBrief),
    last_visit_at: maybe(At),
    photo: maybe(Flag),
    restricted: asked(Flag),
  }),
)

export type PatientRow = Static<typeof PatientRow>
