// Regions, districts, wards and streets.

import {
  optional,
  Flag,
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

/** No more than a column holds; all of us are eight thousand million. */
const People = Whole(0, 2_000_000_000)

const fields = {
  id: Text(1, 36),
  parent_id: nullable(Text(1, 36)),
  level: Whole(1, 9),
  level_name: Text(1, 40),
  code: nullable(Text(0, 40)),
  name: Text(1, 120),
  path: Text(1, 600),
  population: nullable(Whole()),
  active: Flag,
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
