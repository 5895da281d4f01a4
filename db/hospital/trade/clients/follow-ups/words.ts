// The words of follow-ups and of the log of contacts (commercial 2.7).

export const follow_up_states = ['OPEN', 'DONE', 'CANCELLED'] as const
export const follow_up_sources = ['MANUAL', 'QUOTATION', 'CONTRACT', 'COMPLAINT', 'DEBT'] as const
export type FollowUpSource = (typeof follow_up_sources)[number]
