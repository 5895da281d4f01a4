// Samples of reports of the books: a long trial balance, an income statement, a balance sheet.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import type {
  BalanceSheet,
  IncomeStatement,
} from '../db/hospital/money/accounting/reports/shapes.ts'
import { balanceParts, incomeParts, trialParts } from './books.ts'
import { bookPaper } from './books-paper.ts'
import { book_words } from './books-words.ts'
import type { MoneyPaper } from './money-paper.ts'
import type { Paper } from './paper.ts'
import { at } from './samples-frame.ts'

const footer = {
  made_at: at,
  made_by: 'Juma Mushi',
  locked_to: '2026-02-28',
  chain_no: 48_211,
  chain_hash: '7f3c0a91d2be',
}

const trialRows = Array.from({ length: 90 }, (_, index) => ({
  account_id: String(index),
  code: String(1101 + index * 37),
  name:
    index % 9 === 0
      ? `Account ${index} with a name that goes on for two lines`
      : `Account ${index}`,
  kind: 'ASSET' as const,
  opening: 1_000_000 + index,
  debit: 250_000.5,
  credit: 250_000.5,
  closing: 1_000_000 + index,
}))

type Section = IncomeStatement['revenue']
const section = (heading: string, amounts: readonly number[]): Section => ({
  rows: amounts.map((amount, index) => ({
    account_id: `${heading}-${index}`,
    code: String(4101 + index),
    name: `${heading} ${index + 1}`,
    heading_code: '41',
    heading_name: heading,
    amount,
  })),
  total: amounts.reduce((sum, one) => sum + one, 0),
})

const income: IncomeStatement = {
  from: '2026-01-01',
  to: '2026-03-31',
  facility_id: null,
  department: null,
  revenue: section('Patient services', [1_204_550_000, 210_400_000, 88_000_000]),
  reductions: section('Waivers', [4_000_000]),
  cost_of_sales: section('Medicines', [400_000_000, 90_000_000]),
  other_income: section('Grants', [5_000_000]),
  operating: section('Salaries', [500_000_000, 60_000_000, 40_000_000]),
  finance: section('Bank charges', [1_200_000]),
  income_tax: section('Income tax', []),
  net_revenue: 1_498_950_000,
  gross_profit: 1_008_950_000,
  gross_profit_simple: 1_008_950_000,
  operating_result: 413_950_000,
  result_before_tax: 412_750_000,
  surplus: 412_750_000,
  footer,
}

const balance: BalanceSheet = {
  as_of: '2026-03-31',
  facility_id: null,
  current_assets: section('Cash and bank', [900_000_000, 120_000_000]),
  non_current_assets: section('Equipment', [700_000_000]),
  current_liabilities: section('Payables', [300_000_000]),
  non_current_liabilities: section('Loans', [200_000_000]),
  equity: section('Capital', [807_250_000]),
  result_of_the_year: 412_750_000,
  total_assets: 1_720_000_000,
  total_liabilities: 500_000_000,
  total_equity: 1_220_000_000,
  balances: true,
  footer,
}

export function bookSamples(
  head: MoneyPaper['head'],
  language: Language,
): readonly (readonly [string, Paper])[] {
  const said = book_words[language]
  const about = { head, language, branch: null, footer }
  const totals = {
    opening: 0,
    debit: 22_500_045,
    credit: 22_500_045,
    closing: 0,
    closing_debit: 90_004_005,
    closing_credit: 90_004_005,
  }
  const trial = {
    from: '2026-01-01',
    to: '2026-03-31',
    closing_entries: 'after' as const,
    facility_id: null,
    rows: trialRows,
    totals,
    footer,
  }
  return [
    ['trial-balance', bookPaper({ ...trialParts(trial, said), ...about }, said)],
    ['income-statement', bookPaper({ ...incomeParts(income, said), ...about }, said)],
    ['balance-sheet', bookPaper({ ...balanceParts(balance, said), ...about }, said)],
  ]
}
