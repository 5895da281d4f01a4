// What goes in and what comes out about visits and their queue.

import {
  AnyObject,
  asked,
  choice,
  Day,
  Decimal,
  either,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  maybe,
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
  entry_states,
  hold_reasons,
  outcomes,
  payer_kinds,
  priority_reasons,
  step_whens,
  visit_classes,
  visit_kinds,
  visit_states,
} from './words.ts'

const out = (max: number) => maybe(Text(0, max))
const At = Text(24, 24)
const Expected = asked(maybe(Text(0, 60)))
const Priority = Whole(1, 5)

/** Standing warnings: of gates, and plain ones. */
export const Warning = shape({
  gate: maybe(Text(1, 40)),
  level: Text(1, 20),
  subject: asked(maybe(Text(1, 120))),
  message: Text(1, 1000),
  may_override: asked(listOf(Text(1, 120))),
  permission: asked(maybe(Text(1, 60))),
  reasons: asked(listOf(shape({ code: Text(1, 40), text: Text(1, 120), needs_text: Flag }))),
})
export type Warning = Static<typeof Warning>

export const PayerInput = form({
  kind: choice(payer_kinds),
  membership_id: asked(maybe(Id)),
  client_id: asked(maybe(Id)),
  name: asked(maybe(Text(0, 160))),
})
export type PayerInput = Static<typeof PayerInput>

