// Regions, districts, wards and streets.

import {
  asked,
  Flag,
  form,
  Id,
  listOf,
  maybe,
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
  parent_id: maybe(Text(1, 36)),
  level: Whole(1, 9),
  level_name: Text(1, 40),
  code: maybe(Text(0, 40)),
  name: Text(1, 120),
  path: Text(1, 600),
  population: maybe(Whole()),
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
    parent_id: asked(maybe(Id)),
    level: Whole(1, 9),
    code: asked(maybe(Text(0, 40))),
    name: Text(1, 120),
    population: asked(maybe(People)),
  }),
)
export type AreaInput = Static<typeof AreaInput>
export const AreaChange = partial({
  parent_id: maybe(Id),
  code: maybe(Text(0, 40)),
  name: Text(1, 120),
  population: maybe(People),
})
export type AreaChange = Static<typeof AreaChange>

export const AreaFilters = {
  parent_id: asked(Id),
  level: asked(Whole(1, 9)),
  active: asked(QueryFlag),
}
export const AreaWhy = form({ reason: Reason })
