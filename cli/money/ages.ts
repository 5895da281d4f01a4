// What is owed by the age of the debt, as every list of debtors shows it.

import { sum } from './money.ts'

export const ages = ['not_due', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over_180'] as const
type Aged = Readonly<Record<(typeof ages)[number], number>>

const titles = {
  not_due: 'Not due',
  d1_30: '1–30',
  d31_60: '31–60',
  d61_90: '61–90',
  d91_180: '91–180',
  over_180: 'Over 180',
} as const satisfies Record<keyof Aged, string>

export const aged = ages.map((age) => [titles[age], (row: Aged) => sum(row[age])] as const)
