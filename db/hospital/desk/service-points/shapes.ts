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
import { fieldsOf } from '../../../store/fields-of.ts'
import { service_points } from './tables.ts'

const servicePoint = fieldsOf(service_points)

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
    ...servicePoint('name_sw', 'facility_id', 'department', 'location'),
    counters: listOf(Text(1, 20)),
    clinician_ids: listOf(Id),
    ...servicePoint('target_wait_minutes', 'target_service_minutes'),
    ...servicePoint('max_calls', 'no_show_after_minutes', 'skip_places'),
    opens_at: nullable(Time),
    closes_at: nullable(Time),
    ...servicePoint('restricted', 'status', 'active'),
    waiting: Whole(),
    called: Whole(),
    serving: Whole(),
    ...servicePoint('version', 'created_at', 'updated_at'),
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
