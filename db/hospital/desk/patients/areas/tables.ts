// Regions, districts, wards, streets.

import {
  code,
  flag,
  id,
  integer,
  key,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export const administrative_areas = table(
  'administrative_areas',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    parent_id: nullable(ref('administrative_areas')),
    level: integer(),
    code: nullable(code(40)),
    name: text(120),
    name_key: key(120),
    population: nullable(integer()),
    active: otherwise(flag(), true),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    indexes: [{ columns: ['hospital_id', 'parent_id', 'name_key'] }],
  },
)
