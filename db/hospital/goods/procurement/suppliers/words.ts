// The words of suppliers (2.8).

export const supplier_kinds = [
  'MSD',
  'WHOLESALER',
  'MANUFACTURER',
  'DONOR',
  'SERVICE',
  'OTHER',
] as const
export const supplier_states = ['ACTIVE', 'BLOCKED', 'INACTIVE'] as const
