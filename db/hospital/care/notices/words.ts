// The words of notifiable diseases, the chapter's to the letter (care 2.5, 3.2).

export const notice_states = ['OPEN', 'SENT', 'CLOSED'] as const
export const notice_moves = ['send', 'close', 'discard'] as const
export const classifications = ['SUSPECTED', 'PROBABLE', 'CONFIRMED', 'DISCARDED'] as const
export const sent_ways = ['PHONE', 'SMS', 'EMAIL', 'SYSTEM', 'PAPER'] as const
export const disease_levels = ['IMMEDIATE', 'WEEKLY'] as const
