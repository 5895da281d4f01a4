// Critical alerts and calls as they come in and go out (diagnostics 2.6, 5.5).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { NextOfKin } from '../../../desk/patients/record/hanging-shapes.ts'
import { History } from '../../../history.ts'
import { Note } from '../catalogue/shapes.ts'
import { alert_states, call_channels, call_outcomes, disciplines } from '../words.ts'
import { alert_life } from './record.ts'
import { critical_alerts, critical_calls } from './tables.ts'

const alert = fieldsOf(critical_alerts)
const call = fieldsOf(critical_calls)

const fields = {
  ...alert('id', 'facility_id', 'number', 'kind', 'result_id', 'study_id', 'order_id'),
  ...alert('patient_id'),
  patient: PatientRow,
  order_reference: Text(1, 40),
  location: nullable(Text(0, 160)),
  ordered_by_name: Text(1, 160),
  section: Text(1, 120),
  ...alert('test_code', 'priority', 'value', 'flag', 'limit_text', 'status', 'found_at'),
  ...alert('told_at', 'due_at'),
  overdue: Flag,
  ...alert('level', 'next_step_at', 'unverified', 'repeat_of', 'acknowledged_by_name'),
  ...alert('acknowledged_at', 'confirmed_at', 'action_taken'),
  /** When the patient, who had left, was asked to come back. */
  recalled_at: nullable(Instant),
  ...alert('version'),
  moves: listOf(choice(alert_life.names)),
}
export const CriticalAlert = named('CriticalAlert', shape(fields))
export type CriticalAlert = Static<typeof CriticalAlert>
export const CriticalAlertWhole = named(
  'CriticalAlertWhole',
  shape({
    ...fields,
    calls: listOf(
      shape({
        ...call('id', 'at', 'by_name', 'recipient_staff_id', 'recipient_name', 'recipient_role'),
        ...call('channel', 'outcome', 'read_back', 'value_told', 'note'),
      }),
    ),
    /** Of a patient who was asked back: whom to call besides (DIA-87). */
    next_of_kin: listOf(NextOfKin),
    notices: listOf(shape({ at: Instant, to: Text(1, 40), by: Text(0, 40), result: Text(1, 200) })),
    history: History,
  }),
)

export const CriticalFilters = {
  status: optional(choice(alert_states)),
  discipline: optional(choice(disciplines)),
  overdue: optional(QueryFlag),
  section_id: optional(Id),
  location: optional(Text(1, 160)),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(CriticalFilters)
export type CriticalFilter = Static<typeof filters>

const recall = optional(nullAsAbsent(Flag))
export const AcknowledgeInput = form({
  action_taken: optional(nullable(LongText(0, 500))),
  recall,
})
export type AcknowledgeInput = Static<typeof AcknowledgeInput>
export const CallInput = named(
  'CriticalCallInput',
  form({
    recipient_staff_id: optional(nullable(Id)),
    recipient_name: optional(nullable(Text(0, 160))),
    recipient_role: optional(nullable(Text(0, 120))),
    channel: choice(call_channels),
    outcome: choice(call_outcomes),
    read_back: optional(nullable(Text(0, 200))),
    note: Note,
    recall,
  }),
)
export type CallInput = Static<typeof CallInput>
export const CriticalFigures = shape({
  open: Whole(0),
  overdue: Whole(0),
  confirmed_in_time_pct: nullable(Whole(0, 100)),
  median_minutes: nullable(Whole(0)),
})
