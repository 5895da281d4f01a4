// Follow-ups, in and out (commercial 2.7).

import {
  choice,
  Day,
  Id,
  LongText,
  listOf,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { follow_up_life } from './record.ts'
import { follow_ups } from './tables.ts'
import { follow_up_states } from './words.ts'

const follow_up = fieldsOf(follow_ups)
const none = (max: number) => nullable(Text(0, max))

const fields = {
  ...follow_up('id', 'subject', 'kind', 'status', 'due_on'),
  overdue_days: nullable(Whole(1)),
  ...follow_up('assigned_to_name', 'assigned_to_id', 'client_id'),
  client_name: none(120),
  ...follow_up('detail', 'done_on', 'outcome', 'patient_id'),
  patient_name: tellsWho('patient_id', none(200)),
  ...follow_up('source', 'source_id', 'remind_on', 'created_by_name', 'created_at'),
  ...follow_up('updated_at', 'version'),
  moves: listOf(choice(follow_up_life.names)),
}
export const FollowUp = named('FollowUp', shape(fields))
export type FollowUp = Static<typeof FollowUp>
export const FollowUpOpened = named('FollowUpOpened', shape({ ...fields, history: History }))
export type FollowUpOpened = Static<typeof FollowUpOpened>
export const FollowUpDone = named(
  'FollowUpDone',
  shape({ ...fields, history: History, next: nullable(FollowUp) }),
)
export type FollowUpDone = Static<typeof FollowUpDone>

const may = {
  kind: none(40),
  detail: nullable(LongText(0, 2000)),
  assigned_to_id: nullable(Id),
  assigned_to_name: none(160),
  remind_on: nullable(Day),
}
const input = {
  subject: Text(1, 160),
  due_on: Day,
  kind: optional(may.kind),
  detail: optional(may.detail),
  assigned_to_id: optional(may.assigned_to_id),
  assigned_to_name: optional(may.assigned_to_name),
  remind_on: optional(may.remind_on),
  client_id: optional(nullable(Id)),
  patient_id: optional(nullable(Id)),
  /** Of what was seen to already. */
  done_on: optional(nullable(Day)),
  outcome: optional(none(1000)),
}
export const FollowUpInput = named('FollowUpInput', shape(input))
export type FollowUpInput = Static<typeof FollowUpInput>
export const FollowUpChange = named(
  'FollowUpChange',
  partial({ subject: Text(1, 160), due_on: Day, ...may }),
)
export type FollowUpChange = Static<typeof FollowUpChange>

const Next = shape({
  subject: input.subject,
  due_on: input.due_on,
  kind: input.kind,
  detail: input.detail,
  assigned_to_id: input.assigned_to_id,
  assigned_to_name: input.assigned_to_name,
  remind_on: input.remind_on,
})
export const CompleteFollowUp = shape({
  outcome: Text(1, 1000),
  done_on: optional(nullable(Day)),
  next: optional(nullable(Next)),
})
export type CompleteFollowUp = Static<typeof CompleteFollowUp>
export const CancelFollowUp = shape({ reason: Reason })

export const FollowUpFilters = {
  search: optional(Search),
  status: optional(choice(follow_up_states)),
  kind: optional(Text(0, 40)),
  client_id: optional(Id),
  patient_id: optional(Id),
  /** `me`, or the id of an account. */
  assigned_to: optional(Id),
  overdue: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(FollowUpFilters)
export type FollowUpFilter = Static<typeof filters>
