// What goes in and what comes out about referrals.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Email,
  Flag,
  form,
  Id,
  Instant,
  LongText,
  listOf,
  nullable,
  nullAsAbsent,
  named,
  partial,
  Phone,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { AmendReason } from '../amendments/shapes.ts'
import { Overrides, GateResult } from '../gates/shapes.ts'
import { PatientRow } from '../patients/shapes.ts'
import {
  channels,
  directions,
  facility_levels,
  referral_moves,
  referral_states,
  transports,
  urgencies,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { referrals, referral_events, referral_facilities } from './tables.ts'

const referral = fieldsOf(referrals)
const referralEvent = fieldsOf(referral_events)
const referralFacility = fieldsOf(referral_facilities)

const At = Text(24, 24)
const text = (max: number) => optional(nullable(Text(0, max)))
const long = (max = 5000) => optional(nullable(LongText(0, max)))
const out = (max: number) => nullable(Text(0, max))
const outLong = (max = 5000) => nullable(LongText(0, max))
const required = { complaint: 'is required.' }

const Diagnosis = form({
  code: text(40),
  coding_system: text(40),
  title: Text(1, 200),
})

const fields = {
  urgency: optional(nullAsAbsent(choice(urgencies))),
  clinical_summary: long(),
  contact: text(200),
  department: text(120),
  visit_id: optional(nullable(Id)),
  referral_facility_id: optional(nullable(Id)),
  specialty: text(120),
  diagnosis: optional(listOf(Diagnosis, 20)),
  treatment_given: long(),
  investigations: long(),
  vitals_id: optional(nullable(Id)),
  requested_services: long(),
  appointment_at: optional(nullable(Instant)),
  transport: optional(nullable(choice(transports))),
  escort_staff_id: optional(nullable(Id)),
  escort_needs: text(500),
  scheme_referral_no: text(60),
  external_reference: text(60),
  attachment_ids: optional(listOf(Id, 50)),
}

export const ReferralInput = named(
  'ReferralInput',
  form({
    id: optional(Id),
    patient_id: Id,
    facility: Object.assign({ ...Text(1, 160) }, required) as ReturnType<typeof Text>,
    reason: Object.assign({ ...LongText(1, 2000) }, required) as ReturnType<typeof Text>,
    direction: optional(nullAsAbsent(choice(directions))),
    ...fields,
  }),
)
export type ReferralInput = Static<typeof ReferralInput>

const change = {
  facility: optional(Text(1, 160)),
  reason: optional(LongText(1, 2000)),
  ...fields,
}
export const ReferralChange = named('ReferralChange', partial(change))
export type ReferralChange = Static<typeof ReferralChange>

/** The letter’s own reason has another name beside the reason for amending. */
const { reason: _of_the_letter, ...amended } = change
export const ReferralAmend = named('ReferralAmend', form({ ...amended, reason: AmendReason }))
export type ReferralAmend = Static<typeof ReferralAmend>

const Referrer = shape({
  staff_id: out(36),
  name: Text(1, 160),
  cadre: out(80),
  licence_no: out(60),
})
const FeedbackShown = shape({
  at: At,
  by_name: Text(1, 160),
  diagnosis: outLong(),
  treatment: outLong(),
  advice: outLong(),
  follow_up_on: nullable(Day),
  attachment_ids: listOf(Text(1, 36)),
})
const Medicine = shape({ name: Text(1, 200), detail: out(300) })

const shown = {
  ...referral('id', 'number', 'direction', 'status', 'urgency'),
  patient: PatientRow,
  ...referral('visit_id', 'facility', 'referral_facility_id', 'facility_id'),
  ...referral('reason', 'clinical_summary', 'contact', 'department', 'specialty'),
  diagnosis: listOf(
    shape({ code: optional(out(40)), coding_system: optional(out(40)), title: Text(1, 200) }),
  ),
  ...referral('treatment_given', 'investigations', 'vitals_id'),
  ...referral('requested_services', 'appointment_at', 'transport', 'escort_staff_id'),
  ...referral('escort_needs', 'scheme_referral_no', 'external_reference'),
  attachment_ids: listOf(Text(1, 36)),
  referrer: nullable(Referrer),
  ...referral('letter_version', 'sent_at', 'sent_by_channel', 'answered_at', 'answered_by_name'),
  ...referral('decline_reason', 'receiving_clinician', 'departed_at', 'arrived_at'),
  feedback: nullable(FeedbackShown),
  feedback_due_on: nullable(Day),
  feedback_late: Flag,
  ...referral('emergency_id', 'appointment_id', 'arrival_visit_id'),
  ...referral('cancel_reason', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(referral_moves)),
}

export const Referral = named('Referral', shape(shown))
export type Referral = Static<typeof Referral>

export const ReferralWhole = named(
  'ReferralOpened',
  shape({ ...shown, allergies: listOf(Text(1, 300)), medicines: listOf(Medicine) }),
)
export type ReferralWhole = Static<typeof ReferralWhole>

export const Departed = named(
  'ReferralDeparted',
  shape({
    ...shown,
    warnings: listOf(GateResult),
    trip: nullable(shape({ request_id: Text(1, 36), number: Text(1, 40) })),
  }),
)
export const Arrived = named(
  'ReferralArrived',
  shape({
    ...shown,
    visit: nullable(shape({ id: Text(1, 36), number: Text(1, 40), token: out(20) })),
    emergency: nullable(shape({ id: Text(1, 36), number: Text(1, 40) })),
  }),
)

export const ReferralFilters = {
  facility_id: optional(Text(1, 64)),
  direction: optional(choice(directions)),
  status: optional(choice(referral_states)),
  urgency: optional(choice(urgencies)),
  facility: optional(Text(1, 160)),
  department: optional(Text(1, 120)),
  patient_id: optional(Id),
  staff_id: optional(Id),
  feedback_late: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}

export const SendInput = form({ channel: choice(channels), include_sensitive: optional(Flag) })
export type SendInput = Static<typeof SendInput>
export const ResendInput = form({
  facility: optional(Text(1, 160)),
  channel: choice(channels),
  reason: Reason,
  include_sensitive: optional(Flag),
})
export type ResendInput = Static<typeof ResendInput>
export const AcceptInput = form({
  answered_by_name: text(160),
  receiving_clinician: text(160),
  appointment_at: optional(nullable(Instant)),
  note: text(500),
})
export type AcceptInput = Static<typeof AcceptInput>
export const DeclineInput = form({ reason: Reason, answered_by_name: text(160) })
export const DepartInput = form({
  departed_at: optional(nullable(Instant)),
  transport: optional(nullable(choice(transports))),
  escort_staff_id: optional(nullable(Id)),
  overrides: Overrides,
})
export type DepartInput = Static<typeof DepartInput>
export const ArriveInput = form({
  arrived_at: optional(nullable(Instant)),
  service_point_id: optional(nullable(Id)),
})
export type ArriveInput = Static<typeof ArriveInput>
export const FeedbackInput = form({
  diagnosis: long(),
  treatment: long(),
  advice: long(),
  follow_up_on: optional(nullable(Day)),
  by_name: text(160),
  attachment_ids: optional(listOf(Id, 50)),
})
export type FeedbackInput = Static<typeof FeedbackInput>
export const Why = form({ reason: Reason })
export const LetterQuery = form({
  version: optional(Whole(1, 10_000)),
  language: optional(choice(['en', 'sw'])),
})

export const ReferralEvent = named(
  'ReferralEvent',
  shape({
    ...referralEvent('move', 'from_state', 'to_state', 'at', 'by_name', 'reason'),
    changes: nullable(AnyObject),
  }),
)

const directory = {
  name: Text(1, 160),
  code: text(40),
  level: optional(nullable(choice(facility_levels))),
  area_id: optional(nullable(Id)),
  focal_person: text(120),
  phone: optional(nullable(Phone)),
  whatsapp: optional(nullable(Phone)),
  email: optional(nullable(Email)),
  services: optional(listOf(Text(1, 80), 60)),
  languages: optional(listOf(Text(2, 20), 10)),
  active: optional(Flag),
}
export const ReferralFacilityInput = named('ReferralFacilityInput', form(directory))
export type ReferralFacilityInput = Static<typeof ReferralFacilityInput>
export const ReferralFacilityChange = named('ReferralFacilityChange', partial(directory))
export type ReferralFacilityChange = Static<typeof ReferralFacilityChange>

export const ReferralFacility = named(
  'ReferralFacility',
  shape({
    ...referralFacility('id', 'name', 'code', 'level', 'area_id'),
    ...referralFacility('focal_person', 'phone', 'whatsapp', 'email'),
    services: listOf(Text(1, 80)),
    languages: listOf(Text(1, 20)),
    ...referralFacility('active', 'version'),
  }),
)
export type ReferralFacility = Static<typeof ReferralFacility>
export const DirectoryFilters = {
  level: optional(choice(facility_levels)),
  service: optional(Text(1, 80)),
  active: optional(QueryFlag),
}
