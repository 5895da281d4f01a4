// What was ordered (diagnostics 2.3): orders, and an item for each test or panel.

import {
  choice,
  code,
  flag,
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
  disciplines,
  item_states,
  order_states,
  portal_rules,
  priorities,
  sides,
  test_kinds,
} from '../words.ts'

export interface Consented {
  code: string
  by_name: string
  at: string
}

export const diagnostic_orders = table(
  'diagnostic_orders',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    /** Ward and bed, or department, when it was ordered. */
    location: nullable(text(160)),
    department: nullable(text(120)),
    discipline: choice(disciplines),
    priority: choice(priorities),
    clinical_notes: nullable(text(4000)),
    diagnosis: nullable(text(300)),
    fasting: nullable(flag()),
    status: choice(order_states),
    collect_at: nullable(instant()),
    ordered_by_id: nullable(uuid()),
    ordered_by_name: text(160),
    by_id: nullable(uuid()),
    ordered_at: instant(),
    reviewed_at: nullable(instant()),
    reviewed_by_name: nullable(text(160)),
    review_note: nullable(text(500)),
    /** When the patient was last written to that something of it may be read (DIA-156). */
    patient_told_at: nullable(instant()),
    consents: otherwise(json<Consented[]>(), () => []),
    source: nullable(code(40)),
    source_id: nullable(code(300)),
    prints: otherwise(integer(), 0),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'ordered_at'] },
      { columns: ['hospital_id', 'patient_id', 'ordered_at'] },
      { columns: ['visit_id'] },
    ],
  },
)

export const diagnostic_order_history = historyTable(
  'diagnostic_order_history',
  'diagnostic_orders',
)

export const diagnostic_items = table(
  'diagnostic_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    order_id: ref('diagnostic_orders'),
    patient_id: ref('patients'),
    position: integer(),
    test_id: ref('diagnostic_tests'),
    test_code: code(20),
    test_name: text(120),
    kind: choice(test_kinds),
    section_id: ref('diagnostic_sections'),
    section: text(120),
    heading: text(120),
    tariff_code: code(40),
    status: choice(item_states),
    priority: choice(priorities),
    restricted: no(),
    one_step: no(),
    bedside: no(),
    portal_rule: choice(portal_rules),
    specimen_id: nullable(uuid()),
    laterality: nullable(choice(sides)),
    ordered_at: instant(),
    clock_started_at: nullable(instant()),
    due_at: nullable(instant()),
    turnaround_minutes: integer(),
    collected_at: nullable(instant()),
    received_at: nullable(instant()),
    resulted_at: nullable(instant()),
    verified_at: nullable(instant()),
    released_at: nullable(instant()),
    /** Of an image: from when the patient reads its report. Results keep that line by line. */
    portal_at: nullable(instant()),
    cancel_reason: nullable(code(40)),
    cancel_note: nullable(text(500)),
    cancelled_by_name: nullable(text(160)),
  },
  {
    unique: [{ columns: ['order_id', 'position'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'due_at'] },
      { columns: ['hospital_id', 'patient_id', 'test_code', 'ordered_at'] },
      { columns: ['specimen_id'] },
      { columns: ['hospital_id', 'portal_at'] },
    ],
  },
)
