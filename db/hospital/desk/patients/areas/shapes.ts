// Regions, districts, wards and streets.

import {
  optional,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { administrative_areas } from './tables.ts'

const administrativeArea = fieldsOf(administrative_areas)

/** No more than a column holds; all of us are eight thousand million. */
const People = Whole(0, 2_000_000_000)

const fields = {
  ...administrativeArea('id', 'parent_id', 'level'),
  level_name: Text(1, 40),
  ...administrativeArea('code', 'name'),
  path: Text(1, 600),
  ...administrativeArea('population', 'active'),
}
export const AdministrativeArea = named('AdministrativeArea', shape(fields))
export type AdministrativeArea = Static<typeof AdministrativeArea>

/** One area, with those it lies in and how many lie in it. */
export const OpenArea = named(
  'OpenAdministrativeArea',
  shape({ ...fields, ancestors: listOf(AdministrativeArea), children: Whole() }),
)
export type OpenArea = Static<typeof OpenArea>

export const AreaInput = named(
  'AdministrativeAreaInput',
  form({
    parent_id: optional(nullable(Id)),
    level: Whole(1, 9),
    code: optional(nullable(Text(0, 40))),
    name: Text(1, 120),
    population: optional(nullable(People)),
  }),
)
export type AreaInput = Static<typeof AreaInput>
export const AreaChange = partial({
  parent_id: nullable(Id),
  code: nullable(Text(0, 40)),
  name: Text(1, 120),
  population: nullable(People),
})
export type AreaChange = Static<typeof AreaChange>

export const AreaFilters = {
  parent_id: optional(Id),
  level: optional(Whole(1, 9)),
  active: optional(QueryFlag),
}
export const AreaWhy = form({ reason: Reason })
