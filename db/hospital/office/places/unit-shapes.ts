// What goes in and what comes out about departments and locations.

import {
  AnyObject,
  optional,
  choice,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { department_kinds, location_kinds } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { departments, locations } from './tables.ts'

const department = fieldsOf(departments)
const ofLocation = fieldsOf(locations)

const sort_order = Whole(0, 1_000_000)

const department_fields = {
  facility_id: optional(nullable(Id)),
  parent_id: optional(nullable(Id)),
  extension: optional(nullable(Text(0, 20))),
  cost_centre: optional(nullable(Text(0, 40))),
  sort_order: optional(sort_order),
}
const department_must = {
  code: Text(1, 12),
  name: Text(1, 120),
  kind: choice(department_kinds),
}

export const DepartmentInput = named(
  'DepartmentInput',
  form({ ...department_must, ...department_fields }),
)
export type DepartmentInput = Static<typeof DepartmentInput>

export const DepartmentChange = named(
  'DepartmentChange',
  partial({ ...department_must, ...department_fields }),
)
export type DepartmentChange = Static<typeof DepartmentChange>

export const Department = named(
  'Department',
  shape({
    id: Id,
    ...department_must,
    ...department('facility_id', 'parent_id'),
    head: nullable(shape({ staff_id: Id, name: Text(1, 120) })),
    ...department('extension', 'cost_centre', 'active'),
    sort_order,
    ...department('version', 'created_at', 'updated_at'),
  }),
)
export type Department = Static<typeof Department>

export const DepartmentFilters = {
  kind: optional(choice(department_kinds)),
  facility_id: optional(Id),
  active: optional(QueryFlag),
}

const location_fields = {
  department_id: optional(nullable(Id)),
  parent_id: optional(nullable(Id)),
  capacity: optional(nullable(Whole(0, 100_000))),
  extension: optional(nullable(Text(0, 20))),
  sort_order: optional(sort_order),
}
const location_must = { code: Text(1, 20), name: Text(1, 120), kind: choice(location_kinds) }

export const LocationInput = named(
  'LocationInput',
  form({ facility_id: Id, ...location_must, ...location_fields }),
)
export type LocationInput = Static<typeof LocationInput>

export const LocationChange = named(
  'LocationChange',
  partial({ ...location_must, ...location_fields }),
)
export type LocationChange = Static<typeof LocationChange>

const location = {
  ...ofLocation('id', 'facility_id', 'department_id', 'parent_id'),
  ...location_must,
  ...ofLocation('capacity', 'extension', 'active'),
  sort_order,
  service_points: listOf(shape({ id: Id, name: Text(1, 120) })),
  ...ofLocation('version', 'created_at', 'updated_at'),
}

export const Location = named('Location', shape(location))
export type Location = Static<typeof Location>

/** `children` are LocationNodes again; a shape that holds itself is not in our words. */
export const LocationNode = named(
  'LocationNode',
  shape({ ...location, children: listOf(AnyObject, 10_000) }),
)
export type LocationNode = Location & { children: LocationNode[] }

export const LocationFilters = {
  kind: optional(choice(location_kinds)),
  facility_id: optional(Id),
  department_id: optional(Id),
  active: optional(QueryFlag),
}
export const TreeFilters = partial({ facility_id: optional(Id) })
