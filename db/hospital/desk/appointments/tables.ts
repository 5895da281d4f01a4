// Clinic schedules, appointments and the waiting list.

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
import {
  type AppointmentKind,
  appointment_kinds,
  appointment_moves,
  appointment_states,
  cancellers,
  channels,
  exception_kinds,
  parts_of_day,
  reminder_states,
  resource_kinds,
  waitlist_states,
} from './words.ts'

export const clinic_schedules = table(
  'clinic_schedules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    name: text(120),
    resource_kind: choice(resource_kinds),
    clinician_id: nullable(uuid()),
    clinician_name: nullable(text(120)),
    service_point_id: nullable(uuid()),
    department: text(120),
    location_id: nullable(ref('locations')),
    /** None: every kind. */
    kinds: json<AppointmentKind[]>(),
    /** 1 Monday … 7 Sunday. */
    weekdays: json<number[]>(),
    weeks_of_month: nullable(json<number[]>()),
    start_time: code(5),
    end_time: code(5),
    slot_minutes: integer(),
    capacity: otherwise(integer(), 1),
    overbook_limit: otherwise(integer(), 0),
    valid_from: day(),
    valid_until: nullable(day()),
    portal_bookable: otherwise(flag(), false),
    requires_confirmation: otherwise(flag(), false),
    min_notice_hours: otherwise(integer(), 2),
    horizon_days: otherwise(integer(), 60),
    active: otherwise(flag(), true),
    deactivate_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'clinician_name', 'department'],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'name', 'id'] },
      { columns: ['clinician_id'], only_where: 'clinician_id is not null' },
      { columns: ['service_point_id'], only_where: 'service_point_id is not null' },
      { columns: ['hospital_id', 'department'] },
    ],
  },
)

export const schedule_exceptions = table(
  'schedule_exceptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** One of the three, or none: the whole branch. */
    schedule_id: nullable(ref('clinic_schedules')),
    clinician_id: nullable(uuid()),
    department: nullable(text(120)),
    from_date: day(),
    to_date: day(),
    start_time: nullable(code(5)),
    end_time: nullable(code(5)),
    kind: choice(exception_kinds),
    capacity: nullable(integer()),
    slot_minutes: nullable(integer()),
    reason: text(300),
    affected: otherwise(integer(), 0),
    cancelled_at: nullable(instant()),
    cancel_reason: nullable(text(300)),
    ...versioned,
  },
  { indexes: [{ columns: ['hospital_id', 'facility_id', 'from_date', 'id'] }] },
)

export interface Reschedule {
  from: string
  to: string
  by: string
  at: string
  reason: string
}

export const appointments = table(
  'appointments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    status: choice(appointment_states),
    scheduled_for: instant(),
    end_at: instant(),
    /** The day at the branch. */
    local_day: day(),
    kind: choice(appointment_kinds),
    clinician_id: nullable(uuid()),
    clinician_name: nullable(text(120)),
    department: nullable(text(120)),
    location_id: nullable(ref('locations')),
    service_point_id: nullable(uuid()),
    schedule_id: nullable(ref('clinic_schedules')),
    channel: choice(channels),
    reason: nullable(text(500)),
    notes: nullable(text(5000)),
    payer: nullable(json<Record<string, unknown>>()),
    remind: otherwise(flag(), true),
    overbooked: otherwise(flag(), false),
    follow_up_of: nullable(uuid()),
    referral_id: nullable(uuid()),
    waitlist_id: nullable(uuid()),
    series_id: nullable(uuid()),
    series_position: nullable(integer()),
    visit_id: nullable(uuid()),
    reschedules: otherwise(json<Reschedule[]>(), () => []),
    confirmed_at: nullable(instant()),
    checked_in_at: nullable(instant()),
    cancelled_by: nullable(choice(cancellers)),
    cancel_reason: nullable(text(300)),
    missed_contacted: otherwise(flag(), false),
    /** Cancelled by the hospital and not booked anew yet (APT-15). */
    needs_rebooking: otherwise(flag(), false),
    booked_by: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'scheduled_for', 'id'] },
      { columns: ['hospital_id', 'status', 'scheduled_for'] },
      { columns: ['schedule_id', 'local_day'], only_where: 'schedule_id is not null' },
      { columns: ['clinician_id', 'scheduled_for'], only_where: 'clinician_id is not null' },
      { columns: ['location_id', 'scheduled_for'], only_where: 'location_id is not null' },
      { columns: ['patient_id', 'scheduled_for'] },
      { columns: ['visit_id'], only_where: 'visit_id is not null' },
    ],
  },
)

export const appointment_history = table(
  'appointment_history',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    appointment_id: ref('appointments'),
    move: choice(['book', 'uncheck', ...appointment_moves]),
    from_state: nullable(choice(appointment_states)),
    to_state: choice(appointment_states),
    reason: nullable(text(300)),
    by_name: text(160),
    at: instant(),
  },
  { append_only: true, indexes: [{ columns: ['appointment_id', 'at'] }] },
)

export const appointment_reminders = table(
  'appointment_reminders',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    appointment_id: ref('appointments'),
    due_at: instant(),
    status: otherwise(choice(reminder_states), 'PLANNED' as const),
    channel: nullable(code(20)),
    sent_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'due_at'], only_where: "status = 'PLANNED'" },
      { columns: ['appointment_id'] },
    ],
  },
)

/** One row for each diary, held while somebody books in it: of two at once the second waits. */
export const appointment_diaries = table(
  'appointment_diaries',
  { hospital_id: ref('hospitals'), diary: code(60), held_at: instant() },
  { key: ['hospital_id', 'diary'] },
)

export const appointment_waitlist = table(
  'appointment_waitlist',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    clinician_id: nullable(uuid()),
    clinician_name: nullable(text(120)),
    department: text(120),
    kind: choice(appointment_kinds),
    earliest_on: nullable(day()),
    latest_on: nullable(day()),
    weekdays: nullable(json<number[]>()),
    part_of_day: nullable(choice(parts_of_day)),
    priority: otherwise(integer(), 3),
    reason: nullable(text(500)),
    status: otherwise(choice(waitlist_states), 'WAITING' as const),
    /** The place that is held, and until when. */
    offer_schedule_id: nullable(ref('clinic_schedules')),
    offer_start: nullable(instant()),
    offer_end: nullable(instant()),
    offer_day: nullable(day()),
    offer_until: nullable(instant()),
    offers_made: otherwise(integer(), 0),
    declines: otherwise(integer(), 0),
    appointment_id: nullable(ref('appointments')),
    end_reason: nullable(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status', 'priority', 'created_at'] },
      { columns: ['offer_schedule_id'], only_where: "status = 'OFFERED'" },
      { columns: ['patient_id'] },
    ],
  },
)
