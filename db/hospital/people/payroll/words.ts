// The words of pay (people 2.9).

export const component_kinds = ['EARNING', 'DEDUCTION', 'EMPLOYER'] as const
export const calculations = [
  'FIXED',
  'PCT_OF_BASIC',
  'PCT_OF_GROSS',
  'UNITS_X_RATE',
  'STATUTORY',
  'LOAN',
  'SYSTEM',
] as const
export const bases = ['GROSS', 'BASIC', 'PENSIONABLE', 'TAXABLE'] as const
export type Base = (typeof bases)[number]
export const pay_flags = ['nhif', 'heslb', 'union'] as const
