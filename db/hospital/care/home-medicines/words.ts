// The words of what patients take at home, the chapter's to the letter (care 2.3).

export const home_sources = ['PATIENT', 'RELATIVE', 'REFERRAL', 'CARD'] as const
export const home_states = ['TAKING', 'STOPPED', 'VOIDED'] as const
export const home_moves = ['stop', 'void'] as const
export const adherences = ['GOOD', 'POOR', 'UNKNOWN'] as const
