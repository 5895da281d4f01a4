// Critical results that somebody must hear of (diagnostics 2.6), and the calls that were made.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  alert_kinds,
  alert_states,
  call_channels,
  call_outcomes,
  flags,
  priorities,
} from '../words.ts'

export interface CriticalNotice {
  at: string
  to: string
  by: string
  result: string
}

export const critical_alerts = table(
  'critical_alerts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    kind: otherwise(choice(alert_kinds), 'RESULT' as const),
    /** What it is about: a line of results, or a study. */
    result_id: nullable(ref('diagnostic_results')),
    study_id: nullable(uuid()),
    order_id: ref('diagnostic_orders'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    section_id: ref('diagnostic_sections'),
    test_code: code(20),
    restricted: no(),
    priority: choice(priorities),
    /** As it was when the alert opened, with its unit. */
    value: text(200),
    value_num: nullable(text(40)),
    flag: choice(flags),
    limit_text: nullable(text(80)),
    status: choice(alert_states),
    found_at: instant(),
    told_at: nullable(instant()),
    due_at: nullable(instant()),
    level: otherwise(integer(), 0),
    next_step_at: nullable(instant()),
    unverified: no(),
    repeat_of: nullable(uuid()),
    acknowledged_by_name: nullable(text(160)),
    acknowledged_at: nullable(instant()),
    confirmed_at: nullable(instant()),
    action_taken: nullable(text(500)),
    notices: otherwise(json<CriticalNotice[]>(), () => []),
    ...versioned,
  },
  {
    // One open alert of a line at a time.
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['result_id'], only_where: `status = 'OPEN'` },
      { columns: ['study_id'], only_where: `status = 'OPEN'` },
    ],
    indexes: [
      { columns: ['hospital_id', 'status', 'due_at'] },
      { columns: ['hospital_id', 'patient_id', 'found_at'] },
      { columns: ['result_id'] },
    ],
  },
)

export const critical_alert_history = historyTable('critical_alert_history', 'critical_alerts')

/** Written once: a mistake gets a second row (DIA-88). */
export const critical_calls = table(
  'critical_calls',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    alert_id: ref('critical_alerts'),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    recipient_staff_id: nullable(uuid()),
    recipient_name: text(160),
    recipient_role: nullable(text(120)),
    channel: choice(call_channels),
    outcome: choice(call_outcomes),
    read_back: nullable(text(200)),
    value_told: text(200),
    note: nullable(text(500)),
  },
  { append_only: true, indexes: [{ columns: ['alert_id', 'at', 'id'] }] },
)
