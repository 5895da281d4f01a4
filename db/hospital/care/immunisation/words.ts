// The words of vaccines, the chapter's to the letter (care 2.13).

export const immunisation_states = ['GIVEN', 'VOIDED'] as const
export const vial_states = ['OPEN', 'FINISHED', 'DISCARDED'] as const
export const strategies = ['FIXED', 'OUTREACH', 'MOBILE', 'SCHOOL', 'CAMPAIGN'] as const
/** Given here; read from a card; told by the patient or the mother. */
export const dose_origins = ['HERE', 'CARD', 'REPORTED'] as const
export type DoseOrigin = (typeof dose_origins)[number]
export const waste_reasons = ['TIME', 'VVM', 'BROKEN', 'CONTAMINATED', 'FROZEN'] as const
export const deferral_kinds = ['CONTRAINDICATED', 'DEFERRED', 'REFUSED'] as const
/** What is looked for as due. */
export const due_now = ['DUE', 'OVERDUE'] as const
