// Referrals, their letters as they were sent, what happened to them, and the directory of others.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  channels,
  directions,
  facility_levels,
  referral_states,
  transports,
  urgencies,
} from './words.ts'

export interface Diagnosis {
  code?: string | null
  coding_system?: string | null
  title: string
}

export interface Referrer {
  staff_id: string | null
  name: string
  cadre: string | null
  licence_no: string | null
}

export interface Feedback {
  at: string
  by_name: string
  diagnosis: string | null
  treatment: string | null
  advice: string | null
  follow_up_on: string | null
  attachment_ids: string[]
}

export const referral_facilities = table(
  'referral_facilities',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(160),
    name_key: key(160),
    code: nullable(code(40)),
    level: nullable(choice(facility_levels)),
    area_id: nullable(ref('administrative_areas')),
    focal_person: nullable(text(120)),
    phone: nullable(code(20)),
    whatsapp: nullable(code(20)),
    email: nullable(text(254)),
    services: json<string[]>(),
    languages: json<string[]>(),
    active: otherwise(flag(), true),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code', 'focal_person'],
    unique: [
      { columns: ['hospital_id', 'code'], only_where: 'code is not null' },
      { columns: ['hospital_id', 'name_key'] },
    ],
  },
)

const is_live = "direction = 'OUT' and status in ('DRAFT', 'SENT', 'ACCEPTED', 'IN_TRANSIT')"

export const referrals = table(
  'referrals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    direction: choice(directions),
    status: choice(referral_states),
    urgency: choice(urgencies),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    /** The other facility, by name; `facility_key` folded, to find it by. */
    facility: text(160),
    facility_key: key(160),
    referral_facility_id: nullable(ref('referral_facilities')),
    reason: text(2000),
    clinical_summary: nullable(text(5000)),
    contact: nullable(text(200)),
    department: nullable(text(120)),
    specialty: nullable(text(120)),
    diagnosis: json<Diagnosis[]>(),
    treatment_given: nullable(text(5000)),
    investigations: nullable(text(5000)),
    vitals_id: nullable(ref('vitals')),
    requested_services: nullable(text(5000)),
    appointment_at: nullable(instant()),
    transport: nullable(choice(transports)),
    escort_staff_id: nullable(uuid()),
    escort_needs: nullable(text(500)),
    scheme_referral_no: nullable(text(60)),
    external_reference: nullable(text(60)),
    attachment_ids: json<string[]>(),
    referrer: nullable(json<Referrer>()),
    letter_version: otherwise(integer(), 0),
    sent_at: nullable(instant()),
    sent_by_channel: nullable(choice(channels)),
    answered_at: nullable(instant()),
    answered_by_name: nullable(text(160)),
    decline_reason: nullable(text(300)),
    receiving_clinician: nullable(text(160)),
    departed_at: nullable(instant()),
    arrived_at: nullable(instant()),
    feedback: nullable(json<Feedback>()),
    feedback_due_on: nullable(day()),
    emergency_id: nullable(uuid()),
    appointment_id: nullable(uuid()),
    arrival_visit_id: nullable(uuid()),
    cancel_reason: nullable(text(300)),
    created_by_id: nullable(uuid()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'facility', 'external_reference'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // REF-2, for two clinicians at the same moment too.
      {
        columns: ['patient_id', 'facility_key', 'visit_id'],
        only_where: `${is_live} and visit_id is not null`,
      },
      { columns: ['patient_id', 'facility_key'], only_where: `${is_live} and visit_id is null` },
      // REF-6.
      {
        columns: ['hospital_id', 'facility_key', 'external_reference'],
        only_where: "direction = 'IN' and external_reference is not null and status <> 'VOIDED'",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['patient_id'] },
      { columns: ['visit_id'], only_where: 'visit_id is not null' },
      { columns: ['hospital_id', 'status', 'sent_at'] },
      { columns: ['hospital_id', 'feedback_due_on'], only_where: 'feedback_due_on is not null' },
    ],
  },
)

/** A letter as it left: what it said then, whatever the records say now (REF-3). */
export const referral_letters = table(
  'referral_letters',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    referral_id: ref('referrals'),
    edition: integer(),
    content: json<Record<string, unknown>>(),
    include_sensitive: otherwise(flag(), false),
    reason: nullable(text(300)),
    at: instant(),
    by_name: text(160),
    staff_id: nullable(uuid()),
  },
  { unique: [{ columns: ['referral_id', 'edition'] }], append_only: true },
)

export const referral_events = table(
  'referral_events',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    referral_id: ref('referrals'),
    move: code(40),
    from_state: nullable(code(40)),
    to_state: code(40),
    at: instant(),
    user_id: nullable(uuid()),
    by_name: text(160),
    reason: nullable(text(500)),
    changes: nullable(json<Record<string, [unknown, unknown]>>()),
  },
  { indexes: [{ columns: ['referral_id', 'at', 'id'] }], append_only: true },
)
