// Posts, in and out (people 2.2).

import {
  choice,
  Id,
  listOf,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { cadre_groups } from '../cadres/words.ts'
import { establishments } from './tables.ts'

const row = fieldsOf(establishments)
const Posts = Whole(0, 10_000)

export const Establishment = named(
  'Establishment',
  shape({
    ...row('id', 'facility_id', 'department', 'cadre_id'),
    cadre: Text(0, 120),
    group: choice(cadre_groups),
    ...row('posts', 'funded', 'minimum', 'notes'),
    filled: Whole(),
    vacant: Whole(),
    over: Whole(),
    open_vacancies: Whole(),
    ...row('updated_at', 'version'),
  }),
)
export type Establishment = Static<typeof Establishment>

const may = {
  funded: nullable(Posts),
  minimum: nullable(Posts),
  notes: nullable(Text(0, 500)),
}
export const Establishments = named(
  'Establishments',
  shape({
    rows: listOf(
      shape({
        facility_id: Id,
        department: Text(1, 120),
        cadre_id: Id,
        posts: Posts,
        funded: optional(may.funded),
        minimum: optional(may.minimum),
        notes: optional(may.notes),
      }),
      500,
      1,
    ),
  }),
)
export type Establishments = Static<typeof Establishments>
export const EstablishmentsSet = shape({ set: Whole() })
export const EstablishmentChange = named('EstablishmentChange', partial({ posts: Posts, ...may }))
export type EstablishmentChange = Static<typeof EstablishmentChange>

export const EstablishmentFilters = {
  facility_id: optional(Id),
  department: optional(Text(0, 120)),
  cadre_id: optional(Id),
  group: optional(choice(cadre_groups)),
  vacant: optional(QueryFlag),
  over: optional(QueryFlag),
}
const filters = shape(EstablishmentFilters)
export type EstablishmentFilter = Static<typeof filters>
