// Admissions as they come in and go out (2.12).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import {
  admission_kinds,
  admission_moves,
  admission_states,
  code_statuses,
  discharge_types,
  isolation_kinds,
  outcomes,
  priorities,
} from '../words.ts'
import { admission_stays, admissions } from './tables.ts'

const admission = fieldsOf(admissions)
const stay = fieldsOf(admission_stays)

const text = (max: number) => optional(nullable(Text(0, max)))
const out = (max: number) => nullable(Text(0, max))
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const named_id = optional(nullable(Id))
const Note = optional(nullable(LongText(0, 2000)))

const IsolationInput = form({
  kinds: listOf(choice(isolation_kinds), 4, 1),
  organism: text(120),
  since: optional(nullable(Instant)),
  review_on: optional(nullable(Day)),
})
const FollowUpInput = form({ date: Day, clinic: text(120) })
const ValuableInput = form({ item: Text(1, 120), kept_by: text(120), signed: given(Flag) })

export const AdmissionInput = named(
  'AdmissionInput',
  form({
    id: optional(Id),
    patient_id: Id,
    reason: Object.assign({ ...Text(1, 500) }, { complaint: 'is required.' }) as ReturnType<
      typeof Text
    >,
    visit_id: named_id,
    kind: given(choice(admission_kinds)),
    priority: given(choice(priorities)),
    ward_id: named_id,
    bed_id: named_id,
    department: text(120),
    attending_id: named_id,
    provisional_diagnosis_id: named_id,
    expected_discharge_on: optional(nullable(Day)),
    isolation: optional(nullable(IsolationInput)),
    code_status: given(choice(code_statuses)),
    mother_admission_id: named_id,
    with_mother: given(Flag),
    notes: Note,
    admit: given(Flag),
    overrides: Overrides,
  }),
)
export type AdmissionInput = Static<typeof AdmissionInput>

export const AdmissionChange = named(
  'AdmissionChange',
  partial({
    reason: Text(1, 500),
    priority: choice(priorities),
    expected_discharge_on: Day,
    code_status: choice(code_statuses),
    note_id: Id,
    valuables: listOf(ValuableInput, 50),
    team: listOf(Id, 30),
  }),
)
export type AdmissionChange = Static<typeof AdmissionChange>

const Minutes = given(Whole(1, 1440))
export const AcceptInput = form({ bed_id: Id, minutes: Minutes, overrides: Overrides })
export type AcceptInput = Static<typeof AcceptInput>
export const Why = form({ reason: Reason })
export const AdmitInput = form({
  bed_id: named_id,
  attending_id: named_id,
  expected_discharge_on: optional(nullable(Day)),
  admitted_at: optional(nullable(Instant)),
  overrides: Overrides,
})
export type AdmitInput = Static<typeof AdmitInput>
export const AttendingInput = form({ attending_id: Id, reason: Reason })
export const OrderInput = form({
  type: choice(discharge_types),
  planned_on: optional(nullable(Day)),
  follow_up: optional(nullable(FollowUpInput)),
  condition: text(300),
  destination: text(200),
  referral_id: named_id,
  note: Note,
})
export type OrderInput = Static<typeof OrderInput>
export const DischargeInput = form({
  at: optional(nullable(Instant)),
  condition: Text(1, 300),
  follow_up: optional(nullable(FollowUpInput)),
  teaching_given: given(Flag),
  overrides: Overrides,
})
export type DischargeInput = Static<typeof DischargeInput>
export const ClearInput = form({ overrides: Overrides })
export const LeaveInput = form({
  left_at: optional(nullable(Instant)),
  left_with: text(160),
  transport: text(60),
})
export type LeaveInput = Static<typeof LeaveInput>
export const AbscondInput = form({
  last_seen_at: Instant,
  searched: form({ where: Text(1, 300), by: Text(1, 160) }),
  now: given(Flag),
  reason: Reason,
})
export type AbscondInput = Static<typeof AbscondInput>
export const DeathInput = form({
  died_at: Instant,
  causes: text(500),
  manner: text(40),
  certified_by: text(160),
  police_case: given(Flag),
  note: Note,
})
export type DeathInput = Static<typeof DeathInput>
export const BodyInput = form({
  moved_at: optional(nullable(Instant)),
  to: Text(1, 160),
  received_by: text(160),
})
export type BodyInput = Static<typeof BodyInput>
export const UndoInput = form({
  reason: Reason,
  second_token: Text(1, 200),
  bed_id: named_id,
})
export type UndoInput = Static<typeof UndoInput>

