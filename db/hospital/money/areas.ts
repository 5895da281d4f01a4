// Prices, bills, drawers, insurance, claims and the books.
// The areas of this wing in order: one leans only on those above it.

export const names = [
  'accounting',
  'policy',
  'tariff',
  'insurance',
  'drawers',
  'billing',
  'expenses',
  'claims',
] as const
