// The words of the assistant, the chapter's to the letter (care 2.16, 4.19).

export const providers = ['BUILT_IN'] as const
export const note_sexes = ['Male', 'Female', 'Ambiguous'] as const
export const likelihoods = ['LIKELY', 'POSSIBLE', 'LESS_LIKELY'] as const
export const assist_states = ['OK', 'FALLBACK', 'REFUSED', 'FAILED'] as const
export const assist_notice = 'Suggestions to consider. The clinician decides.'
export const no_suggestion = 'No suggestion for this note.'
