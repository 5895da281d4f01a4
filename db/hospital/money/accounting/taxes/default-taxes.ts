// The rates and the calendar of returns a hospital starts with (2.8): data of the country, which
// the accountant confirms before use (ALL-23).

import type { filing_rhythms, fiscal_codes, tax_kinds } from '../words.ts'

interface Rate {
  code: string
  name: string
  kind: (typeof tax_kinds)[number]
  rate_bp: number
  inclusive?: boolean
  active?: boolean
  fiscal_code?: (typeof fiscal_codes)[number]
  liability: string
  notes?: string
}

interface Kind {
  kind: string
  name: string
  every: (typeof filing_rhythms)[number]
  due_day: number
  accounts: readonly string[]
}

const source = 'As known when Kituo was set up: confirm it with the revenue authority.'

export const default_rates: Readonly<Record<string, readonly Rate[]>> = {
  TZ: [
    {
      code: 'VAT-S',
      name: 'VAT, standard rate',
      kind: 'VAT',
      rate_bp: 1800,
      inclusive: true,
      fiscal_code: 'A',
      liability: '2301',
    },
    {
      code: 'VAT-B',
      name: 'VAT, special rate',
      kind: 'VAT',
      rate_bp: 0,
      active: false,
      fiscal_code: 'B',
      liability: '2301',
    },
    {
      code: 'VAT-Z',
      name: 'VAT, zero rate',
      kind: 'VAT',
      rate_bp: 0,
      fiscal_code: 'C',
      liability: '2301',
    },
    {
      code: 'VAT-R',
      name: 'VAT, special relief',
      kind: 'VAT',
      rate_bp: 0,
      fiscal_code: 'D',
      liability: '2301',
    },
    {
      code: 'VAT-X',
      name: 'VAT, exempt',
      kind: 'VAT',
      rate_bp: 0,
      fiscal_code: 'E',
      liability: '2301',
    },
    {
      code: 'WHT-SERVICE',
      name: 'Withholding tax, services',
      kind: 'WITHHOLDING',
      rate_bp: 500,
      liability: '2305',
    },
    {
      code: 'VATW-GOODS',
      name: 'VAT withheld, goods',
      kind: 'WITHHOLDING',
      rate_bp: 300,
      active: false,
      liability: '2306',
    },
    {
      code: 'VATW-SERVICE',
      name: 'VAT withheld, services',
      kind: 'WITHHOLDING',
      rate_bp: 600,
      active: false,
      liability: '2306',
    },
  ].map((rate) => ({ ...rate, notes: source }) as Rate),
}

export const default_filing_kinds: Readonly<Record<string, readonly Kind[]>> = {
  TZ: [
    {
      kind: 'VAT',
      name: 'Value added tax',
      every: 'MONTH',
      due_day: 20,
      accounts: ['2301', '1303'],
    },
    { kind: 'PAYE', name: 'Pay as you earn', every: 'MONTH', due_day: 7, accounts: ['2303'] },
    {
      kind: 'SDL',
      name: 'Skills development levy',
      every: 'MONTH',
      due_day: 7,
      accounts: ['2304'],
    },
    { kind: 'WHT', name: 'Withholding tax', every: 'MONTH', due_day: 7, accounts: ['2305'] },
    { kind: 'NSSF', name: 'Social security fund', every: 'MONTH', due_day: 15, accounts: ['2402'] },
    { kind: 'PSSSF', name: 'Public service fund', every: 'MONTH', due_day: 15, accounts: [] },
    { kind: 'HESLB', name: 'Student loans board', every: 'MONTH', due_day: 15, accounts: ['2405'] },
    {
      kind: 'NHIF',
      name: 'Staff health insurance',
      every: 'MONTH',
      due_day: 15,
      accounts: ['2403'],
    },
    {
      kind: 'WCF',
      name: 'Workers compensation fund',
      every: 'MONTH',
      due_day: 31,
      accounts: ['2404'],
    },
    {
      kind: 'SERVICE_LEVY',
      name: 'Service levy',
      every: 'QUARTER',
      due_day: 31,
      accounts: ['2308'],
    },
    { kind: 'INCOME_TAX', name: 'Income tax', every: 'YEAR', due_day: 30, accounts: ['2307'] },
  ],
}
