// The chart, wards and beds, nursing, medicines.
// The areas of this wing in order: one leans only on those above it.

export const names = [
  'clinical',
  'chart',
  'wards',
  'notices',
  'records',
  'nursing',
  'consents',
  'certificates',
  'procedures',
  'medicines',
  'home-medicines',
  'immunisation',
  'assistant',
] as const