const Isolation = nullable(
  shape({
    kinds: listOf(choice(isolation_kinds)),
    organism: optional(out(120)),
    since: optional(out(24)),
    review_on: optional(out(10)),
    ended_at: optional(out(24)),
  }),
)
const FollowUp = nullable(shape({ date: Day, clinic: optional(out(120)) }))

const short_fields = {
  ...admission('id', 'facility_id'),
  reference: Text(1, 40),
  patient: PatientRow,
  ...admission('visit_id', 'status', 'kind', 'source', 'priority', 'ward_id', 'bed_id'),
  ward: out(80),
  room: out(80),
  bed: out(20),
  reason: out(500),
  ...admission('attending_id', 'attending_name', 'requested_by_name'),
  requested_at: Text(24, 24),
  ...admission('admitted_at', 'expected_discharge_on', 'left_at'),
  outcome: nullable(choice(outcomes)),
  length_of_stay: nullable(Whole()),
  ...admission('created_at', 'updated_at', 'version'),
}
export const AdmissionShort = named('AdmissionShort', shape(short_fields))
export type AdmissionShort = Static<typeof AdmissionShort>

export const Stay = shape({
  ...stay('id', 'bed_id', 'ward_id', 'extra'),
  bed: out(20),
  ward: Text(1, 80),
  class: out(80),
  from: Text(24, 24),
  to: out(24),
  ...stay('end_reason'),
})

const whole_fields = {
  ...short_fields,
  ...admission('department', 'provisional_diagnosis_id'),
  team: listOf(Text(1, 36)),
  ...admission('accepted_by_name', 'accepted_at', 'admitted_by_name', 'mother_admission_id'),
  ...admission('with_mother'),
  isolation: Isolation,
  code_status: nullable(choice(code_statuses)),
  alerts: listOf(Text(1, 200)),
  deposit_needed: nullable(Money),
  deposit_ok: nullable(Flag),
  running_ok: nullable(Flag),
  valuables: listOf(
    shape({ item: Text(1, 120), kept_by: optional(out(120)), signed: optional(Flag) }),
  ),
  notes: out(2000),
  discharge: nullable(
    shape({
      type: nullable(choice(discharge_types)),
      ordered_at: out(24),
      ordered_by: out(160),
      planned_on: out(10),
      follow_up: FollowUp,
      condition: out(300),
      clinically_at: out(24),
      cleared_at: out(24),
      cleared_by: out(160),
      left_at: out(24),
      destination: out(200),
    }),
  ),
  gate_pass_no: out(40),
  readmission_of_id: out(36),
  emergency_id: out(36),
  referral_id: out(36),
  body_moved_at: out(24),
  stays: listOf(Stay),
  payer: out(160),
  scheme_id: out(36),
  authorisation_no: out(60),
  moves: listOf(choice(admission_moves)),
  history: History,
  warnings: listOf(GateResult),
}
export const Admission = named('Admission', shape(whole_fields))
export type Admission = Static<typeof Admission>

export const DischargeCheck = shape({
  gate: Text(1, 40),
  title: Text(1, 120),
  ok: Flag,
  level: out(40),
  count: Whole(),
  items: listOf(shape({ text: Text(1, 1000), link: out(200) })),
})
export type DischargeCheck = Static<typeof DischargeCheck>
export const AdmissionOrdered = named(
  'AdmissionOrdered',
  shape({ ...whole_fields, checks: listOf(DischargeCheck) }),
)
export const AdmissionCleared = named(
  'AdmissionCleared',
  shape({
    ...whole_fields,
    bill: listOf(Text(1, 40)),
    balance: nullable(Money),
    follow_up_id: out(36),
  }),
)

export const AdmissionFilters = {
  status: optional(choice(admission_states)),
  ward_id: optional(Id),
  attending_id: optional(Id),
  mine: optional(QueryFlag),
  kind: optional(choice(admission_kinds)),
  outcome: optional(choice(outcomes)),
  over_expected: optional(QueryFlag),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  left_from: optional(Day),
  left_to: optional(Day),
  facility_id: optional(Text(1, 64)),
}
