// Emergencies, looking at them again, what happened, and incidents with many casualties.

import {
  choice,
  code,
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
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  arrival_modes,
  dispositions,
  emergency_categories,
  emergency_states,
  incident_kinds,
  incident_states,
  zones,
} from './words.ts'

export interface Triage {
  category: number
  provisional: boolean
  discriminators: string[]
  tews: number | null
  proposed: number | null
  by: string
  at: string
  note: string | null
}

export interface Police {
  case: boolean
  form_no: string | null
  station: string | null
  officer: string | null
  officer_phone: string | null
  given_at: string | null
}

export const casualty_incidents = table(
  'casualty_incidents',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    reference: code(40),
    name: text(160),
    kind: choice(incident_kinds),
    place: nullable(text(200)),
    status: choice(incident_states),
    started_at: instant(),
    started_by: text(160),
    stood_down_at: nullable(instant()),
    stood_down_by: nullable(text(160)),
    stand_down_reason: nullable(text(300)),
    unidentified_reason: nullable(text(300)),
    expected: nullable(integer()),
    tag_prefix: code(4),
    last_tag: otherwise(integer(), 0),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'reference'] },
      // EMG-19.
      { columns: ['facility_id'], only_where: "status = 'ACTIVE'" },
    ],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'started_at'] }],
  },
)

export const emergencies = table(
  'emergencies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    visit_id: ref('visits'),
    patient_id: ref('patients'),
    status: choice(emergency_states),
    arrival_mode: choice(arrival_modes),
    category: choice(emergency_categories),
    /** As typed, where it is none of these. */
    category_typed: nullable(text(120)),
    presenting_complaint: nullable(text(5000)),
    brought_by: nullable(text(160)),
    brought_by_phone: nullable(code(20)),
    brought_by_relationship: nullable(text(80)),
    incident_place: nullable(text(200)),
    incident_at: nullable(instant()),
    dead_on_arrival: otherwise(flag(), false),
    pregnant: nullable(flag()),
    casualty_incident_id: nullable(ref('casualty_incidents')),
    tag: nullable(code(20)),
    ambulance_trip_id: nullable(uuid()),
    referral_id: nullable(ref('referrals')),
    department: nullable(text(120)),
    arrived_at: instant(),
    triage_category: nullable(integer()),
    triage: nullable(json<Triage>()),
    /** Less urgent than proposed: somebody looks at it (EMG-5). */
    to_review: otherwise(flag(), false),
    target_at: nullable(instant()),
    seen_at: nullable(instant()),
    seen_by: nullable(text(160)),
    /** Fixed when treatment starts: seen_at − target_at. */
    late_minutes: nullable(integer()),
    zone: otherwise(choice(zones), 'WAITING' as const),
    bed_label: nullable(text(40)),
    next_retriage_at: nullable(instant()),
    observe_every_minutes: nullable(integer()),
    next_observation_at: nullable(instant()),
    reassessments: otherwise(integer(), 0),
    police: nullable(json<Police>()),
    disposition: nullable(choice(dispositions)),
    disposition_note: nullable(text(5000)),
    unidentified_reason: nullable(text(300)),
    disposed_at: nullable(instant()),
    disposed_by: nullable(text(160)),
    /** What was told of the target already: 0, 80, 100 or 200 per cent (EMG-7). */
    told_pct: otherwise(integer(), 0),
    told_untriaged: otherwise(flag(), false),
    told_late: otherwise(flag(), false),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'presenting_complaint', 'tag', 'bed_label'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['patient_id'], only_where: "status <> 'DISPOSED'" },
      {
        columns: ['casualty_incident_id', 'tag'],
        only_where: 'casualty_incident_id is not null and tag is not null',
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status'], only_where: "status <> 'DISPOSED'" },
      { columns: ['hospital_id', 'facility_id', 'arrived_at', 'id'] },
      { columns: ['visit_id'] },
      { columns: ['patient_id', 'arrived_at'] },
    ],
  },
)

export const emergency_reassessments = table(
  'emergency_reassessments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    emergency_id: ref('emergencies'),
    at: instant(),
    triage_category: integer(),
    vitals_id: nullable(ref('vitals')),
    note: nullable(text(5000)),
    user_id: nullable(uuid()),
    staff_id: nullable(uuid()),
    by_name: text(160),
  },
  { indexes: [{ columns: ['emergency_id', 'at', 'id'] }], append_only: true },
)

export const emergency_events = table(
  'emergency_events',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    emergency_id: ref('emergencies'),
    move: code(40),
    from_state: nullable(code(40)),
    to_state: code(40),
    at: instant(),
    user_id: nullable(uuid()),
    by_name: text(160),
    reason: nullable(text(5000)),
    changes: nullable(json<Record<string, [unknown, unknown]>>()),
  },
  { indexes: [{ columns: ['emergency_id', 'at', 'id'] }], append_only: true },
)
