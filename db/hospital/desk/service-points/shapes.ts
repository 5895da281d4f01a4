// What goes in and what comes out about service points.

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  some,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { point_kinds, point_states } from './words.ts'

const Minutes = Whole(1, 1440)
const must = {
  code: Text(1, 12),
  name: Text(1, 80),
  kind: choice(point_kinds),
  token_prefix: Text(1, 3),
}
const fields = {
  name_sw: optional(nullable(Text(0, 80))),
  department: optional(nullable(Text(0, 120))),
  location: optional(nullable(Text(0, 120))),
  counters: optional(some(Text(1, 20), 50)),
  clinician_ids: optional(listOf(Id, 50)),
  target_wait_minutes: optional(Minutes),
  target_service_minutes: optional(Minutes),
  max_calls: optional(Whole(1, 20)),
  no_show_after_minutes: optional(Minutes),
  skip_places: optional(Whole(1, 50)),
  opens_at: optional(nullable(Time)),
  closes_at: optional(nullable(Time)),
  restricted: optional(Flag),
}

export const ServicePointInput = named('ServicePointInput', form({ ...must, ...fields }))
export type ServicePointInput = Static<typeof ServicePointInput>
export const ServicePointChange = named('ServicePointChange', partial({ ...must, ...fields }))
export type ServicePointChange = Static<typeof ServicePointChange>

export const ServicePoint = named(
  'ServicePoint',
  shape({
    id: Id,
    ...must,
    name_sw: nullable(Text(0, 80)),
    facility_id: Id,
    department: nullable(Text(0, 120)),
    location: nullable(Text(0, 120)),
    counters: listOf(Text(1, 20)),
    clinician_ids: listOf(Id),
    target_wait_minutes: Minutes,
    target_service_minutes: Minutes,
    max_calls: Whole(1),
    no_show_after_minutes: Minutes,
    skip_places: Whole(1),
    opens_at: nullable(Time),
    closes_at: nullable(Time),
    restricted: Flag,
    status: choice(point_states),
    active: Flag,
    waiting: Whole(),
    called: Whole(),
    serving: Whole(),
    version: Whole(1),
    created_at: Text(24, 24),
    updated_at: Text(24, 24),
    /** After a pause or a closing: how many were moved to another point. */
    moved: optional(Whole()),
  }),
)
export type ServicePoint = Static<typeof ServicePoint>

export const ServicePointFilters = {
  kind: optional(choice(point_kinds)),
  status: optional(choice(point_states)),
  department: optional(Text(1, 120)),
  active: optional(QueryFlag),
  facility_id: optional(Id),
}

export const OpenInput = form({ counter: optional(nullable(Text(1, 20))) })
export const CloseInput = form({
  reason: Reason,
  move_to: optional(nullable(Id)),
  keep: optional(Flag),
})
export type CloseInput = Static<typeof CloseInput>
