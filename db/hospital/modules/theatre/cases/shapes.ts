// Cases as they come in and go out (A.2 Case, CaseInput).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
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
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { CaseParts } from '../inside/shapes.ts'
import { identityFields, lateFields } from '../../parts/shapes.ts'
import {
  blood_components,
  case_states,
  case_urgencies,
  events,
  milestones,
  outcomes,
  paper_kinds,
  planned_techniques,
  sides,
  team_roles,
} from '../words.ts'
import { theatre_cases, theatre_team } from './tables.ts'

const kept = fieldsOf(theatre_cases)
const member = fieldsOf(theatre_team)
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const some_id = optional(nullable(Id))

const ProcedureInput = form({
  code: Text(1, 40),
  coding_system: given(Text(1, 40)),
  title: given(Text(1, 200)),
  side: given(choice(sides)),
  primary: given(Flag),
})
const MemberInput = form({
  staff_id: Id,
  role: choice(team_roles),
  lead: given(Flag),
  supervising: given(Flag),
  from: optional(nullable(Instant)),
  to: optional(nullable(Instant)),
})
export type MemberInput = Static<typeof MemberInput>
const BloodInput = form({ units: Whole(1, 50), component: choice(blood_components) })
const NeedsInput = form({
  equipment: given(listOf(Text(1, 80), 50)),
  position: optional(nullable(Text(0, 80))),
  implants_expected: given(Flag),
  required_tests: given(listOf(Text(1, 40), 50)),
  prophylaxis: given(Flag),
  special: optional(nullable(Text(0, 500))),
})

const wishes = {
  urgency: given(choice(case_urgencies)),
  decision_at: optional(nullable(Instant)),
  anaesthesia_planned: optional(nullable(choice(planned_techniques))),
  estimated_minutes: given(Whole(10, 900)),
  blood: optional(nullable(BloodInput)),
  needs: given(NeedsInput),
  wanted_on: optional(nullable(Day)),
  wanted_before: optional(nullable(Day)),
  visit_id: some_id,
  admission_id: some_id,
  appointment_id: some_id,
  labour_id: some_id,
  team: given(listOf(MemberInput, 30)),
}

export const CaseInput = named(
  'TheatreCaseInput',
  form({
    id: optional(Id),
    patient_id: Id,
    procedures: listOf(ProcedureInput, 10),
    diagnosis: Text(2, 200),
    surgeon_id: Id,
    ...wishes,
  }),
)
export type CaseInput = Static<typeof CaseInput>

export const CaseChange = named(
  'TheatreCaseChange',
  form({
    procedures: given(listOf(ProcedureInput, 10)),
    diagnosis: given(Text(2, 200)),
    surgeon_id: given(Id),
    ...wishes,
    reason: given(Reason),
  }),
)
export type CaseChange = Static<typeof CaseChange>

export const BookInput = form({
  session_id: some_id,
  theatre_id: some_id,
  position: given(Whole(1, 100)),
  planned_start: optional(nullable(Instant)),
  estimated_minutes: given(Whole(10, 900)),
  anaesthesia_planned: given(choice(planned_techniques)),
  reason: given(Reason),
  overrides: Overrides,
})
export type BookInput = Static<typeof BookInput>

export const PostponeInput = form({
  reason_code: Text(1, 40),
  reason: Reason,
  session_id: some_id,
})
export type PostponeInput = Static<typeof PostponeInput>
export const CancelCase = form({ reason_code: Text(1, 40), reason: Reason })

export const AdvanceInput = named(
  'TheatreAdvanceInput',
  form({
    milestone: given(choice(milestones)),
    event: given(choice(events)),
    at: optional(nullable(Instant)),
    ...identityFields,
    theatre_id: some_id,
    room_ready: given(Flag),
    outcome: given(choice(outcomes)),
    reason_code: given(Text(1, 40)),
    reason: given(Reason),
    direct_reason: given(Text(3, 300)),
    escort_staff_id: some_id,
    bed_id: some_id,
    ...lateFields,
    overrides: Overrides,
  }),
)
export type AdvanceInput = Static<typeof AdvanceInput>

const PutOff = shape({
  reason_code: Text(1, 40),
  reason: Text(1, 300),
  on_the_day: Flag,
  by_name: Text(1, 160),
  at: Instant,
})

const case_fields = {
  ...kept('id', 'facility_id'),
  reference: Text(1, 40),
  ...kept('patient_id'),
  patient: PatientRow,
  ...kept('visit_id', 'admission_id', 'appointment_id', 'labour_id', 'status', 'urgency'),
  ...kept('decision_at'),
  procedures: listOf(
    shape({
      line: Whole(),
      code: Text(1, 40),
      coding_system: Text(1, 40),
      title: Text(1, 200),
      side: choice(sides),
      primary: Flag,
    }),
    10,
  ),
  ...kept('diagnosis', 'department', 'surgeon_id', 'surgeon_name', 'anaesthesia_planned'),
  ...kept('estimated_minutes'),
  blood: nullable(shape({ units: Whole(), component: choice(blood_components) })),
  needs: shape({
    equipment: listOf(Text(1, 80), 50),
    position: nullable(Text(0, 80)),
    implants_expected: Flag,
    required_tests: listOf(Text(1, 40), 50),
    prophylaxis: Flag,
    special: nullable(Text(0, 500)),
  }),
  precautions: listOf(Text(1, 40), 20),
  ...kept('theatre_id'),
  theatre: nullable(Text(0, 80)),
  ...kept('session_id', 'position', 'planned_start', 'planned_end', 'wanted_on', 'wanted_before'),
  cancellation: nullable(PutOff),
  ...kept('postponed_count'),
  postponements: listOf(PutOff, 1000),
  ...kept('outcome', 'outcome_reason', 'requested_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(Text(1, 40), 20),
}
export const TheatreCase = named('TheatreCase', shape(case_fields))
export type TheatreCase = Static<typeof TheatreCase>

const Stamp = { at: nullable(Instant), by_name: nullable(Text(0, 160)) }
export const TheatreCaseWhole = named(
  'TheatreCaseWhole',
  shape({
    ...case_fields,
    team: listOf(
      shape({
        ...member('staff_id', 'name', 'role', 'lead', 'supervising'),
        from: nullable(Instant),
        to: nullable(Instant),
      }),
      30,
    ),
    milestones: listOf(shape({ no: Whole(), milestone: choice(milestones), ...Stamp }), 8),
    events: listOf(shape({ event: choice(events), ...Stamp }), 4),
    ...CaseParts,
    charges: listOf(
      shape({
        key: Text(1, 40),
        code: nullable(Text(0, 40)),
        minutes: nullable(Whole()),
        units: Whole(),
        item_id: nullable(Id),
        payment_ok: Flag,
      }),
      50,
    ),
    warnings: listOf(Text(1, 1000), 50),
    gates: listOf(GateResult, 50),
    history: History,
  }),
)
export type TheatreCaseWhole = Static<typeof TheatreCaseWhole>

export const PaperWords = form({
  kind: optional(choice(paper_kinds)),
  language: optional(choice(languages)),
})

export const CaseFilters = {
  status: optional(choice(case_states)),
  urgency: optional(choice(case_urgencies)),
  session_id: optional(Id),
  theatre: optional(Id),
  surgeon_id: optional(Id),
  department: optional(Text(1, 120)),
  patient_id: optional(Id),
  admission_id: optional(Id),
  on: optional(Day),
  waiting: optional(QueryFlag),
  overdue: optional(QueryFlag),
  unsigned: optional(QueryFlag),
  facility_id: optional(Id),
}
