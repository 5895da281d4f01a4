// The words of cover, authorisations and pre-authorisations (billing 2.9, 3.6).

export const cover_reasons = [
  'FULL',
  'PERCENT',
  'COPAY',
  'CEILING',
  'EXCLUDED',
  'WAITING',
  'LIMIT',
  'PREAUTH_MISSING',
  'NOT_LISTED',
  'NO_SCHEME',
] as const
export type CoverReason = (typeof cover_reasons)[number]

export const periods = ['VISIT', 'DAY', 'MONTH', 'YEAR', 'LIFETIME'] as const
export type Period = (typeof periods)[number]

export const rule_sexes = ['Male', 'Female'] as const

/** What a bill is warned of where a scheme pays (2.2). */
export const cover_warnings = [
  'NO_MEMBERSHIP',
  'MEMBERSHIP_LAPSED',
  'SCHEME_LAPSED',
  'PREAUTH_MISSING',
  'CEILING_REACHED',
] as const
export type CoverWarning = (typeof cover_warnings)[number]

export const ceiling_names = ['item', 'day', 'visit', 'admission', 'year'] as const
export type CeilingName = (typeof ceiling_names)[number]

export const authorisation_states = ['ACTIVE', 'PROVISIONAL', 'CANCELLED', 'EXPIRED'] as const

export const preauth_states = [
  'DRAFT',
  'REQUESTED',
  'APPROVED',
  'PARTLY_APPROVED',
  'DECLINED',
  'USED',
  'EXPIRED',
  'CANCELLED',
] as const
export type PreauthState = (typeof preauth_states)[number]
