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
    id: Text(1, 36),
    code: Text(1, 8),
    name: Text(1, 120),
    is_main: Flag,
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
  form({ code: Text(2, 8), name: Text(2, 120), kind: choice(facility_kinds), ...facility_fields }),
)
export type FacilityInput = Static<typeof FacilityInput>

export const FacilityChange = named(
  'FacilityChange',
  partial({
    code: Text(2, 8),
    name: Text(2, 120),
    kind: choice(facility_kinds),
    ...facility_fields,
  }),
)
export type FacilityChange = Static<typeof FacilityChange>

const out = (max: number) => nullable(Text(0, max))

export const Facility = named(
  'Facility',
  shape({
    id: Text(1, 36),
    code: Text(1, 8),
    name: Text(1, 120),
    short_name: out(60),
    kind: choice(facility_kinds),
    is_main: Flag,
    status: choice(facility_states),
    registry_code: out(40),
    licence_no: out(60),
    licence_expires_on: nullable(Day),
    tin: out(40),
    vrn: out(40),
    phone: out(20),
    email: out(254),
    address: out(300),
    region: out(80),
    district: out(80),
    ward: out(80),
    latitude: nullable(Decimal(-90, 90)),
    longitude: nullable(Decimal(-180, 180)),
    time_zone: out(60),
    opening_hours: listOf(Opening),
    open_24h: Flag,
    modules: Modules,
    user_count: Whole(),
    device_count: Whole(),
    moves: optional(listOf(choice(facility_moves))),
    version: Whole(1),
    created_at: Text(24, 24),
    updated_at: Text(24, 24),
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
    enabled: Flag,
    changed_at: nullable(Text(24, 24)),
    changed_by_name: nullable(Text(1, 160)),
    reason: nullable(Text(0, 300)),
    open_work: listOf(shape({ label: Text(1, 120), count: Whole() })),
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
