// Branches, their module switches, departments and locations.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  otherwise,
  real,
  ref,
  text,
} from '../../../store/columns.ts'
import { modules } from '../../modules.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  department_kinds,
  facility_kinds,
  facility_states,
  location_kinds,
  type week_days,
} from './words.ts'

export interface OpeningHours {
  day: (typeof week_days)[number]
  opens: string
  closes: string
}

export const facilities = table(
  'facilities',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(8),
    name: text(120),
    /** The name folded: two branches cannot differ by case alone. */
    name_key: key(120),
    short_name: nullable(text(60)),
    kind: choice(facility_kinds),
    is_main: otherwise(flag(), false),
    status: choice(facility_states),
    status_reason: nullable(text(300)),
    registry_code: nullable(code(40)),
    licence_no: nullable(text(60)),
    licence_expires_on: nullable(day()),
    tin: nullable(text(40)),
    vrn: nullable(text(40)),
    phone: nullable(code(20)),
    email: nullable(text(254)),
    address: nullable(text(300)),
    region: nullable(text(80)),
    district: nullable(text(80)),
    ward: nullable(text(80)),
    latitude: nullable(real()),
    longitude: nullable(real()),
    time_zone: nullable(code(60)),
    opening_hours: otherwise(json<OpeningHours[]>(), () => []),
    open_24h: otherwise(flag(), false),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'short_name', 'code'],
    unique: [
      { columns: ['hospital_id', 'code'] },
      { columns: ['hospital_id', 'name_key'] },
      { columns: ['hospital_id', 'registry_code'], only_where: 'registry_code is not null' },
      { columns: ['hospital_id'], only_where: 'is_main' },
    ],
  },
)

export const facility_modules = table(
  'facility_modules',
  {
    facility_id: ref('facilities'),
    module: choice(modules),
    hospital_id: ref('hospitals'),
    enabled: flag(),
    changed_at: nullable(instant()),
    changed_by_name: nullable(text(160)),
    reason: nullable(text(300)),
    /** To be moved at this hour (OPS-88). */
    due_at: nullable(instant()),
    due_enabled: nullable(flag()),
    due_reason: nullable(text(300)),
    due_force: nullable(flag()),
    due_by_name: nullable(text(160)),
  },
  {
    key: ['facility_id', 'module'],
    indexes: [{ columns: ['due_at'], only_where: 'due_at is not null' }],
  },
)

export const departments = table(
  'departments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(12),
    name: text(120),
    name_key: key(120),
    kind: choice(department_kinds),
    facility_id: nullable(ref('facilities')),
    parent_id: nullable(ref('departments')),
    extension: nullable(text(20)),
    cost_centre: nullable(text(40)),
    active: otherwise(flag(), true),
    sort_order: otherwise(integer(), 0),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    unique: [{ columns: ['hospital_id', 'code'] }, { columns: ['hospital_id', 'name_key'] }],
  },
)

export const locations = table(
  'locations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    department_id: nullable(ref('departments')),
    parent_id: nullable(ref('locations')),
    code: code(20),
    name: text(120),
    kind: choice(location_kinds),
    capacity: nullable(integer()),
    extension: nullable(text(20)),
    active: otherwise(flag(), true),
    sort_order: otherwise(integer(), 0),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    unique: [{ columns: ['facility_id', 'code'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'sort_order'] }],
  },
)
