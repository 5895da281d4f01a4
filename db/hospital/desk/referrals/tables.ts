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
  maybe,
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
    code: maybe(code(40)),
    level: maybe(choice(facility_levels)),
    area_id: maybe(ref('administrative_areas')),
    focal_person: maybe(text(120)),
    phone: maybe(code(20)),
    whatsapp: maybe(code(20)),
    email: maybe(text(254)),
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
    visit_id: maybe(ref('visits')),
    /** The other facility, by name; `facility_key` folded, to find it by. */
    facility: text(160),
    facility_key: key(160),
    referral_facility_id: maybe(ref('referral_facilities')),
    reason: text(2000),
    clinical_summary: maybe(text(5000)),
    contact: maybe(text(200)),
    department: maybe(text(120)),
    specialty: maybe(text(120)),
    diagnosis: json<Diagnosis[]>(),
    treatment_given: maybe(text(5000)),
    investigations: maybe(text(5000)),
    vitals_id: maybe(ref('vitals')),
    requested_services: maybe(text(5000)),
    appointment_at: maybe(instant()),
    transport: maybe(choice(transports)),
    escort_staff_id: maybe(uuid()),
    escort_needs: maybe(text(500)),
    scheme_referral_no: maybe(text(60)),
    external_reference: maybe(text(60)),
    attachment_ids: json<string[]>(),
    referrer: maybe(json<Referrer>()),
    letter_version: otherwise(integer(), 0),
    sent_at: maybe(instant()),
    sent_by_channel: maybe(choice(channels)),
    answered_at: maybe(instant()),
    answered_by_name: maybe(text(160)),
    decline_reason: maybe(text(300)),
    receiving_clinician: maybe(text(160)),
    departed_at: maybe(instant()),
    arrived_at: maybe(instant()),
    feedback: maybe(json<Feedback>()),
    feedback_due_on: maybe(day()),
    emergency_id: maybe(uuid()),
    appointment_id: maybe(uuid()),
    arrival_visit_id: maybe(uuid()),
    cancel_reason: maybe(text(300)),
    created_by_id: maybe(uuid()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'facility', 'external_reference'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // REF-2, for two clinicians at the same moment too.
      {
        columns: ['patient_id'],
        only_where: "direction = 'OUT' and status in ('DRAFT', 'SENT', 'ACCEPTED', 'IN_TRANSIT')",
      },
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
    reason: maybe(text(300)),
    at: instant(),
    by_name: text(160),
    staff_id: maybe(uuid()),
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
    from_state: maybe(code(40)),
    to_state: code(40),
    at: instant(),
    user_id: maybe(uuid()),
    by_name: text(160),
    reason: maybe(text(500)),
    changes: maybe(json<Record<string, [unknown, unknown]>>()),
  },
  { indexes: [{ columns: ['referral_id', 'at', 'id'] }], append_only: true },
)
