// The words of receipts (2.8).

export const receipt_kinds = ['PURCHASE', 'DONATION', 'OPENING', 'DIRECT'] as const
export type ReceiptKind = (typeof receipt_kinds)[number]
export const receipt_states = ['DRAFT', 'INSPECTED', 'POSTED', 'REVERSED', 'CANCELLED'] as const
