// What goes in and what comes out about branches.

import {
  optional,
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  Phone,
  Reason,
  type Static,
  shape,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { modules } from '../../modules.ts'
import { facility_kinds, facility_moves, facility_states, week_days } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { facilities, facility_modules } from './tables.ts'

const facility = fieldsOf(facilities)
const facilityModule = fieldsOf(facility_modules)

const text = (max: number) => optional(nullable(Text(0, max)))

export const Modules = shape(
  Object.fromEntries(modules.map((module) => [module, Flag])) as Record<
    (typeof modules)[number],
    typeof Flag
  >,
)

export const Opening = form({ day: choice(week_days), opens: Time, closes: Time })

export const FacilityBrief = named(
  'FacilityBrief',
  shape({
    ...facility('id', 'code', 'name', 'is_main'),
    time_zone: Text(1, 60),
    modules: Modules,
  }),
)

const facility_fields = {
  short_name: text(60),
  registry_code: text(40),
  licence_no: text(60),
  licence_expires_on: optional(nullable(Day)),
  tin: text(40),
  vrn: text(40),
  phone: optional(nullable(Phone)),
  email: optional(nullable(Email)),
  address: text(300),
  region: text(80),
  district: text(80),
  ward: text(80),
  latitude: optional(nullable(Decimal(-90, 90))),
  longitude: optional(nullable(Decimal(-180, 180))),
  time_zone: text(60),
  opening_hours: optional(listOf(Opening, 28)),
  open_24h: optional(Flag),
}

export const FacilityInput = named(
  'FacilityInput',
  form({ code: Text(2, 8), name: Text(1, 120), kind: choice(facility_kinds), ...facility_fields }),
)
export type FacilityInput = Static<typeof FacilityInput>

export const FacilityChange = named(
  'FacilityChange',
  partial({
    code: Text(2, 8),
    name: Text(1, 120),
    kind: choice(facility_kinds),
    ...facility_fields,
  }),
)
export type FacilityChange = Static<typeof FacilityChange>
export const Facility = named(
  'Facility',
  shape({
    ...facility('id', 'code', 'name', 'short_name', 'kind', 'is_main', 'status', 'registry_code'),
    ...facility('licence_no', 'licence_expires_on', 'tin', 'vrn', 'phone', 'email'),
    ...facility('address', 'region', 'district', 'ward', 'latitude', 'longitude', 'time_zone'),
    opening_hours: listOf(Opening),
    open_24h: Flag,
    modules: Modules,
    user_count: Whole(),
    device_count: Whole(),
    moves: optional(listOf(choice(facility_moves))),
    ...facility('version', 'created_at', 'updated_at'),
  }),
)
export type Facility = Static<typeof Facility>

export const FacilityFilters = {
  status: optional(choice(facility_states)),
  kind: optional(choice(facility_kinds)),
}

export const ModuleState = named(
  'ModuleState',
  shape({
    module: choice(modules),
    name: Text(1, 40),
    ...facilityModule('enabled', 'changed_at', 'changed_by_name', 'reason'),
    open_work: listOf(
      shape({
        label: Text(1, 120),
        count: Whole(),
        references: listOf(Text(1, 120)),
        people: Flag,
      }),
    ),
    missing: listOf(Text(1, 200)),
  }),
)
export type ModuleState = Static<typeof ModuleState>

export const ModuleAtBranches = named(
  'ModuleAtBranches',
  shape({
    module: choice(modules),
    name: Text(1, 40),
    facilities: listOf(shape({ id: Id, name: Text(1, 120), enabled: Flag })),
  }),
)
export type ModuleAtBranches = Static<typeof ModuleAtBranches>

export const Why = form({ reason: Reason })
export const MaybeWhy = form({ reason: optional(Reason) })
export const SwitchOn = form({ reason: optional(Reason) })
export const SwitchOff = form({ reason: Reason, force: optional(Flag) })
