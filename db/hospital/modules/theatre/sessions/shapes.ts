// Sessions as they come in and go out (A.2 Session).

import {
  choice,
  Day,
  form,
  Id,
  Instant,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  tellsWho,
  Text,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { case_states, case_urgencies, session_kinds, session_states } from '../words.ts'
import { theatre_sessions } from './tables.ts'

const kept = fieldsOf(theatre_sessions)
const some_id = optional(nullable(Id))
const note = optional(nullable(Text(0, 500)))

export const SessionInput = named(
  'TheatreSessionInput',
  form({
    id: optional(Id),
    theatre_id: Id,
    date: Day,
    starts_at: Time,
    ends_at: Time,
    kind: optional(nullAsAbsent(choice(session_kinds))),
    department: Text(1, 120),
    surgeon_id: some_id,
    anaesthetist_id: some_id,
    note,
    repeat: optional(nullable(form({ every_weeks: Whole(1, 52), until: Day }))),
  }),
)
export type SessionInput = Static<typeof SessionInput>

export const SessionChange = named(
  'TheatreSessionChange',
  form({
    starts_at: optional(nullAsAbsent(Time)),
    ends_at: optional(nullAsAbsent(Time)),
    surgeon_id: some_id,
    anaesthetist_id: some_id,
    note,
    order: optional(nullAsAbsent(listOf(Id, 100))),
    reason: optional(nullAsAbsent(Reason)),
  }),
)
export type SessionChange = Static<typeof SessionChange>

export const SessionCancel = form({
  reason_code: Text(1, 40),
  reason: Reason,
  move_to_session_id: some_id,
})
export type SessionCancel = Static<typeof SessionCancel>

const fields = {
  ...kept('id', 'facility_id'),
  reference: Text(1, 40),
  ...kept('theatre_id'),
  theatre: Text(1, 80),
  ...kept('date', 'starts_at', 'ends_at', 'kind', 'department', 'surgeon_id', 'surgeon_name'),
  ...kept('anaesthetist_id', 'anaesthetist_name', 'status', 'published_at', 'note'),
  cases: listOf(
    shape({
      id: Id,
      reference: Text(1, 40),
      position: Whole(),
      patient_id: Id,
      patient: tellsWho('patient_id', nullable(Text(0, 200))),
      title: Text(1, 200),
      status: choice(case_states),
      urgency: choice(case_urgencies),
      planned_start: nullable(Instant),
      estimated_minutes: Whole(),
    }),
    100,
  ),
  booked_minutes: Whole(),
  free_minutes: Whole(),
  over_minutes: Whole(),
  ...kept('created_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(Text(1, 40), 10),
}
export const TheatreSession = named('TheatreSession', shape(fields))
export type TheatreSession = Static<typeof TheatreSession>
export const SessionMade = named('TheatreSessionMade', shape({ ...fields, made: Whole() }))
export const SessionCancelled = named(
  'TheatreSessionCancelled',
  shape({ ...fields, postponed: listOf(Text(1, 40), 100), moved: listOf(Text(1, 40), 100) }),
)

export const SessionFilters = {
  date: optional(Day),
  from: optional(Day),
  to: optional(Day),
  theatre: optional(Id),
  department: optional(Text(1, 120)),
  status: optional(choice(session_states)),
  facility_id: optional(Id),
}
