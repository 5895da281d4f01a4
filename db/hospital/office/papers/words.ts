// What printed papers are called where anybody may ask whether they are genuine (BIL-161).

/** Letters and digits that nobody takes for one another. */
export const code_letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const code_length = 12

export const paper_states = ['VALID', 'REVERSED', 'CANCELLED', 'CREDITED', 'ENDED'] as const
export type PaperState = (typeof paper_states)[number]
