// The words of prescriptions, the chapter's to the letter (care 2.7, 3.3).

export const prescription_kinds = ['OUTPATIENT', 'INPATIENT', 'DISCHARGE', 'EMERGENCY'] as const
export type PrescriptionKind = (typeof prescription_kinds)[number]

export const prescription_states = [
  'DRAFT',
  'TO_COSIGN',
  'ACTIVE',
  'ON_HOLD',
  'COMPLETED',
  'STOPPED',
  'CANCELLED',
  'EXPIRED',
] as const
export type PrescriptionState = (typeof prescription_states)[number]

export const item_states = [...prescription_states, 'VOIDED'] as const
export type ItemState = (typeof item_states)[number]
/** Of what is taken, or will be again. */
export const live_items = ['ACTIVE', 'ON_HOLD'] as const

export const item_actions = ['NEW', 'REVISE', 'DISCONTINUE', 'RENEW'] as const
export const first_doses = ['NEXT_SLOT', 'NOW'] as const
export const substitutions = ['ALLOWED', 'NOT_ALLOWED'] as const
export const dispensed_words = ['NONE', 'PARTIAL', 'FULL', 'NOT_NEEDED'] as const
export const stop_reasons = [
  'COMPLETED',
  'INEFFECTIVE',
  'ADVERSE_REACTION',
  'ALLERGY',
  'INTERACTION',
  'PREGNANCY',
  'NOT_TOLERATED',
  'CHANGED',
  'DISCHARGED',
  'DIED',
  'ERROR',
  'OUT_OF_STOCK',
  'REFUSED',
  'OTHER',
] as const
export type StopReason = (typeof stop_reasons)[number]
export const void_reasons = ['WRONG_PATIENT', 'WRONG_ENTRY'] as const
/** Of labels and of what the patient reads. */
export const label_languages = ['en', 'sw'] as const
export type LabelLanguage = (typeof label_languages)[number]

/** For the pharmacy that the patient goes to (CAR-74). */
export const prescription_copies = ['own_pharmacy'] as const
export type PrescriptionCopy = (typeof prescription_copies)[number]
