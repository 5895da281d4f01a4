// The words of training (people 2.4).

export const training_states = ['PLANNED', 'CURRENT', 'EXPIRING', 'EXPIRED'] as const
export type TrainingState = (typeof training_states)[number]
/** HR-28: what is wrong with a course that must be taken. */
export const gap_states = ['MISSING', 'EXPIRED', 'EXPIRING'] as const
export type TrainingGapState = (typeof gap_states)[number]
