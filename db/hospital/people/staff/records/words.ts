// The words of staff records (people 2.1, 2.2), the chapter's to the letter.

export const sexes = ['Male', 'Female'] as const
export const residencies = ['RESIDENT', 'NON_RESIDENT'] as const
export const marital_states = ['SINGLE', 'MARRIED', 'DIVORCED', 'WIDOWED'] as const
export const employment_types = ['PERMANENT', 'CONTRACT', 'LOCUM', 'INTERN', 'VOLUNTEER'] as const
export type EmploymentType = (typeof employment_types)[number]
export const staff_states = ['PROBATION', 'ACTIVE', 'SUSPENDED', 'NOTICE', 'EXITED'] as const
export type StaffState = (typeof staff_states)[number]
/** HR-16: who fills a post. */
export const employed_states = ['PROBATION', 'ACTIVE', 'SUSPENDED', 'NOTICE'] as const
/** Who works today. */
export const working_states = ['PROBATION', 'ACTIVE', 'NOTICE'] as const
export const pension_schemes = ['NSSF', 'PSSSF', 'ZSSF', 'NONE'] as const
export const staff_moves_shown = ['confirm', 'transfer', 'promote', 'suspend', 'reinstate'] as const
/** Kinds of promotion: what a grade or title becomes, or what the contract does. */
export const promotion_kinds = ['PROMOTION', 'CONTRACT'] as const

export const posting_kinds = [
  'HIRE',
  'CONFIRM',
  'TRANSFER',
  'PROMOTION',
  'ACTING',
  'DEMOTION',
  'CONTRACT',
  'SUSPENSION',
  'REINSTATEMENT',
  'EXIT',
] as const
export type PostingKind = (typeof posting_kinds)[number]

export const gap_kinds = [
  'LICENCE_EXPIRED',
  'LICENCE_MISSING',
  'CONTRACT_ENDED',
  'WORK_PERMIT_MISSING',
  'WORK_PERMIT_EXPIRED',
  'NO_BANK',
  'NO_TIN',
  'NO_PENSION_NO',
  'NO_NEXT_OF_KIN',
] as const
export type GapKind = (typeof gap_kinds)[number]

/** HR-13. */
export const licence_statuses = ['NOT_NEEDED', 'VALID', 'EXPIRING', 'EXPIRED', 'MISSING'] as const
export type LicenceStatus = (typeof licence_statuses)[number]
