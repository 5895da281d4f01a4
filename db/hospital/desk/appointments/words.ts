// The words of appointments, the chapter's to the letter (front office 2.8, 3.4).

export const appointment_kinds = [
  'CONSULTATION',
  'FOLLOW_UP',
  'PROCEDURE',
  'ANTENATAL',
  'IMMUNISATION',
  'REVIEW',
  'THEATRE',
] as const
export type AppointmentKind = (typeof appointment_kinds)[number]

export const appointment_states = [
  'REQUESTED',
  'BOOKED',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
] as const
export type AppointmentState = (typeof appointment_states)[number]
/** APT-11: what takes a place in a diary. */
export const taking_states = [
  'REQUESTED',
  'BOOKED',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
] as const
/** What is still to come. */
export const coming_states = ['REQUESTED', 'BOOKED', 'CONFIRMED'] as const

export const channels = ['DESK', 'PHONE', 'PORTAL', 'CLINICIAN', 'REFERRAL'] as const
export const cancellers = ['PATIENT', 'HOSPITAL'] as const
export const resource_kinds = ['CLINICIAN', 'SERVICE_POINT'] as const
export const exception_kinds = ['CLOSED', 'EXTRA', 'CAPACITY'] as const
export const slot_states = ['FREE', 'FULL', 'CLOSED', 'PAST', 'TOO_SOON', 'TOO_FAR'] as const
export const reminder_states = ['PLANNED', 'SENT', 'SUPPRESSED', 'DROPPED'] as const
export const waitlist_states = [
  'WAITING',
  'OFFERED',
  'BOOKED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
] as const
export type WaitlistState = (typeof waitlist_states)[number]
export const parts_of_day = ['MORNING', 'AFTERNOON'] as const
export const appointment_moves = [
  'accept',
  'confirm',
  'reschedule',
  'check in',
  'complete',
  'no-show',
  'cancel',
] as const
