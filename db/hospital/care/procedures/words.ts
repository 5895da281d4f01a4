// The words of procedure orders, the chapter's to the letter (care 2.1 ProcedureOrder, 3.2).

export const order_urgencies = ['ROUTINE', 'URGENT', 'STAT'] as const
export const order_states = ['REQUESTED', 'DONE', 'CANCELLED'] as const
export const order_moves = ['perform', 'cancel'] as const
