// Theatres as they come in and go out (A.2 Theatre).

import {
  choice,
  Flag,
  form,
  Id,
  Instant,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { room_states, theatre_kinds } from '../words.ts'
import { theatres } from './tables.ts'

const room = fieldsOf(theatres)

const must = {
  code: Text(1, 20),
  name: Text(1, 80),
  kind: choice(theatre_kinds),
}
const may = {
  location_id: optional(nullable(Id)),
  store_id: optional(nullable(Id)),
  has_recovery: optional(nullAsAbsent(Flag)),
  turnover_minutes: optional(nullAsAbsent(Whole(0, 240))),
  emergency_room: optional(nullAsAbsent(Flag)),
  active: optional(nullAsAbsent(Flag)),
}
export const TheatreInput = named('TheatreInput', form({ id: optional(Id), ...must, ...may }))
export type TheatreInput = Static<typeof TheatreInput>

export const TheatreChange = named(
  'TheatreChange',
  form({
    code: optional(nullAsAbsent(must.code)),
    name: optional(nullAsAbsent(must.name)),
    kind: optional(nullAsAbsent(must.kind)),
    ...may,
    state: optional(choice(room_states)),
    closed_reason: optional(nullable(Text(0, 300))),
  }),
)
export type TheatreChange = Static<typeof TheatreChange>

export const Theatre = named(
  'Theatre',
  shape({
    ...room('id', 'facility_id', 'code', 'name', 'location_id', 'kind', 'store_id'),
    ...room('has_recovery', 'turnover_minutes', 'emergency_room', 'active', 'state'),
    ...room('closed_reason'),
    case_now: nullable(
      shape({
        id: Id,
        reference: Text(1, 40),
        patient_id: Id,
        patient: tellsWho('patient_id', nullable(Text(0, 200))),
        since: nullable(Instant),
      }),
    ),
    ...room('created_at', 'updated_at', 'version'),
  }),
)
export type Theatre = Static<typeof Theatre>
export const TheatreFilters = { active: optional(QueryFlag), facility_id: optional(Id) }
