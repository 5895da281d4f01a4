// Nursing: what is to be done and when, what a shift hands to the next, what goes in and comes out.

import {
  choice,
  code,
  day,
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
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  fluid_directions,
  fluid_kinds,
  handover_states,
  shifts,
  task_categories,
  type TaskGate,
  task_priorities,
  task_states,
} from './words.ts'

export const nursing_tasks = table(
  'nursing_tasks',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    task: text(200),
    category: choice(task_categories),
    instructions: nullable(text(2000)),
    due_at: instant(),
    /** Of a series; null is done once. */
    every_minutes: nullable(integer()),
    ends_at: nullable(instant()),
    max_times: nullable(integer()),
    status: choice(task_states),
    priority: choice(task_priorities),
    mandatory: no(),
    gates: otherwise(json<TaskGate[]>(), () => []),
    vitals: no(),
    assigned_to_id: nullable(uuid()),
    role: nullable(code(40)),
    series_id: uuid(),
    sequence: otherwise(integer(), 1),
    source: code(40),
    source_id: nullable(code(300)),
    outcome: nullable(text(1000)),
    done_at: nullable(instant()),
    done_by_name: nullable(text(160)),
    vitals_id: nullable(uuid()),
    late_reason: nullable(text(300)),
    miss_reason: nullable(text(300)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      // CAR-122: never two of a series that wait.
      { columns: ['series_id'], only_where: "status in ('OPEN', 'IN_PROGRESS')" },
      { columns: ['series_id', 'sequence'] },
      {
        columns: ['hospital_id', 'source', 'source_id'],
        only_where: 'source_id is not null and sequence = 1',
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'status', 'due_at'] },
      { columns: ['hospital_id', 'patient_id', 'due_at'] },
      { columns: ['admission_id'] },
    ],
  },
)
export const nursing_task_history = historyTable('nursing_task_history', 'nursing_tasks')

/** What is told of one patient; what is outstanding is computed while it is a draft. */
export interface Entry {
  admission_id: string
  situation: string | null
  background: string | null
  assessment: string | null
  recommendation: string | null
  watch: boolean
  no_change: boolean
  outstanding: string[]
}

export interface Counts {
  present: number
  admitted: number
  discharged: number
  deaths: number
  critical: number
  isolation: number
}

export const handovers = table(
  'handovers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    ward_id: ref('wards'),
    shift: choice(shifts),
    date: day(),
    status: choice(handover_states),
    entries: json<Entry[]>(),
    counts: json<Counts>(),
    ward_note: nullable(text(2000)),
    controlled_count_ok: nullable(flag()),
    from_staff_id: nullable(uuid()),
    from_name: text(160),
    from_user_id: nullable(uuid()),
    to_staff_id: nullable(uuid()),
    given_at: nullable(instant()),
    accepted_at: nullable(instant()),
    accepted_by_name: nullable(text(160)),
    questions: nullable(text(1000)),
    ...versioned,
  },
  {
    unique: [{ columns: ['ward_id', 'date', 'shift'] }],
    indexes: [{ columns: ['hospital_id', 'date'] }],
  },
)
export const handover_history = historyTable('handover_history', 'handovers')

/** An entry that was voided stays, struck through (CAR-128). */
export const fluid_entries = table(
  'fluid_entries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    admission_id: ref('admissions'),
    at: instant(),
    direction: choice(fluid_directions),
    kind: choice(fluid_kinds),
    volume_ml: integer(),
    note: nullable(text(300)),
    dose_id: nullable(uuid()),
    voided_at: nullable(instant()),
    voided_by_name: nullable(text(160)),
    void_reason: nullable(text(300)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...stamps,
  },
  { indexes: [{ columns: ['hospital_id', 'admission_id', 'at'] }] },
)
