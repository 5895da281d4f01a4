// What goes in and what comes out about schedules, slots and appointments.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  LongText,
  listOf,
  nullable,
  nullAsAbsent,
  named,
  partial,
  QueryFlag,
  Reason,
  shape,
  some,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../../office/hospitals/words.ts'
import { Override } from '../gates/shapes.ts'
import { PatientRow } from '../patients/register/row-shapes.ts'
import { PayerInput, Ticket, Visit, Warning } from '../visits/shapes.ts'
import {
  appointment_kinds,
  appointment_moves,
  cancellers,
  channels,
  exception_kinds,
  parts_of_day,
  reminder_states,
  resource_kinds,
  slot_states,
  waitlist_states,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import {
  clinic_schedules,
  schedule_exceptions,
  appointments,
  appointment_waitlist,
} from './tables.ts'

const clinicSchedule = fieldsOf(clinic_schedules)
const scheduleException = fieldsOf(schedule_exceptions)
const ofAppointment = fieldsOf(appointments)
const appointmentWaitlist = fieldsOf(appointment_waitlist)

const out = (max: number) => nullable(Text(0, max))
const text = (max: number) => optional(nullable(Text(0, max)))
const At = Text(24, 24)
const Key = Text(1, 36)
const key = optional(nullable(Id))

const minutes = Whole(5, 480)
Object.assign(minutes, { complaint: 'must be from 5 to 480.' })
const slot_minutes = Whole(5, 240)
Object.assign(slot_minutes, { complaint: 'must be from 5 to 240.' })
/** Read by the rule: an instant, or a local time without an offset (APT-10). */
const When = Text(1, 40)
Object.assign(When, { complaint: 'must be a time.' })

const schedule_fields = {
  name: Text(1, 120),
  resource_kind: choice(resource_kinds),
  clinician_id: key,
  service_point_id: key,
  department: Text(1, 120),
  location_id: key,
  kinds: optional(listOf(choice(appointment_kinds), 7)),
  weekdays: some(Whole(1, 7), 7),
  weeks_of_month: optional(nullable(listOf(Whole(1, 5), 5))),
  start_time: Time,
  end_time: Time,
  slot_minutes,
  capacity: optional(Whole(1, 200)),
  overbook_limit: optional(Whole(0, 100)),
  valid_from: Day,
  valid_until: optional(nullable(Day)),
  portal_bookable: optional(Flag),
  requires_confirmation: optional(Flag),
  min_notice_hours: optional(Whole(0, 720)),
  horizon_days: optional(Whole(1, 730)),
}
export const ScheduleInput = named('ScheduleInput', form(schedule_fields))
export type ScheduleInput = Static<typeof ScheduleInput>
export const ScheduleChange = named('ScheduleChange', partial(schedule_fields))
export type ScheduleChange = Static<typeof ScheduleChange>

export const Schedule = named(
  'ClinicSchedule',
  shape({
    ...clinicSchedule('id', 'name', 'resource_kind', 'clinician_id', 'clinician_name'),
    ...clinicSchedule('service_point_id', 'facility_id', 'department', 'location_id'),
    kinds: listOf(choice(appointment_kinds)),
    weekdays: listOf(Whole(1, 7)),
    weeks_of_month: nullable(listOf(Whole(1, 5))),
    start_time: Time,
    end_time: Time,
    ...clinicSchedule('slot_minutes', 'capacity', 'overbook_limit', 'valid_from'),
    ...clinicSchedule('valid_until', 'portal_bookable', 'requires_confirmation'),
    ...clinicSchedule('min_notice_hours', 'horizon_days', 'active', 'version'),
    /** Bookings that no longer fit, of a change. */
    affected: optional(Whole()),
  }),
)
export type Schedule = Static<typeof Schedule>

export const ScheduleFilters = {
  clinician_id: optional(Id),
  service_point_id: optional(Id),
  department: optional(Text(1, 120)),
  active: optional(QueryFlag),
  on: optional(Day),
  facility_id: optional(Id),
}
export const Deactivate = form({ reason: Reason, from: optional(Day) })

export const ExceptionInput = named(
  'ScheduleExceptionInput',
  form({
    schedule_id: key,
    clinician_id: key,
    department: text(120),
    from_date: Day,
    to_date: Day,
    start_time: optional(nullable(Time)),
    end_time: optional(nullable(Time)),
    kind: choice(exception_kinds),
    capacity: optional(nullable(Whole(0, 200))),
    slot_minutes: optional(nullable(slot_minutes)),
    reason: Reason,
    notify: optional(Flag),
  }),
)
export type ExceptionInput = Static<typeof ExceptionInput>

export const ScheduleException = named(
  'ScheduleException',
  shape({
    ...scheduleException('id', 'schedule_id', 'clinician_id', 'department'),
    ...scheduleException('facility_id', 'from_date', 'to_date'),
    start_time: nullable(Time),
    end_time: nullable(Time),
    ...scheduleException('kind', 'capacity', 'slot_minutes', 'reason'),
    ...scheduleException('affected', 'cancelled_at', 'cancel_reason', 'version'),
  }),
)
export type ScheduleException = Static<typeof ScheduleException>
export const ExceptionFilters = {
  schedule_id: optional(Id),
  clinician_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}

export const SlotWords = form({
  clinician_id: optional(Id),
  service_point_id: optional(Id),
  department: optional(Text(1, 120)),
  kind: optional(choice(appointment_kinds)),
  from: Day,
  to: Day,
  free: optional(QueryFlag),
  facility_id: optional(Id),
})
export type SlotWords = Static<typeof SlotWords>

export const Slot = named(
  'Slot',
  shape({
    start: At,
    end: At,
    local: Text(16, 16),
    schedule_id: Key,
    clinician: nullable(shape({ id: Key, name: out(120) })),
    ...clinicSchedule('service_point_id', 'department', 'facility_id', 'location_id', 'capacity'),
    booked: Whole(),
    free: Whole(),
    overbook_left: Whole(),
    status: choice(slot_states),
    closed_reason: out(300),
  }),
)
export type Slot = Static<typeof Slot>

export const AppointmentInput = named(
  'AppointmentInput',
  form({
    id: optional(Id),
    patient_id: Id,
    scheduled_for: When,
    clinician_id: key,
    clinician_name: text(120),
    department: text(120),
    duration_min: optional(nullable(minutes)),
    location_id: key,
    notes: optional(nullable(LongText(0, 5000))),
    reason: text(500),
    kind: optional(nullAsAbsent(choice(appointment_kinds))),
    service_point_id: key,
    follow_up_of: key,
    referral_id: key,
    channel: optional(choice(channels)),
    payer: optional(nullable(AnyObject)),
    remind: optional(Flag),
    waitlist_id: key,
    overrides: optional(listOf(Override, 20)),
  }),
)
export type AppointmentInput = Static<typeof AppointmentInput>

export const Appointment = named(
  'Appointment',
  shape({
    ...ofAppointment('id', 'number', 'status', 'patient_id'),
    patient: PatientRow,
    ...ofAppointment('scheduled_for', 'end_at'),
    local: Text(16, 16),
    duration_min: Whole(),
    ...ofAppointment('kind', 'clinician_id', 'clinician_name', 'department'),
    ...ofAppointment('location_id', 'service_point_id', 'facility_id'),
    ...ofAppointment('schedule_id', 'channel', 'reason', 'notes'),
    payer: nullable(AnyObject),
    ...ofAppointment('remind', 'overbooked', 'follow_up_of', 'referral_id'),
    ...ofAppointment('waitlist_id', 'series_id', 'series_position', 'visit_id'),
    reschedules: listOf(
      shape({ from: At, to: At, by: Text(0, 160), at: At, reason: Text(0, 300) }),
    ),
    reminders: listOf(shape({ at: At, channel: out(20), status: choice(reminder_states) })),
    ...ofAppointment('confirmed_at', 'checked_in_at', 'cancelled_by', 'cancel_reason'),
    ...ofAppointment('missed_contacted', 'needs_rebooking', 'booked_by'),
    moves: listOf(choice(appointment_moves)),
    ...ofAppointment('version', 'created_at', 'updated_at'),
    warnings: optional(listOf(Warning)),
  }),
)
export type Appointment = Static<typeof Appointment>

export const AppointmentChange = named(
  'AppointmentChange',
  partial({
    reason: nullable(Text(0, 500)),
    notes: nullable(LongText(0, 5000)),
    kind: nullAsAbsent(choice(appointment_kinds)),
    payer: nullable(AnyObject),
    remind: Flag,
  }),
)
export type AppointmentChange = Static<typeof AppointmentChange>

export const AppointmentFilters = {
  status: optional(Text(1, 120)),
  patient_id: optional(Id),
  clinician_id: optional(Id),
  staff_id: optional(Id),
  department: optional(Text(1, 120)),
  service_point_id: optional(Id),
  kind: optional(choice(appointment_kinds)),
  channel: optional(choice(channels)),
  needs_rebooking: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}

export const Confirm = form({ channel: optional(choice(channels)) })
export const RescheduleInput = form({
  scheduled_for: When,
  clinician_id: key,
  duration_min: optional(nullable(minutes)),
  reason: Reason,
  overrides: optional(listOf(Override, 20)),
})
export type RescheduleInput = Static<typeof RescheduleInput>
export const Note = form({ note: text(300) })
export const CancelInput = form({ reason: Reason, by: choice(cancellers) })
export const Why = form({ reason: Reason })
export const CheckInInput = form({
  service_point_id: key,
  payer: optional(nullable(PayerInput)),
  overrides: optional(listOf(Override, 20)),
})
export type CheckInInput = Static<typeof CheckInInput>
export const CheckedIn = named(
  'CheckedIn',
  shape({
    appointment: Appointment,
    visit: Visit,
    ticket: nullable(Ticket),
    in_time: Flag,
    warnings: listOf(Warning),
  }),
)
export type CheckedIn = Static<typeof CheckedIn>

export const WaitlistInput = named(
  'WaitlistInput',
  form({
    patient_id: Id,
    clinician_id: key,
    department: Text(1, 120),
    kind: optional(choice(appointment_kinds)),
    earliest_on: optional(nullable(Day)),
    latest_on: optional(nullable(Day)),
    weekdays: optional(nullable(listOf(Whole(1, 7), 7))),
    part_of_day: optional(nullable(choice(parts_of_day))),
    priority: optional(Whole(1, 5)),
    reason: text(500),
  }),
)
export type WaitlistInput = Static<typeof WaitlistInput>
export const WaitlistChange = partial({
  earliest_on: nullable(Day),
  latest_on: nullable(Day),
  weekdays: nullable(listOf(Whole(1, 7), 7)),
  part_of_day: nullable(choice(parts_of_day)),
  priority: Whole(1, 5),
  reason: nullable(Text(0, 500)),
})
export type WaitlistChange = Static<typeof WaitlistChange>
export const WaitlistFilters = {
  status: optional(choice(waitlist_states)),
  department: optional(Text(1, 120)),
  clinician_id: optional(Id),
  patient_id: optional(Id),
  facility_id: optional(Id),
}
export const OfferInput = form({ start: When, schedule_id: Id })
export const DeclineInput = form({ reason: optional(nullable(Text(0, 300))) })

export const WaitlistEntry = named(
  'WaitlistEntry',
  shape({
    ...appointmentWaitlist('id', 'patient_id'),
    patient: PatientRow,
    ...appointmentWaitlist('clinician_id', 'clinician_name', 'department'),
    ...appointmentWaitlist('kind', 'earliest_on', 'latest_on'),
    weekdays: nullable(listOf(Whole(1, 7))),
    ...appointmentWaitlist('part_of_day', 'priority', 'reason', 'status'),
    offer: nullable(
      shape({ start: At, end: At, local: Text(16, 16), schedule_id: Key, until: At }),
    ),
    ...appointmentWaitlist('offers_made', 'appointment_id', 'facility_id', 'version', 'created_at'),
    appointment: optional(Appointment),
  }),
)
export type WaitlistEntry = Static<typeof WaitlistEntry>

export const CardQuery = form({ language: optional(choice(languages)) })
export const DayListQuery = form({
  date: Day,
  clinician_id: optional(Id),
  department: optional(Text(1, 120)),
  language: optional(choice(languages)),
})
