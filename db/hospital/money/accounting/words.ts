// The words of the books, as the API says them (accounting 2).

export const account_kinds = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const
export type AccountKind = (typeof account_kinds)[number]
export const account_roles = ['GROUP', 'CONTROL', 'POSTING'] as const
export const statement_sections = ['COST_OF_SALES', 'OPERATING'] as const
export const manual_kinds = ['OPEN', 'SUBLEDGER', 'NEVER'] as const

export const party_kinds = ['PATIENT', 'SCHEME', 'CLIENT', 'SUPPLIER', 'STAFF'] as const
export type PartyKind = (typeof party_kinds)[number]

export const entry_states = ['DRAFT', 'POSTED', 'REVERSED', 'DISCARDED'] as const
export type EntryState = (typeof entry_states)[number]
export const entry_kinds = ['NORMAL', 'OPENING', 'CLOSING', 'REVERSAL'] as const
export type EntryKind = (typeof entry_kinds)[number]

export const year_states = ['PLANNED', 'OPEN', 'CLOSED', 'SEALED'] as const
export const period_states = ['OPEN', 'LOCKED', 'CLOSED', 'FUTURE'] as const

export const exception_scopes = ['LOCK_DATE', 'TAX_LOCK'] as const
export const exception_states = ['REQUESTED', 'ACTIVE', 'EXPIRED', 'REVOKED'] as const

export const budget_states = ['DRAFT', 'APPROVED', 'SUPERSEDED', 'CLOSED'] as const
export const budget_controls = ['IGNORE', 'WARN', 'STOP'] as const
export const commitment_states = ['OPEN', 'SPENT', 'RELEASED'] as const

export const tax_kinds = ['VAT', 'WITHHOLDING', 'LEVY'] as const
export const tax_states = ['CURRENT', 'FUTURE', 'PAST', 'INACTIVE'] as const
export const fiscal_codes = ['A', 'B', 'C', 'D', 'E'] as const
export const filing_states = ['DUE', 'FILED', 'PAID', 'WAIVED', 'AMENDED'] as const
export const filing_rhythms = ['MONTH', 'QUARTER', 'YEAR'] as const

export const funding_kinds = ['cash', 'bank', 'mobile'] as const
export type FundingKind = (typeof funding_kinds)[number]
export const move_kinds = ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER'] as const
export const move_states = ['POSTED', 'IN_TRANSIT', 'RECEIVED', 'REVERSED'] as const

export const statement_formats = ['CSV', 'OFX', 'MT940', 'CAMT053'] as const
export const import_states = ['IMPORTED', 'DISCARDED'] as const
export const statement_states = ['NEW', 'PART_MATCHED', 'MATCHED', 'IGNORED'] as const
export const reconciliation_states = [
  'OPEN',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'DISCARDED',
] as const
