// What goes in and what comes out about service points.

import {
  asked,
  choice,
  Flag,
  form,
  Id,
  listOf,
  maybe,
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
  name_sw: asked(maybe(Text(0, 80))),
  department: asked(maybe(Text(0, 120))),
  location: asked(maybe(Text(0, 120))),
  counters: asked(some(Text(1, 20), 50)),
  clinician_ids: asked(listOf(Id, 50)),
  target_wait_minutes: asked(Minutes),
  target_service_minutes: asked(Minutes),
  max_calls: asked(Whole(1, 20)),
  no_show_after_minutes: asked(Minutes),
  skip_places: asked(Whole(1, 50)),
  opens_at: asked(maybe(Time)),
  closes_at: asked(maybe(Time)),
  restricted: asked(Flag),
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
    name_sw: maybe(Text(0, 80)),
    facility_id: Id,
    department: maybe(Text(0, 120)),
    location: maybe(Text(0, 120)),
    counters: listOf(Text(1, 20)),
    clinician_ids: listOf(Id),
    target_wait_minutes: Minutes,
    target_service_minutes: Minutes,
    max_calls: Whole(1),
    no_show_after_minutes: Minutes,
    skip_places: Whole(1),
    opens_at: maybe(Time),
    closes_at: maybe(Time),
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
    moved: asked(Whole()),
  }),
)
export type ServicePoint = Static<typeof ServicePoint>

export const ServicePointFilters = {
  kind: asked(choice(point_kinds)),
  status: asked(choice(point_states)),
  department: asked(Text(1, 120)),
  active: asked(QueryFlag),
  facility_id: asked(Id),
}

export const OpenInput = form({ counter: asked(maybe(Text(1, 20))) })
export const CloseInput = form({
  reason: Reason,
  move_to: asked(maybe(Id)),
  keep: asked(Flag),
})
export type CloseInput = Static<typeof CloseInput>
