// What was done and brought no money, or money that nothing was done for (BIL-138).

/** Found by what areas did, and mended by charging it now. */
export const uncharged_kinds = [
  'DONE_NOT_CHARGED',
  'STOCK_NOT_CHARGED',
  'BED_NIGHT_NOT_CHARGED',
  'VISIT_WITHOUT_CONSULTATION',
] as const
/** Found on a line that stands. */
export const line_kinds = [
  'QUANTITY_DIFFERS',
  'UNPRICED',
  'ZERO_PRICED',
  'DONE_UNPAID',
  'PAID_NOT_DONE',
] as const
export const leakage_kinds = [...uncharged_kinds, ...line_kinds, 'DRAFT_OLD'] as const
export type LeakageKind = (typeof leakage_kinds)[number]
export type UnchargedKind = (typeof uncharged_kinds)[number]
export type LineKind = (typeof line_kinds)[number]

export const leakage_states = ['OPEN', 'GONE', 'BILLED', 'EXPLAINED'] as const
export type LeakageState = (typeof leakage_states)[number]

export const isUncharged = (kind: LeakageKind): kind is UnchargedKind =>
  (uncharged_kinds as readonly string[]).includes(kind)
