// What a list of patients may be narrowed by.

import { asked, choice, Day, Id, Text, Whole, QueryFlag } from '../../../../core/kinds/kinds.ts'
import { vulnerable_tags } from '../groups/words.ts'
import { identities, patient_sorts, sensitivities, sexes } from '../words.ts'

const page_size = Whole(1)
Object.assign(page_size, { complaint: 'must be a number from 1.' })

export const UnknownFilters = { older_than_hours: asked(Whole(0, 100_000)) }

export const PatientFilters = {
  page_size: asked(page_size),
  status: asked(Text(0, 200)),
  sex: asked(choice(sexes)),
  born_from: asked(Day),
  born_to: asked(Day),
  age_from: asked(Whole(0, 150)),
  age_to: asked(Whole(0, 150)),
  area_id: asked(Id),
  phone: asked(Text(1, 40)),
  identifier: asked(Text(1, 60)),
  sensitivity: asked(choice(sensitivities)),
  identity: asked(choice(identities)),
  has_open_visit: asked(QueryFlag),
  group: asked(choice(vulnerable_tags)),
  registered_from: asked(Day),
  registered_to: asked(Day),
  sort: asked(choice(patient_sorts)),
}
