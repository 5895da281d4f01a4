export const store_kinds = [
  'MAIN',
  'PHARMACY',
  'WARD',
  'THEATRE',
  'LABORATORY',
  'IMAGING',
  'BLOOD_BANK',
  'KITCHEN',
  'MAINTENANCE',
  'OTHER',
] as const
