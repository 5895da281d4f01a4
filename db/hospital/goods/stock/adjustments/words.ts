export const directions = ['IN', 'OUT', 'BOTH'] as const
export const approval_needs = ['always', 'above', 'never'] as const
export const adjustment_states = ['DRAFT', 'SUBMITTED', 'POSTED', 'REJECTED', 'CANCELLED'] as const
/** Where a shipped reason's value goes: a role of the ledger, or the cost of the product's class. */
export const reason_sides = ['cost', 'expired', 'damaged', 'lost', 'count_difference'] as const