export const Payer = shape({
  kind: choice(payer_kinds),
  membership_id: out(64),
  scheme_id: out(64),
  client_id: out(64),
  name: out(160),
  authorisation: maybe(
    shape({
      status: choice(authorisation_states),
      number: out(60),
      valid_to: maybe(Day),
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
  position: maybe(Whole()),
  estimated_wait_minutes: maybe(Whole()),
})

export const QueueEntry = named(
  'QueueEntry',
  shape({
    id: Id,
    service_point_id: Id,
    visit_id: maybe(Id),
    patient: maybe(PatientRow),
    token: Text(1, 20),
    priority: Priority,
    priority_reason: maybe(choice(priority_reasons)),
    status: choice(entry_states),
    counter: out(20),
    clinician_id: maybe(Id),
    position: maybe(Whole()),
    estimated_wait_minutes: maybe(Whole()),
    calls: Whole(),
    skips: Whole(),
    entered_at: At,
    called_at: maybe(At),
    started_at: maybe(At),
    finished_at: maybe(At),
    waiting_minutes: Whole(),
    service_minutes: maybe(Whole()),
    over_target: Flag,
    from_entry_id: maybe(Id),
    next_entry_id: maybe(Id),
    label: out(60),
    note: out(300),
    moves: listOf(Text(1, 20)),
    version: Whole(1),
    /** After serving and finishing: what stood, and where the patient goes. */
    warnings: asked(listOf(Warning)),
    next: asked(maybe(Ticket)),
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
  stage: maybe(choice(point_kinds)),
  state: Text(1, 60),
  token: out(20),
  service_point: maybe(PointBrief),
  wanted_point: maybe(PointBrief),
  queue_entry_id: maybe(Id),
  attendance: choice(attendances),
  priority: Priority,
  priority_reason: maybe(choice(priority_reasons)),
  triage_category: maybe(Whole(1, 5)),
  acuity: maybe(choice(acuities)),
  reason: out(500),
  department: out(120),
  clinician_id: maybe(Id),
  payer: Payer,
  appointment_id: maybe(Id),
  referral_id: maybe(Id),
  emergency_id: maybe(Id),
  admission_id: maybe(Id),
  follow_up_of: maybe(Id),
  free_revisit: Flag,
  restricted: Flag,
  hold_reason: maybe(choice(hold_reasons)),
  outcome: maybe(choice(outcomes)),
  outcome_note: out(500),
  follow_up_on: maybe(Day),
  due: maybe(Money),
  payment_ok: Flag,
  opened_at: At,
  opened_by: Text(1, 160),
  waiting_since: maybe(At),
  first_served_at: maybe(At),
  seen_by_clinician_at: maybe(At),
  closed_at: maybe(At),
  closed_by: out(160),
  cancel_reason: out(300),
  version: Whole(1),
  moves: listOf(Text(1, 20)),
} as const

/** What a move says beside the visit. */
const said = {
  ticket: asked(maybe(Ticket)),
  warnings: asked(listOf(Warning)),
  charges: asked(
    listOf(shape({ code: Text(1, 40), description: Text(1, 200), amount: maybe(Money) })),
  ),
  queue_entries: asked(listOf(QueueEntry)),
  next_gates: asked(listOf(GateResult)),
  /** REF-9 */
  open_referral: asked(
    maybe(shape({ id: Id, number: Text(1, 40), facility: Text(1, 200), status: Text(1, 20) })),
  ),
  emergency: asked(maybe(shape({ id: Id, number: Text(1, 40) }))),
  appointment: asked(maybe(shape({ id: Id, number: Text(1, 40), scheduled_for: At }))),
  repriced: asked(Whole()),
  kept: asked(listOf(Text(1, 200))),
  issued_bills: asked(listOf(Text(1, 60))),
  uncharged: asked(
    listOf(shape({ code: Text(1, 40), description: Text(1, 200), amount: maybe(Money) })),
  ),
}

export const Visit = named('Visit', shape({ ...visit, ...said }))
export type VisitView = Static<typeof Visit>

/** PRV-3: what others see of a visit that is not for them. */
export const HiddenVisit = named(
  'HiddenVisit',
  shape({
    id: Id,
    status: choice(visit_states),
    opened_at: At,
    restricted: choiceOfTrue(),
  }),
)
export type HiddenVisit = Static<typeof HiddenVisit>

function choiceOfTrue() {
  return Object.assign({ ...Flag }, { enum: [true] }) as typeof Flag
}

export const SeenVisit = named('SeenVisit', either(Visit, HiddenVisit))
export type SeenVisit = VisitView | HiddenVisit

export const VisitInput = named(
  'VisitInput',
  form({
    id: asked(Id),
    patient_id: Id,
    kind: asked(choice(visit_kinds)),
    reason: asked(maybe(Text(0, 500))),
    department: asked(maybe(Text(0, 120))),
    clinician_id: asked(maybe(Id)),
    service_point_id: asked(maybe(Id)),
    payer: asked(maybe(PayerInput)),
    priority: asked(Priority),
    priority_reason: asked(maybe(choice(priority_reasons))),
    follow_up_of: asked(maybe(Id)),
    appointment_id: asked(maybe(Id)),
    referral_id: asked(maybe(Id)),
    start: asked(Flag),
    overrides: Overrides,
    arrived_at: asked(maybe(Instant)),
    late_entry_reason: asked(maybe(Reason)),
  }),
)
export type VisitInput = Static<typeof VisitInput>

export const VisitChange = named(
  'VisitChange',
  partial({
    reason: maybe(Text(0, 500)),
    department: maybe(Text(0, 120)),
    clinician_id: maybe(Id),
    kind: choice(visit_kinds),
    follow_up_on: maybe(Day),
    appointment_id: maybe(Id),
    referral_id: maybe(Id),
  }),
)
export type VisitChange = Static<typeof VisitChange>

export const AdvanceInput = form({
  to: asked(maybe(Text(1, 64))),
  clinician_id: asked(maybe(Id)),
  priority: asked(Priority),
  reason: asked(maybe(Text(0, 300))),
  note: asked(maybe(Text(0, 300))),
  counter: asked(maybe(Text(0, 20))),
  expected_state: Expected,
  overrides: Overrides,
})
export type AdvanceInput = Static<typeof AdvanceInput>

export const HoldInput = form({
  hold_reason: choice(hold_reasons),
  note: asked(maybe(Text(0, 300))),
  expected_state: Expected,
})
export type HoldInput = Static<typeof HoldInput>

export const ResumeInput = form({ expected_state: Expected })

export const TriageInput = form({
  triage_category: Whole(1, 5),
  discriminators: asked(listOf(Text(1, 120), 50)),
  vitals: asked(AnyObject),
  vitals_id: asked(maybe(Id)),
  note: asked(maybe(Text(0, 500))),
})
Object.assign(TriageInput.properties.triage_category, { complaint: 'must be from 1 to 5.' })
export type TriageInput = Static<typeof TriageInput>

export const PriorityInput = form({ priority: Priority, reason: Reason })
export const PayerChange = form({ payer: PayerInput, reason: Reason })
export type PayerChange = Static<typeof PayerChange>

export const CheckOutInput = form({
  outcome: asked(choice(outcomes)),
  note: asked(maybe(Text(0, 500))),
  follow_up: asked(
    maybe(
      form({
        on: Day,
        clinician_id: asked(maybe(Id)),
        department: asked(maybe(Text(0, 120))),
        kind: asked(maybe(Text(0, 40))),
      }),
    ),
  ),
  overrides: Overrides,
  expected_state: Expected,
})
export type CheckOutInput = Static<typeof CheckOutInput>

export const CancelInput = form({ reason: Reason, expected_state: Expected })
export const ReopenInput = form({ reason: Reason, to: asked(maybe(Text(1, 64))) })
export type ReopenInput = Static<typeof ReopenInput>

export const VisitFilters = {
  status: asked(Text(0, 200)),
  stage: asked(choice(point_kinds)),
  service_point_id: asked(Id),
  kind: asked(choice(visit_kinds)),
  visit_class: asked(choice(visit_classes)),
  patient_id: asked(Id),
  clinician_id: asked(Id),
  staff_id: asked(Id),
  department: asked(Text(1, 120)),
  acuity: asked(choice(acuities)),
  priority: asked(Priority),
  due: asked(QueryFlag),
  payer_kind: asked(choice(payer_kinds)),
  from: asked(Day),
  to: asked(Day),
  facility_id: asked(Id),
}

export const OwnVisitFilters = {
  status: asked(Text(0, 200)),
  kind: asked(choice(visit_kinds)),
  from: asked(Day),
  to: asked(Day),
}

export const VisitFlow = named(
  'VisitFlow',
  shape({
    kind: choice(visit_kinds),
    charge_event: maybe(choice(charge_events)),
    steps: listOf(form({ point_kind: choice(point_kinds), when: choice(step_whens) }), 20),
    active: Flag,
  }),
)

// The queue

export const QueueFilters = form({
  status: asked(Text(0, 200)),
  clinician_id: asked(Text(1, 64)),
})
export const CallNextInput = form({
  counter: Text(1, 20),
  clinician_id: asked(maybe(Id)),
})
export type CallNextInput = Static<typeof CallNextInput>
export const CallInput = form({ counter: Text(1, 20) })
export const ServeInput = form({ counter: asked(maybe(Text(0, 20))), overrides: Overrides })
export type ServeInput = Static<typeof ServeInput>
export const FinishInput = form({
  to: asked(maybe(Text(1, 64))),
  note: asked(maybe(Text(0, 300))),
  overrides: Overrides,
})
export type FinishInput = Static<typeof FinishInput>
export const MaybeWhy = form({ reason: asked(maybe(Reason)) })
export const TransferInput = form({
  to: Text(1, 64),
  reason: Reason,
  note: asked(maybe(Text(0, 300))),
  clinician_id: asked(maybe(Id)),
  overrides: Overrides,
})
export type TransferInput = Static<typeof TransferInput>
export const HoldEntryInput = form({
  hold_reason: choice(hold_reasons),
  note: asked(maybe(Text(0, 300))),
})
export const TokenInput = form({
  label: asked(maybe(Text(0, 60))),
  priority: asked(Priority),
})
export type TokenInput = Static<typeof TokenInput>
const Times = shape({
  mean: maybe(Decimal(0, 1e6)),
  median: maybe(Decimal(0, 1e6)),
  p90: maybe(Decimal(0, 1e6)),
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
  service_point_id: asked(Id),
  kind: asked(choice(point_kinds)),
  facility_id: asked(Id),
})

export const Why = form({ reason: Reason })
export const AttachInput = form({ visit_id: Id })
