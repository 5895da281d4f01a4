// The words of products, units and categories (2.1).

export const product_classes = [
  'MEDICINE',
  'SUPPLY',
  'REAGENT',
  'IMAGING',
  'BLOOD',
  'GENERAL',
] as const
export type ProductClass = (typeof product_classes)[number]
export const controlled_schedules = ['NARCOTIC', 'PSYCHOTROPIC', 'PRECURSOR'] as const
export const antibiotic_groups = ['ACCESS', 'WATCH', 'RESERVE'] as const
export const ven_letters = ['V', 'E', 'N'] as const
export const abc_letters = ['A', 'B', 'C'] as const
export const storages = ['ROOM', 'COOL', 'COLD', 'FROZEN'] as const
export const programmes = ['HIV', 'TB', 'MALARIA', 'EPI', 'RCH', 'NTD', 'OTHER'] as const
export const stock_states = ['OUT', 'LOW', 'OK', 'OVER', 'NONE'] as const
