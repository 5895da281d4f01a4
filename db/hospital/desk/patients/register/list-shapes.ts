// What a list of patients may be narrowed by.

import { optional, choice, Day, Id, Text, Whole, QueryFlag } from '../../../../core/kinds/kinds.ts'
import { vulnerable_tags } from '../groups/words.ts'
import { identities, patient_sorts, sensitivities, sexes } from '../words.ts'

const page_size = Whole(1)
Object.assign(page_size, { complaint: 'must be a number from 1.' })

export const UnknownFilters = { older_than_hours: optional(Whole(0, 100_000)) }

export const PatientFilters = {
  page_size: optional(page_size),
  status: optional(Text(0, 200)),
  sex: optional(choice(sexes)),
  born_from: optional(Day),
  born_to: optional(Day),
  age_from: optional(Whole(0, 150)),
  age_to: optional(Whole(0, 150)),
  area_id: optional(Id),
  phone: optional(Text(1, 40)),
  identifier: optional(Text(1, 60)),
  sensitivity: optional(choice(sensitivities)),
  identity: optional(choice(identities)),
  has_open_visit: optional(QueryFlag),
  group: optional(choice(vulnerable_tags)),
  registered_from: optional(Day),
  registered_to: optional(Day),
  sort: optional(choice(patient_sorts)),
}
