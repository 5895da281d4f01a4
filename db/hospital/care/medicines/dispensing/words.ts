// The words of the pharmacy, the chapter's to the letter (care 2.8, 3.4).

export const dispense_kinds = ['OUTPATIENT', 'WARD', 'DISCHARGE', 'REFILL', 'OWED'] as const
export type DispenseKind = (typeof dispense_kinds)[number]
export const dispense_states = [
  'QUEUED',
  'VERIFIED',
  'PICKED',
  'HANDED_OVER',
  'ON_HOLD',
  'CANCELLED',
  'REVERSED',
] as const
export type DispenseState = (typeof dispense_states)[number]
export const open_dispenses = ['QUEUED', 'VERIFIED', 'PICKED', 'ON_HOLD'] as const

export const payment_states = [
  'NOT_PRICED',
  'UNPAID',
  'PART_PAID',
  'SETTLED',
  'COVERED',
  'EXEMPT',
  'ON_ACCOUNT',
  'BYPASSED',
] as const
export type PaymentState = (typeof payment_states)[number]

export const line_outcomes = [
  'SUPPLY',
  'OUT_OF_STOCK',
  'NOT_SUPPLIED',
  'DECLINED',
  'OWN_SUPPLY',
] as const
export type LineOutcome = (typeof line_outcomes)[number]
export const not_supplied_reasons = [
  'INTERACTION',
  'ALLERGY',
  'DUPLICATE',
  'PREGNANCY',
  'UNCLEAR',
  'TOO_EARLY',
  'OTHER',
] as const
export const substitution_kinds = ['BRAND', 'STRENGTH', 'FORM', 'THERAPEUTIC'] as const
export const owed_words = ['NONE', 'KEEP', 'DROP'] as const
export const owed_states = ['OWED', 'READY', 'SUPPLIED', 'EXPIRED', 'CANCELLED'] as const
export type OwedState = (typeof owed_states)[number]

export const return_sources = ['WARD', 'PATIENT'] as const
export const return_states = ['REQUESTED', 'ACCEPTED', 'REJECTED'] as const
export type ReturnState = (typeof return_states)[number]
export const return_reasons = [
  'STOPPED',
  'DISCHARGED',
  'DIED',
  'CHANGED',
  'REFUSED',
  'DISPENSING_ERROR',
  'EXPIRED',
  'DAMAGED',
] as const
export const return_conditions = ['UNOPENED', 'OPENED', 'DAMAGED'] as const
export const return_places = ['SHELF', 'QUARANTINE', 'DISPOSAL'] as const
