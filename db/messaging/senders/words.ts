export const sender_states = ['approved', 'pending', 'rejected'] as const
export type SenderState = (typeof sender_states)[number]
