// The words of batches and moves (2.2).

export const move_kinds = [
  'OPENING',
  'RECEIPT',
  'DISPENSE',
  'SALE',
  'DELIVERY',
  'WARD_USE',
  'ISSUE',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'ADJUST_IN',
  'ADJUST_OUT',
  'COUNT',
  'RETURN_IN',
  'SUPPLIER_RETURN',
  'DISPOSAL',
  'REVERSAL',
] as const
export type MoveKind = (typeof move_kinds)[number]

export const batch_states = ['AVAILABLE', 'ON_HOLD', 'RECALLED', 'EXPIRED'] as const
export const fundings = ['OWN', 'DONATED', 'PROGRAMME'] as const
export type Funding = (typeof fundings)[number]

/** What another area may ask goods for (STK-160), as it is called in its own words. */
export const issue_kinds = ['DISPENSE', 'SALE', 'DELIVERY', 'WARD_USE', 'ISSUE'] as const
export type IssueKind = (typeof issue_kinds)[number]
