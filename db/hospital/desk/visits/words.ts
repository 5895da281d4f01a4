// The words of visits and their queue, the chapter's to the letter (front office 2.4, 2.5).

import type { Module } from '../../modules.ts'

export const visit_kinds = [
  'OUTPATIENT',
  'FOLLOW_UP',
  'SPECIALIST',
  'EMERGENCY',
  'INPATIENT',
  'DAY_CASE',
  'ANTENATAL',
  'POSTNATAL',
  'CHILD_HEALTH',
  'IMMUNISATION',
  'FAMILY_PLANNING',
  'DENTAL',
  'EYE',
  'PHYSIOTHERAPY',
  'TB',
  'CTC',
  'PROCEDURE',
  'DIAGNOSTIC_ONLY',
  'PHARMACY_ONLY',
  'OUTREACH',
] as const
export type VisitKind = (typeof visit_kinds)[number]

/** Kinds that only a branch with the module opens (VIS-4). */
export const modules_of_kinds: Readonly<Partial<Record<VisitKind, Module>>> = {
  ANTENATAL: 'maternity',
  POSTNATAL: 'maternity',
  TB: 'tb_ctc',
  CTC: 'tb_ctc',
}

export const visit_classes = ['OUTPATIENT', 'INPATIENT', 'EMERGENCY'] as const
export type VisitClass = (typeof visit_classes)[number]

export const visit_states = [
  'REGISTERED',
  'AWAITING_PAYMENT',
  'WAITING',
  'CALLED',
  'IN_SERVICE',
  'ON_HOLD',
  'ADMITTED',
  'CHECKED_OUT',
  'CANCELLED',
] as const
export type VisitState = (typeof visit_states)[number]
export const open_states = visit_states.slice(0, 7)
/** `VIS-12`: in words, as a clerk reads them. */
export const state_words: Readonly<Record<VisitState, string>> = {
  REGISTERED: 'registered',
  AWAITING_PAYMENT: 'awaiting payment',
  WAITING: 'waiting',
  CALLED: 'called',
  IN_SERVICE: 'in service',
  ON_HOLD: 'on hold',
  ADMITTED: 'admitted',
  CHECKED_OUT: 'checked out',
  CANCELLED: 'cancelled',
}

export const attendances = ['NEW', 'REATTENDANCE'] as const
export const priority_reasons = [
  'ACUITY',
  'ELDERLY',
  'PREGNANT',
  'INFANT',
  'DISABILITY',
  'APPOINTMENT',
  'STAFF_DECISION',
] as const
export type PriorityReason = (typeof priority_reasons)[number]
/** Of triage categories 1 to 5. */
export const acuities = ['RED', 'ORANGE', 'YELLOW', 'GREEN', 'BLUE'] as const
export type Acuity = (typeof acuities)[number]

export const hold_reasons = [
  'AWAITING_RESULTS',
  'STEPPED_OUT',
  'NO_SHOW',
  'OBSERVATION',
  'OTHER',
] as const
export type HoldReason = (typeof hold_reasons)[number]
export const outcomes = [
  'TREATED',
  'ADMITTED',
  'REFERRED',
  'LEFT_BEFORE_SEEN',
  'LEFT_AGAINST_ADVICE',
  'ABSCONDED',
  'DIED',
  'AUTO_CLOSED',
] as const
export type Outcome = (typeof outcomes)[number]

export const payer_kinds = ['SELF', 'SCHEME', 'CLIENT', 'OTHER'] as const
export const authorisation_states = [
  'NOT_NEEDED',
  'MISSING',
  'ACTIVE',
  'PROVISIONAL',
  'EXPIRED',
] as const

export const charge_events = ['CONSULTATION', 'FOLLOW_UP', 'EMERGENCY'] as const
export type ChargeEvent = (typeof charge_events)[number]
export const step_whens = [
  'ALWAYS',
  'IF_ORDERS',
  'IF_RESULTS',
  'IF_PRESCRIPTION',
  'IF_BALANCE',
] as const
export type StepWhen = (typeof step_whens)[number]

export const entry_states = [
  'WAITING',
  'CALLED',
  'SERVING',
  'ON_HOLD',
  'DONE',
  'NO_SHOW',
  'TRANSFERRED',
  'CANCELLED',
] as const
export type EntryState = (typeof entry_states)[number]
export const open_entry_states = entry_states.slice(0, 4)

/** What stands in a visit's history (VIS-22). */
export const event_kinds = ['MOVE', 'PAYER', 'PRIORITY', 'TRIAGE', 'CHANGE'] as const
