// The words of training (people 2.4).

export const training_states = ['PLANNED', 'CURRENT', 'EXPIRING', 'EXPIRED'] as const
export type TrainingState = (typeof training_states)[number]
