// The words of the chart, the chapter's to the letter (care 2.3, 3.2).

export const substance_kinds = ['INGREDIENT', 'CLASS', 'FOOD', 'ENVIRONMENT', 'OTHER'] as const
export const allergy_severities = ['MILD', 'MODERATE', 'SEVERE', 'LIFE_THREATENING'] as const
export type AllergySeverity = (typeof allergy_severities)[number]
export const allergy_certainties = ['SUSPECTED', 'CONFIRMED', 'REFUTED'] as const
export const allergy_states = ['ACTIVE', 'REFUTED', 'VOIDED'] as const
export const allergy_sources = ['PATIENT', 'RELATIVE', 'OBSERVED', 'REFERRAL', 'RETURN'] as const
export type AllergySource = (typeof allergy_sources)[number]
export const allergy_moves = ['refute', 'void'] as const

export const problem_states = ['ACTIVE', 'INACTIVE', 'RESOLVED', 'VOIDED'] as const
export const problem_moves = ['deactivate', 'reactivate', 'resolve', 'void'] as const
export const chart_sensitivities = ['NORMAL', 'RESTRICTED'] as const

export const pregnant_words = ['YES', 'NO', 'UNKNOWN'] as const
export const pregnancy_bases = ['TEST', 'HISTORY', 'ULTRASOUND', 'PROGRAMME'] as const
