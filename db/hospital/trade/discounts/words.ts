// The words of discounts (commercial 2.6).

export const rule_kinds = ['PERCENT', 'AMOUNT'] as const
export const discount_states = ['PENDING', 'APPLIED', 'REFUSED', 'REMOVED'] as const
export const target_types = ['BILL', 'SALE'] as const
export type TargetType = (typeof target_types)[number]
/** What a rule may be for as a whole; else a category, a kind of client or a department. */
export const whole_targets = ['ALL', 'BILL', 'SALE', 'QUOTATION', 'ORDER'] as const
