// The words of the expiry board (STK-58).

export const expiry_states = ['expired', 'near', 'at_risk'] as const
export const expiry_buckets = ['EXPIRED', 'D30', 'D60', 'D90', 'D180', 'LATER'] as const
export type ExpiryBucket = (typeof expiry_buckets)[number]
export const expiry_proposals = ['DISPOSE', 'MOVE', 'RETURN', 'USE_FIRST'] as const
export type ExpiryProposal = (typeof expiry_proposals)[number]
