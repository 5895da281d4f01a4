// Cadres, in and out (people 2.2).

import {
  choice,
  Flag,
  named,
  nullable,
  optional,
  QueryFlag,
  Search,
  shape,
  type Static,
  Text,
  Whole,
  Decimal,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { cadres } from './tables.ts'
import { cadre_groups } from './words.ts'

const cadre = fieldsOf(cadres)

export const Cadre = named(
  'Cadre',
  shape({
    ...cadre('id', 'code', 'name'),
    group: choice(cadre_groups),
    ...cadre('clinical', 'board', 'licence_required'),
    cpd_points_year: nullable(Decimal(0, 1000)),
    ...cadre('default_notice_days', 'active', 'created_at', 'updated_at', 'version'),
  }),
)
export type Cadre = Static<typeof Cadre>

export const CadreFilters = {
  search: optional(Search),
  group: optional(choice(cadre_groups)),
  active: optional(QueryFlag),
}
const filters = shape(CadreFilters)
export type CadreFilter = Static<typeof filters>

export const CadreInput = named(
  'CadreInput',
  shape({
    code: Text(1, 40),
    name: Text(1, 120),
    group: choice(cadre_groups),
    clinical: optional(Flag),
    board: optional(nullable(Text(0, 160))),
    licence_required: optional(Flag),
    cpd_points_year: optional(nullable(Decimal(0, 1000))),
    default_notice_days: optional(nullable(Whole(0, 365))),
  }),
)
export type CadreInput = Static<typeof CadreInput>
