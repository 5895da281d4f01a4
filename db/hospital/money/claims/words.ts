// The words of claims, batches, remittances and denials (billing 2.9, 3.6).

export const claim_states = [
  'DRAFT',
  'READY',
  'BATCHED',
  'SUBMITTED',
  'ACCEPTED',
  'REJECTED',
  'PART_PAID',
  'PAID',
  'DENIED',
  'APPEALED',
  'DENIED_FINAL',
  'CLOSED',
  'CANCELLED',
] as const
export type ClaimState = (typeof claim_states)[number]
/** Where lines still come and go. */
export const early_states: readonly ClaimState[] = ['DRAFT', 'READY', 'REJECTED']
/** What money may be entered for (BIL-121). */
export const payable_states: readonly ClaimState[] = [
  'SUBMITTED',
  'ACCEPTED',
  'PART_PAID',
  'APPEALED',
]

export const batch_states = ['OPEN', 'SEALED', 'SUBMITTED', 'PART_SETTLED', 'SETTLED'] as const
export type BatchState = (typeof batch_states)[number]

export const remittance_states = ['DRAFT', 'POSTED', 'REVERSED'] as const
export type RemittanceState = (typeof remittance_states)[number]

export const patient_types = ['OUT', 'IN'] as const
export const diagnosis_states = ['PROVISIONAL', 'FINAL'] as const

export const decisions = ['NONE', 'APPEAL', 'ACCEPT', 'PATIENT'] as const
export type Decision = (typeof decisions)[number]

export const reason_kinds = [
  'TECHNICAL',
  'CLINICAL',
  'PRICE',
  'ELIGIBILITY',
  'DUPLICATE',
  'LATE',
  'OTHER',
] as const
export type ReasonKind = (typeof reason_kinds)[number]

/** BIL-112: everything that keeps a claim from being READY. */
export const claim_errors = [
  'NO_CARD',
  'NO_AUTHORISATION',
  'NO_DIAGNOSIS',
  'NO_FINAL_DIAGNOSIS',
  'NO_ITEM',
  'ITEM_NOT_DONE',
  'STAY_OPEN',
  'NO_PRACTITIONER',
  'NO_SIGNATURE',
  'NO_SCHEME_CODE',
  'AMOUNT',
  'PREAUTH_MISSING',
  'DUPLICATE',
  'DATES',
  'SEX_AGE',
  'LATE',
  /** What a scheme said when it rejected a claim. */
  'REJECTED',
] as const
export type ClaimErrorCode = (typeof claim_errors)[number]

export interface ClaimError {
  code: ClaimErrorCode
  message: string
  line_id?: string | null
}

export interface Diagnosis {
  code: string
  system: string
  rank: number
  status: (typeof diagnosis_states)[number]
}
