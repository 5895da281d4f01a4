// The census as it goes out (2.12).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  optional,
  shape,
  Text,
  Whole,
  type Static,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { census_states } from '../words.ts'
import { censuses } from './tables.ts'

const census = fieldsOf(censuses)
const Count = Whole()

const fields = {
  ...census('id', 'ward_id', 'date', 'status'),
  ward: Text(1, 80),
  counts: shape({
    beds: Count,
    occupied: Count,
    yesterday: Count,
    admitted: Count,
    transferred_in: Count,
    transferred_out: Count,
    discharged: Count,
    died: Count,
    absconded: Count,
    remaining: Count,
    extra: Count,
    with_mother: Count,
    on_leave: Count,
  }),
  ...census('taken_at', 'confirmed_at', 'confirmed_by_name', 'note'),
  moves: listOf(choice(['confirm'])),
  ...census('created_at', 'updated_at', 'version'),
}
export const Census = named('Census', shape(fields))
export type Census = Static<typeof Census>
export const CensusWithLines = named(
  'CensusWithLines',
  shape({
    ...fields,
    lines: listOf(
      shape({
        admission_id: Text(1, 36),
        bed: nullable(Text(1, 20)),
        class: nullable(Text(1, 80)),
        charge_code: nullable(Text(1, 40)),
        charged: Flag,
      }),
    ),
  }),
)
export type CensusWithLines = Static<typeof CensusWithLines>

export const CensusFilters = {
  ward_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  status: optional(choice(census_states)),
}
export const ConfirmInput = form({ note: optional(nullable(Text(0, 500))) })
