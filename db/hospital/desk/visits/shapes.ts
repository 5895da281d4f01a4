// What goes in and what comes out about visits and their queue.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Decimal,
  oneOfTwo,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { GateResult, Overrides } from '../gates/shapes.ts'
import { PatientRow } from '../patients/shapes.ts'
import { point_kinds } from '../service-points/words.ts'
import { figure_groups } from './queue/figure-words.ts'
import {
  acuities,
  attendances,
  authorisation_states,
  charge_events,
  hold_reasons,
  outcomes,
  payer_kinds,
  priority_reasons,
  step_whens,
  visit_classes,
  visit_kinds,
  visit_states,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { queue_entries, visits } from './tables.ts'

const queueEntry = fieldsOf(queue_entries)
const ofVisit = fieldsOf(visits)

const out = (max: number) => nullable(Text(0, max))
const At = Text(24, 24)
const Expected = optional(nullable(Text(0, 60)))
const Priority = Whole(1, 5)

/** Standing warnings: of gates, and plain ones. */
export const Warning = shape({
  gate: nullable(Text(1, 40)),
  level: Text(1, 20),
  subject: optional(nullable(Text(1, 120))),
  message: Text(1, 1000),
  may_override: optional(listOf(Text(1, 120))),
  permission: optional(nullable(Text(1, 60))),
  reasons: optional(listOf(shape({ code: Text(1, 40), text: Text(1, 120), needs_text: Flag }))),
})
export type Warning = Static<typeof Warning>

export const PayerInput = form({
  kind: choice(payer_kinds),
  membership_id: optional(nullable(Id)),
  client_id: optional(nullable(Id)),
  name: optional(nullable(Text(0, 160))),
})
export type PayerInput = Static<typeof PayerInput>

export const Payer = shape({
  kind: choice(payer_kinds),
  membership_id: out(64),
  scheme_id: out(64),
  client_id: out(64),
  name: out(160),
  authorisation: nullable(
    shape({
      status: choice(authorisation_states),
      number: out(60),
      valid_to: nullable(Day),
    }),
  ),
})

const PointBrief = shape({
  id: Id,
  code: Text(1, 12),
  name: Text(1, 80),
  kind: choice(point_kinds),
})

export const Ticket = shape({
  token: Text(1, 20),
  service_point: PointBrief,
  counter: out(20),
  position: nullable(Whole()),
  estimated_wait_minutes: nullable(Whole()),
})

export const QueueEntry = named(
  'QueueEntry',
  shape({
    ...queueEntry('id', 'service_point_id', 'visit_id'),
    patient: nullable(PatientRow),
    ...queueEntry('token', 'priority', 'priority_reason', 'status', 'counter', 'clinician_id'),
    position: nullable(Whole()),
    estimated_wait_minutes: nullable(Whole()),
    ...queueEntry('calls', 'skips', 'entered_at', 'called_at', 'started_at', 'finished_at'),
    waiting_minutes: Whole(),
    service_minutes: nullable(Whole()),
    over_target: Flag,
    ...queueEntry('from_entry_id', 'next_entry_id', 'label', 'note'),
    moves: listOf(Text(1, 20)),
    version: Whole(1),
    /** After serving and finishing: what stood, and where the patient goes. */
    warnings: optional(listOf(Warning)),
    next: optional(nullable(Ticket)),
  }),
)
export type QueueEntry = Static<typeof QueueEntry>

const visit = {
  id: Id,
  number: Text(1, 40),
  patient_id: Id,
  patient: PatientRow,
  facility_id: Id,
  kind: choice(visit_kinds),
  visit_class: choice(visit_classes),
  status: choice(visit_states),
  stage: nullable(choice(point_kinds)),
  state: Text(1, 60),
  token: out(20),
  service_point: nullable(PointBrief),
  wanted_point: nullable(PointBrief),
  queue_entry_id: nullable(Id),
  attendance: choice(attendances),
  priority: Priority,
  priority_reason: nullable(choice(priority_reasons)),
  triage_category: nullable(Whole(1, 5)),
  acuity: nullable(choice(acuities)),
  reason: out(500),
  department: out(120),
  clinician_id: nullable(Id),
  payer: Payer,
  appointment_id: nullable(Id),
  referral_id: nullable(Id),
  emergency_id: nullable(Id),
  admission_id: nullable(Id),
  follow_up_of: nullable(Id),
  free_revisit: Flag,
  restricted: Flag,
  hold_reason: nullable(choice(hold_reasons)),
  outcome: nullable(choice(outcomes)),
  outcome_note: out(500),
  follow_up_on: nullable(Day),
  due: nullable(Money),
  payment_ok: Flag,
  opened_at: At,
  opened_by: Text(1, 160),
  waiting_since: nullable(At),
  first_served_at: nullable(At),
  seen_by_clinician_at: nullable(At),
  closed_at: nullable(At),
  closed_by: out(160),
  cancel_reason: out(300),
  version: Whole(1),
  moves: listOf(Text(1, 20)),
} as const

/** What a move says beside the visit. */
const said = {
  ticket: optional(nullable(Ticket)),
  warnings: optional(listOf(Warning)),
  charges: optional(
    listOf(shape({ code: Text(1, 40), description: Text(1, 200), amount: nullable(Money) })),
  ),
  queue_entries: optional(listOf(QueueEntry)),
  next_gates: optional(listOf(GateResult)),
  /** REF-9 */
  open_referral: optional(
    nullable(shape({ id: Id, number: Text(1, 40), facility: Text(1, 200), status: Text(1, 20) })),
  ),
  emergency: optional(nullable(shape({ id: Id, number: Text(1, 40) }))),
  appointment: optional(nullable(shape({ id: Id, number: Text(1, 40), scheduled_for: At }))),
  repriced: optional(Whole()),
  kept: optional(listOf(Text(1, 200))),
  issued_bills: optional(listOf(Text(1, 60))),
  uncharged: optional(
    listOf(shape({ code: Text(1, 40), description: Text(1, 200), amount: nullable(Money) })),
  ),
}

export const Visit = named('Visit', shape({ ...visit, ...said }))
export type VisitView = Static<typeof Visit>

/** PRV-3: what others see of a visit that is not for them. */
export const HiddenVisit = named(
  'HiddenVisit',
  shape({
    ...ofVisit('id', 'status', 'opened_at'),
    restricted: choiceOfTrue(),
  }),
)
export type HiddenVisit = Static<typeof HiddenVisit>

function choiceOfTrue() {
  return Object.assign({ ...Flag }, { enum: [true] }) as typeof Flag
}

export const SeenVisit = named('SeenVisit', oneOfTwo(Visit, HiddenVisit))
export type SeenVisit = VisitView | HiddenVisit

export const VisitInput = named(
  'VisitInput',
  form({
    id: optional(Id),
    patient_id: Id,
    kind: optional(choice(visit_kinds)),
    reason: optional(nullable(Text(0, 500))),
    department: optional(nullable(Text(0, 120))),
    clinician_id: optional(nullable(Id)),
    service_point_id: optional(nullable(Id)),
    payer: optional(nullable(PayerInput)),
    priority: optional(Priority),
    priority_reason: optional(nullable(choice(priority_reasons))),
    follow_up_of: optional(nullable(Id)),
    appointment_id: optional(nullable(Id)),
    referral_id: optional(nullable(Id)),
    start: optional(Flag),
    overrides: Overrides,
    arrived_at: optional(nullable(Instant)),
    late_entry_reason: optional(nullable(Reason)),
  }),
)
export type VisitInput = Static<typeof VisitInput>

export const VisitChange = named(
  'VisitChange',
  partial({
    reason: nullable(Text(0, 500)),
    department: nullable(Text(0, 120)),
    clinician_id: nullable(Id),
    kind: choice(visit_kinds),
    follow_up_on: nullable(Day),
    appointment_id: nullable(Id),
    referral_id: nullable(Id),
  }),
)
export type VisitChange = Static<typeof VisitChange>

export const AdvanceInput = form({
  to: optional(nullable(Text(1, 64))),
  clinician_id: optional(nullable(Id)),
  priority: optional(Priority),
  reason: optional(nullable(Text(0, 300))),
  note: optional(nullable(Text(0, 300))),
  counter: optional(nullable(Text(0, 20))),
  expected_state: Expected,
  overrides: Overrides,
})
export type AdvanceInput = Static<typeof AdvanceInput>

export const HoldInput = form({
  hold_reason: choice(hold_reasons),
  note: optional(nullable(Text(0, 300))),
  expected_state: Expected,
})
export type HoldInput = Static<typeof HoldInput>

export const ResumeInput = form({ expected_state: Expected })

export const TriageInput = form({
  triage_category: Whole(1, 5),
  discriminators: optional(listOf(Text(1, 120), 50)),
  vitals: optional(AnyObject),
  vitals_id: optional(nullable(Id)),
  note: optional(nullable(Text(0, 500))),
})
Object.assign(TriageInput.properties.triage_category, { complaint: 'must be from 1 to 5.' })
export type TriageInput = Static<typeof TriageInput>

export const PriorityInput = form({ priority: Priority, reason: Reason })
export const PayerChange = form({ payer: PayerInput, reason: Reason })
export type PayerChange = Static<typeof PayerChange>

export const CheckOutInput = form({
  outcome: optional(choice(outcomes)),
  note: optional(nullable(Text(0, 500))),
  follow_up: optional(
    nullable(
      form({
        on: Day,
        clinician_id: optional(nullable(Id)),
        department: optional(nullable(Text(0, 120))),
        kind: optional(nullable(Text(0, 40))),
      }),
    ),
  ),
  overrides: Overrides,
  expected_state: Expected,
})
export type CheckOutInput = Static<typeof CheckOutInput>

export const CancelInput = form({ reason: Reason, expected_state: Expected })
export const ReopenInput = form({ reason: Reason, to: optional(nullable(Text(1, 64))) })
export type ReopenInput = Static<typeof ReopenInput>

export const VisitFilters = {
  status: optional(Text(0, 200)),
  stage: optional(choice(point_kinds)),
  service_point_id: optional(Id),
  kind: optional(choice(visit_kinds)),
  visit_class: optional(choice(visit_classes)),
  patient_id: optional(Id),
  clinician_id: optional(Id),
  staff_id: optional(Id),
  department: optional(Text(1, 120)),
  acuity: optional(choice(acuities)),
  priority: optional(Priority),
  due: optional(QueryFlag),
  payer_kind: optional(choice(payer_kinds)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}

export const OwnVisitFilters = {
  status: optional(Text(0, 200)),
  kind: optional(choice(visit_kinds)),
  from: optional(Day),
  to: optional(Day),
}

export const VisitFlow = named(
  'VisitFlow',
  shape({
    kind: choice(visit_kinds),
    charge_event: nullable(choice(charge_events)),
    steps: listOf(form({ point_kind: choice(point_kinds), when: choice(step_whens) }), 20),
    active: Flag,
  }),
)

// The queue

export const QueueFilters = form({
  status: optional(Text(0, 200)),
  clinician_id: optional(Text(1, 64)),
})
export const CallNextInput = form({
  counter: Text(1, 20),
  clinician_id: optional(nullable(Id)),
})
export type CallNextInput = Static<typeof CallNextInput>
export const CallInput = form({ counter: Text(1, 20) })
export const ServeInput = form({ counter: optional(nullable(Text(0, 20))), overrides: Overrides })
export type ServeInput = Static<typeof ServeInput>
export const FinishInput = form({
  to: optional(nullable(Text(1, 64))),
  note: optional(nullable(Text(0, 300))),
  overrides: Overrides,
})
export type FinishInput = Static<typeof FinishInput>
export const MaybeWhy = form({ reason: optional(nullable(Reason)) })
export const TransferInput = form({
  to: Text(1, 64),
  reason: Reason,
  note: optional(nullable(Text(0, 300))),
  clinician_id: optional(nullable(Id)),
  overrides: Overrides,
})
export type TransferInput = Static<typeof TransferInput>
export const HoldEntryInput = form({
  hold_reason: choice(hold_reasons),
  note: optional(nullable(Text(0, 300))),
})
export const TokenInput = form({
  label: optional(nullable(Text(0, 60))),
  priority: optional(Priority),
})
export type TokenInput = Static<typeof TokenInput>
const Times = shape({
  mean: nullable(Decimal(0, 1e6)),
  median: nullable(Decimal(0, 1e6)),
  p90: nullable(Decimal(0, 1e6)),
})
export const QueueFigures = named(
  'QueueFigures',
  shape({
    key: Text(0, 80),
    entered: Whole(),
    served: Whole(),
    no_shows: Whole(),
    left: Whole(),
    waiting_now: Whole(),
    longest_wait_now: Decimal(0, 1e7),
    wait: Times,
    service: Times,
    over_target: Whole(),
    over_target_pct: Decimal(0, 100),
  }),
)
export const FigureWords = form({
  from: Day,
  to: Day,
  group: choice(figure_groups),
  service_point_id: optional(Id),
  kind: optional(choice(point_kinds)),
  facility_id: optional(Id),
})

export const Why = form({ reason: Reason })
export const AttachInput = form({ visit_id: Id })
