// Admissions, where each lay and when, and the transfers between beds.

import {
  choice,
  code,
  day,
  id,
  instant,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  admission_kinds,
  admission_sources,
  admission_states,
  code_statuses,
  discharge_types,
  type isolation_kinds,
  outcomes,
  priorities,
  stay_begins,
  stay_ends,
  transfer_states,
  urgencies,
} from '../words.ts'

export interface Isolation {
  kinds: (typeof isolation_kinds)[number][]
  organism?: string | null
  since?: string | null
  review_on?: string | null
  ended_at?: string | null
}

export interface FollowUp {
  date: string
  clinic?: string | null
}

export interface Valuable {
  item: string
  kept_by?: string | null
  signed?: boolean
}

const is_live =
  "status in ('REQUESTED', 'ACCEPTED', 'ADMITTED', 'DISCHARGE_ORDERED', 'CLINICALLY_DISCHARGED', 'CLEARED')"

export const admissions = table(
  'admissions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    /** As they stood when a bed was asked for: a list is searched by them. */
    patient_number: code(40),
    patient_name: text(200),
    visit_id: nullable(ref('visits')),
    status: choice(admission_states),
    kind: choice(admission_kinds),
    source: choice(admission_sources),
    priority: choice(priorities),
    ward_id: nullable(ref('wards')),
    bed_id: nullable(ref('beds')),
    department: nullable(text(120)),
    reason: text(500),
    notes: nullable(text(2000)),
    provisional_diagnosis_id: nullable(uuid()),
    attending_id: nullable(uuid()),
    attending_name: nullable(text(160)),
    team: otherwise(json<string[]>(), () => []),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    requested_staff_id: nullable(uuid()),
    accepted_by_name: nullable(text(160)),
    accepted_at: nullable(instant()),
    admitted_by_name: nullable(text(160)),
    admitted_at: nullable(instant()),
    expected_discharge_on: nullable(day()),
    mother_admission_id: nullable(uuid()),
    with_mother: no(),
    isolation: nullable(json<Isolation>()),
    code_status: otherwise(choice(code_statuses), 'FULL' as const),
    code_note_id: nullable(uuid()),
    valuables: otherwise(json<Valuable[]>(), () => []),
    discharge_type: nullable(choice(discharge_types)),
    discharge_ordered_at: nullable(instant()),
    discharge_ordered_by_name: nullable(text(160)),
    planned_on: nullable(day()),
    follow_up: nullable(json<FollowUp>()),
    follow_up_appointment_id: nullable(uuid()),
    condition: nullable(text(300)),
    destination: nullable(text(200)),
    referral_id: nullable(ref('referrals')),
    discharge_note: nullable(text(2000)),
    teaching_given: no(),
    clinically_at: nullable(instant()),
    cleared_at: nullable(instant()),
    cleared_by_name: nullable(text(160)),
    gate_pass_no: nullable(code(40)),
    left_at: nullable(instant()),
    left_with: nullable(text(160)),
    left_by: nullable(text(60)),
    body_moved_at: nullable(instant()),
    body_moved_to: nullable(text(160)),
    body_received_by: nullable(text(160)),
    outcome: nullable(choice(outcomes)),
    readmission_of_id: nullable(uuid()),
    emergency_id: nullable(uuid()),
    asked_by: nullable(code(40)),
    asked_id: nullable(code(300)),
    /** The last day of which everything a stay brings is on the bill (CAR-152). */
    charged_through: nullable(day()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'patient_number', 'patient_name'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // CAR-140, for two who admit at the same moment too.
      { columns: ['patient_id'], only_where: is_live },
      { columns: ['hospital_id', 'asked_by', 'asked_id'], only_where: 'asked_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'ward_id', 'status'] },
      { columns: ['hospital_id', 'status', 'charged_through'] },
      { columns: ['hospital_id', 'attending_id'], only_where: 'attending_id is not null' },
      { columns: ['patient_id', 'admitted_at'] },
      { columns: ['visit_id'], only_where: 'visit_id is not null' },
    ],
  },
)

export const admission_history = historyTable('admission_history', 'admissions')

export const admission_stays = table(
  'admission_stays',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    admission_id: ref('admissions'),
    ward_id: ref('wards'),
    /** A newborn at its mother's side has no bed of its own. */
    bed_id: nullable(ref('beds')),
    class_id: nullable(ref('bed_classes')),
    extra: no(),
    from_at: instant(),
    to_at: nullable(instant()),
    begun_by: choice(stay_begins),
    end_reason: nullable(choice(stay_ends)),
    ...versioned,
  },
  {
    unique: [
      // CAR-136: one in a bed, and one bed for each.
      { columns: ['bed_id'], only_where: 'to_at is null and bed_id is not null' },
      { columns: ['admission_id'], only_where: 'to_at is null' },
    ],
    indexes: [
      { columns: ['admission_id', 'from_at'] },
      { columns: ['hospital_id', 'ward_id', 'from_at'] },
      { columns: ['bed_id', 'from_at'], only_where: 'bed_id is not null' },
    ],
  },
)

export const bed_transfers = table(
  'bed_transfers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    admission_id: ref('admissions'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    status: choice(transfer_states),
    from_ward_id: ref('wards'),
    from_bed_id: nullable(ref('beds')),
    to_ward_id: ref('wards'),
    to_bed_id: nullable(ref('beds')),
    reason: text(300),
    urgency: choice(urgencies),
    requested_by_name: text(160),
    accepted_by_name: nullable(text(160)),
    done_at: nullable(instant()),
    escort: nullable(text(160)),
    note: nullable(text(500)),
    ...versioned,
  },
  {
    unique: [{ columns: ['admission_id'], only_where: "status in ('REQUESTED', 'ACCEPTED')" }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'to_ward_id', 'status'] },
    ],
  },
)

export const bed_transfer_moves = historyTable('bed_transfer_moves', 'bed_transfers')
