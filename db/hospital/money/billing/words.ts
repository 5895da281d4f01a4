// The words of bills and their lines (billing 2.2, 3.1, 3.2).

export const bill_states = [
  'DRAFT',
  'ISSUED',
  'PART_PAID',
  'SETTLED',
  'CREDITED',
  'WRITTEN_OFF',
  'CANCELLED',
  'DISCARDED',
] as const
export type BillState = (typeof bill_states)[number]
/** Where something is still to be paid. */
export const open_states: readonly BillState[] = ['ISSUED', 'PART_PAID']
/** What counts no more. */
export const dead_states: readonly BillState[] = ['CANCELLED', 'DISCARDED']

export const bill_kinds = ['VISIT', 'SALE', 'ORDER', 'MANUAL'] as const
export const payer_kinds = ['SELF', 'SCHEME', 'CLIENT', 'OTHER'] as const
export type PayerKind = (typeof payer_kinds)[number]

export const service_states = ['PENDING', 'AUTHORISED', 'DONE', 'CANCELLED', 'RETURNED'] as const

export const authorised_by = [
  'PAID',
  'COVERED',
  'WAIVED',
  'CREDIT',
  'INPATIENT',
  'EMERGENCY',
  'OVERRIDE',
  'NOT_REQUIRED',
] as const

export const categories = [
  'Consultation',
  'Laboratory',
  'Radiology',
  'Procedure',
  'Pharmacy',
  'Bed',
  'Theatre',
  'Nursing',
  'Other',
] as const

export const bill_warnings = [
  'UNPRICED',
  'NO_MEMBERSHIP',
  'MEMBERSHIP_LAPSED',
  'SCHEME_LAPSED',
  'PREAUTH_MISSING',
  'CEILING_REACHED',
  'CLIENT_ON_HOLD',
  'OTHER_PAYER',
  'UNKNOWN_DEPARTMENT',
] as const
export type BillWarning = (typeof bill_warnings)[number]

/** Found anew with every change of lines; the others stay where they were put. */
export const computed_warnings: readonly BillWarning[] = [
  'UNPRICED',
  'OTHER_PAYER',
  'NO_MEMBERSHIP',
  'MEMBERSHIP_LAPSED',
  'PREAUTH_MISSING',
  'CEILING_REACHED',
]

/** BIL-25: why a line is cleared, or is not. */
export const reasons = [
  'PAID',
  'COVERED',
  'WAIVED',
  'CREDIT',
  'NOT_REQUIRED',
  'OVERRIDE',
  'EMERGENCY',
  'NOT_CHARGED',
  'UNPAID',
  'UNPRICED',
  'DIFFERENCE_NOT_ACCEPTED',
] as const
export type ClearanceReason = (typeof reasons)[number]

/** What visits themselves bring on the bill (BIL-5). */
export const charge_rule = 'CHARGE_RULE'
export const charge_events = [
  'REGISTRATION',
  'CONSULTATION',
  'FOLLOW_UP',
  'EMERGENCY',
  'ADMISSION',
] as const
export type ChargeEvent = (typeof charge_events)[number]

/** A party owes it to the hospital, or has it there. */
export const standings = ['debt', 'held'] as const
export type Standing = (typeof standings)[number]
