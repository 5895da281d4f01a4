// Tasks, hand-overs and fluids as they come in and go out (2.10, 5.10).

import {
  choice,
  Day,
  Decimal,
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
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { History } from '../../history.ts'
import { fluid_entries, handovers, nursing_tasks } from './tables.ts'
import {
  fluid_directions,
  fluid_kinds,
  handover_moves,
  handover_states,
  shifts,
  task_categories,
  task_gates,
  task_moves,
  task_priorities,
  task_states,
  task_timings,
} from './words.ts'

const task = fieldsOf(nursing_tasks)
const handover = fieldsOf(handovers)
const fluid = fieldsOf(fluid_entries)
const text = (max: number) => optional(nullable(Text(0, max)))
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const some_id = optional(nullable(Id))
const some_instant = optional(nullable(Instant))

export const TaskInput = named(
  'TaskInput',
  form({
    id: optional(Id),
    patient_id: Id,
    task: Text(1, 200),
    category: optional(nullable(choice(task_categories))),
    admission_id: some_id,
    due_at: some_instant,
    every_hours: optional(
      nullable(
        Object.assign(
          { ...Whole(1, 168) },
          { complaint: 'must be between 1 and 168.' },
        ) as ReturnType<typeof Whole>,
      ),
    ),
    every_minutes: optional(nullable(Whole(5, 720))),
    instructions: optional(nullable(LongText(0, 2000))),
    ends_at: some_instant,
    max_times: optional(nullable(Whole(1, 1000))),
    mandatory: given(Flag),
    gates: given(listOf(choice(task_gates), 4)),
    vitals: given(Flag),
    assigned_to_id: some_id,
    role: text(40),
    priority: given(choice(task_priorities)),
  }),
)
export type TaskInput = Static<typeof TaskInput>

const task_fields = {
  ...task('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  ...task('visit_id', 'admission_id', 'task', 'category', 'instructions', 'due_at'),
  every_hours: nullable(Whole()),
  ...task('every_minutes', 'ends_at', 'max_times', 'status'),
  timing: choice(task_timings),
  ...task('priority', 'mandatory'),
  gates: listOf(choice(task_gates)),
  ...task('vitals', 'assigned_to_id', 'role', 'series_id', 'sequence', 'source', 'source_id'),
  ...task('outcome', 'done_at', 'done_by_name', 'vitals_id', 'late_reason', 'miss_reason'),
  ...task('staff_id', 'staff_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(task_moves)),
}
export const Task = named('Task', shape(task_fields))
export type Task = Static<typeof Task>
export const TaskWhole = named('TaskWhole', shape({ ...task_fields, history: History }))
export const TaskDone = named(
  'TaskDone',
  shape({ ...task_fields, history: History, next: nullable(Task) }),
)
export const TaskFilters = {
  ward_id: optional(Id),
  admission_id: optional(Id),
  patient_id: optional(Id),
  category: optional(choice(task_categories)),
  status: optional(choice(task_states)),
  timing: optional(choice(task_timings)),
  mandatory: optional(QueryFlag),
  assigned_to: optional(Text(1, 64)),
  role: optional(Text(1, 40)),
  source: optional(Text(1, 40)),
  from: optional(Day),
  to: optional(Day),
}
export const CompleteInput = form({
  outcome: text(1000),
  done_at: some_instant,
  vitals_id: some_id,
  late_reason: text(300),
})
export type CompleteInput = Static<typeof CompleteInput>
export const MissInput = form({ reason: Reason })
export const CancelInput = form({ reason: Reason, series: given(Flag) })

const said = (max: number) => optional(nullable(LongText(0, max)))
export const HandoverInput = form({
  ward_id: Id,
  date: optional(nullable(Day)),
  shift: optional(nullable(choice(shifts))),
})
export type HandoverInput = Static<typeof HandoverInput>
const EntryInput = form({
  admission_id: Id,
  situation: said(2000),
  background: said(2000),
  assessment: said(2000),
  recommendation: said(2000),
  watch: given(Flag),
  no_change: given(Flag),
})
export const HandoverChange = form({
  entries: given(listOf(EntryInput, 200)),
  ward_note: said(2000),
})
export type HandoverChange = Static<typeof HandoverChange>
export const GiveInput = form({
  to_staff_id: some_id,
  controlled_count_ok: optional(nullable(Flag)),
})
export type GiveInput = Static<typeof GiveInput>
export const TakeInput = form({
  questions: text(1000),
  controlled_count_ok: optional(nullable(Flag)),
})
export type TakeInput = Static<typeof TakeInput>

const handover_fields = {
  ...handover('id', 'facility_id', 'ward_id', 'shift', 'date', 'status', 'ward_note'),
  counts: shape({
    present: Whole(),
    admitted: Whole(),
    discharged: Whole(),
    deaths: Whole(),
    critical: Whole(),
    isolation: Whole(),
  }),
  ...handover('controlled_count_ok', 'from_staff_id', 'from_name', 'to_staff_id', 'given_at'),
  ...handover('accepted_at', 'accepted_by_name', 'questions', 'created_at', 'updated_at'),
  ...handover('version'),
  moves: listOf(choice(handover_moves)),
}
const out = (max: number) => nullable(Text(0, max))
export const Handover = named('Handover', shape(handover_fields))
export const HandoverWhole = named(
  'HandoverWhole',
  shape({
    ...handover_fields,
    entries: listOf(
      shape({
        admission_id: Text(1, 36),
        patient: PatientRow,
        bed: out(20),
        situation: nullable(LongText(0, 2000)),
        background: nullable(LongText(0, 2000)),
        assessment: nullable(LongText(0, 2000)),
        recommendation: nullable(LongText(0, 2000)),
        watch: Flag,
        no_change: Flag,
        outstanding: listOf(Text(1, 300)),
      }),
    ),
    history: History,
  }),
)
export const HandoverFilters = {
  ward_id: optional(Id),
  date: optional(Day),
  shift: optional(choice(shifts)),
  status: optional(choice(handover_states)),
}

export const FluidsInput = named(
  'FluidsInput',
  form({
    admission_id: Id,
    at: some_instant,
    entries: listOf(
      form({
        direction: choice(fluid_directions),
        kind: choice(fluid_kinds),
        volume_ml: Object.assign(
          { ...Whole(0, 10_000) },
          { complaint: 'must be between 1 and 10,000.' },
        ) as ReturnType<typeof Whole>,
        note: text(300),
      }),
      50,
      1,
    ),
  }),
)
export type FluidsInput = Static<typeof FluidsInput>
export const FluidQuery = form({
  date: optional(Day),
  from: optional(Instant),
  to: optional(Instant),
})
export type FluidQuery = Static<typeof FluidQuery>
export const FluidVoid = form({ reason: Reason })
export const FluidChart = named(
  'FluidChart',
  shape({
    admission_id: Text(1, 36),
    from: Instant,
    to: Instant,
    entries: listOf(
      shape({
        ...fluid('id', 'at', 'direction', 'kind', 'volume_ml', 'note', 'staff_name'),
        ...fluid('voided_at', 'voided_by_name', 'void_reason'),
      }),
    ),
    totals: listOf(
      shape({ direction: choice(fluid_directions), kind: choice(fluid_kinds), volume_ml: Whole() }),
    ),
    by_hour: listOf(shape({ hour: Instant, in_ml: Whole(), out_ml: Whole() })),
    in_ml: Whole(),
    out_ml: Whole(),
    balance: Whole(-1_000_000),
    /** Since the stay began. */
    running: Whole(-100_000_000),
    urine_ml_kg_h: nullable(Decimal(0, 10_000)),
    target: nullable(shape({ min_urine_ml_kg_h: Decimal(0, 100) })),
    warnings: listOf(Text(1, 300)),
  }),
)
