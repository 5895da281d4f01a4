export const register_kinds = [
  'OPENING',
  'RECEIPT',
  'ISSUE',
  'ADMINISTERED',
  'SALE',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'RETURN',
  'WASTE',
  'DESTRUCTION',
  'CHECK',
  'CORRECTION',
] as const
export type RegisterKind = (typeof register_kinds)[number]
