// The log of contacts, in and out (commercial 2.7).

import {
  choice,
  Day,
  Id,
  Instant,
  LongText,
  named,
  nullable,
  optional,
  Search,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { interactions } from './tables.ts'
import { interaction_kinds } from './words.ts'

const interaction = fieldsOf(interactions)

export const Interaction = named(
  'Interaction',
  shape({
    ...interaction('id', 'client_id'),
    client_name: Text(0, 120),
    ...interaction('kind', 'summary', 'occurred_at', 'contact_id', 'contact_name', 'outcome'),
    recorded_by_name: nullable(Text(0, 160)),
    ...interaction('corrects_id'),
    corrected_by_id: nullable(Id),
    ...interaction('follow_up_id', 'created_at'),
  }),
)
export type Interaction = Static<typeof Interaction>

export const InteractionInput = named(
  'InteractionInput',
  shape({
    client_id: Id,
    kind: choice(interaction_kinds),
    summary: LongText(1, 4000),
    occurred_at: optional(nullable(Instant)),
    contact_id: optional(nullable(Id)),
    outcome: optional(nullable(Text(0, 1000))),
    corrects_id: optional(nullable(Id)),
  }),
)
export type InteractionInput = Static<typeof InteractionInput>

export const InteractionFilters = {
  search: optional(Search),
  client_id: optional(Id),
  contact_id: optional(Id),
  kind: optional(choice(interaction_kinds)),
  recorded_by: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(InteractionFilters)
export type InteractionFilter = Static<typeof filters>
