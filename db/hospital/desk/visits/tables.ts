// Visits, the entries of their queue, and what happened to them.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { Payer } from '../../neighbours/billing.ts'
import { point_kinds } from '../service-points/words.ts'
import {
  acuities,
  attendances,
  charge_events,
  entry_states,
  event_kinds,
  hold_reasons,
  outcomes,
  priority_reasons,
  type StepWhen,
  visit_classes,
  visit_kinds,
  visit_states,
} from './words.ts'

const still_open = "status not in ('CHECKED_OUT', 'CANCELLED')"
const still_queued = "status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD')"

export const visits = table(
  'visits',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    kind: choice(visit_kinds),
    visit_class: choice(visit_classes),
    status: choice(visit_states),
    stage: nullable(choice(point_kinds)),
    token: nullable(code(20)),
    service_point_id: nullable(ref('service_points')),
    wanted_point_id: nullable(ref('service_points')),
    queue_entry_id: nullable(uuid()),
    attendance: choice(attendances),
    priority: otherwise(integer(), 5),
    priority_reason: nullable(choice(priority_reasons)),
    triage_category: nullable(integer()),
    acuity: nullable(choice(acuities)),
    reason: nullable(text(500)),
    department: nullable(text(120)),
    clinician_id: nullable(uuid()),
    payer: json<Payer>(),
    payer_kind: code(10),
    appointment_id: nullable(uuid()),
    referral_id: nullable(uuid()),
    emergency_id: nullable(uuid()),
    admission_id: nullable(uuid()),
    follow_up_of: nullable(ref('visits')),
    free_revisit: otherwise(flag(), false),
    restricted: otherwise(flag(), false),
    hold_reason: nullable(choice(hold_reasons)),
    outcome: nullable(choice(outcomes)),
    outcome_note: nullable(text(500)),
    follow_up_on: nullable(day()),
    /** The day of the branch on which it was opened: tokens and attendance go by it. */
    opened_on: day(),
    opened_at: instant(),
    opened_by: text(160),
    /** When the patient first waited: kept through payment, holds and results (QUE-4). */
    first_waiting_at: nullable(instant()),
    /** Since when the patient waits where he is now. */
    waiting_since: nullable(instant()),
    first_served_at: nullable(instant()),
    seen_by_clinician_at: nullable(instant()),
    closed_at: nullable(instant()),
    closed_by: nullable(text(160)),
    cancel_reason: nullable(text(300)),
    /** The last thing anybody did with it: stale visits close by themselves (VIS-17). */
    touched_at: instant(),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'token'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // VIS-2, for two clerks at the same moment too.
      { columns: ['patient_id'], only_where: still_open },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status', 'priority', 'waiting_since'] },
      { columns: ['hospital_id', 'facility_id', 'opened_at'] },
      { columns: ['patient_id', 'opened_at'] },
      { columns: ['service_point_id'], only_where: still_open },
      { columns: ['hospital_id', 'touched_at'], only_where: still_open },
      { columns: ['clinician_id'], only_where: 'clinician_id is not null' },
      { columns: ['admission_id'], only_where: 'admission_id is not null' },
    ],
  },
)

export const queue_entries = table(
  'queue_entries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    service_point_id: ref('service_points'),
    visit_id: nullable(ref('visits')),
    patient_id: nullable(ref('patients')),
    token: code(20),
    day: day(),
    priority: integer(),
    priority_reason: nullable(choice(priority_reasons)),
    status: choice(entry_states),
    counter: nullable(text(20)),
    clinician_id: nullable(uuid()),
    calls: otherwise(integer(), 0),
    skips: otherwise(integer(), 0),
    entered_at: instant(),
    /** QUE-4: the order within a class; a skipped entry stands right behind another's words. */
    sort_at: instant(),
    sort_id: code(80),
    called_at: nullable(instant()),
    /** Who called, and later who serves: the only ones to move this patient on (VIS-9). */
    called_by: nullable(uuid()),
    started_at: nullable(instant()),
    finished_at: nullable(instant()),
    /** Since when it is held, and how long it was before: no wait counts it (QUE-13). */
    held_at: nullable(instant()),
    held_s: otherwise(integer(), 0),
    waited_s: nullable(integer()),
    service_s: nullable(integer()),
    from_entry_id: nullable(uuid()),
    next_entry_id: nullable(uuid()),
    label: nullable(text(60)),
    note: nullable(text(300)),
    /** What the last move was and how things stood before it, for `undo`. */
    last_move: nullable(
      json<{ move: string; at: string; user_id: string | null; was: Record<string, unknown> }>(),
    ),
    told_near_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [
      // VIS-9: nobody is in two places.
      { columns: ['patient_id'], only_where: `${still_queued} and patient_id is not null` },
    ],
    indexes: [
      {
        columns: ['service_point_id', 'status', 'priority', 'sort_at', 'sort_id'],
        only_where: still_queued,
      },
      { columns: ['service_point_id', 'finished_at'] },
      { columns: ['visit_id', 'entered_at'] },
      { columns: ['hospital_id', 'facility_id', 'entered_at'] },
    ],
  },
)

/** The last token given, per branch, prefix and day (QUE-2). */
export const queue_tokens = table(
  'queue_tokens',
  {
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    prefix: code(3),
    day: day(),
    last: integer(),
  },
  { key: ['facility_id', 'prefix', 'day'] },
)

/** What happened to a visit, beside its queue entries and overrides (VIS-22). */
export const visit_events = table(
  'visit_events',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    visit_id: ref('visits'),
    kind: choice(event_kinds),
    move: code(40),
    from_state: nullable(code(40)),
    to_state: nullable(code(40)),
    at: instant(),
    user_id: nullable(uuid()),
    by_name: text(160),
    reason: nullable(text(500)),
    detail: nullable(json<Record<string, unknown>>()),
  },
  { indexes: [{ columns: ['visit_id', 'at', 'id'] }] },
)

/** PRV-2: everyone who called, served or recorded on a visit, and its clinician. */
export const visit_team = table(
  'visit_team',
  {
    hospital_id: ref('hospitals'),
    visit_id: ref('visits'),
    user_id: uuid(),
    since: instant(),
  },
  { key: ['visit_id', 'user_id'], indexes: [{ columns: ['user_id', 'visit_id'] }] },
)

export interface FlowStep {
  point_kind: (typeof point_kinds)[number]
  when: StepWhen
}

/** Where a hospital has changed the way of a kind of visit; others go as shipped. */
export const visit_flows = table(
  'visit_flows',
  {
    hospital_id: ref('hospitals'),
    kind: choice(visit_kinds),
    charge_event: nullable(choice(charge_events)),
    steps: json<FlowStep[]>(),
    active: otherwise(flag(), true),
    ...versioned,
  },
  { key: ['hospital_id', 'kind'] },
)

export const visit_triages = table(
  'visit_triages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    visit_id: ref('visits'),
    patient_id: ref('patients'),
    triage_category: integer(),
    discriminators: json<string[]>(),
    note: nullable(text(500)),
    vitals_id: nullable(uuid()),
    at: instant(),
    user_id: nullable(uuid()),
    staff_id: nullable(uuid()),
    by_name: text(160),
    ...stamps,
  },
  { indexes: [{ columns: ['visit_id', 'at'] }, { columns: ['patient_id'] }] },
)
