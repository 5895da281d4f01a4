// Reports of the books (4.11): figures, and a footer that says of which moment they are.

import {
  optional,
  choice,
  Flag,
  Id,
  listOf,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { account_kinds } from '../words.ts'

export const formats = ['json', 'csv', 'pdf'] as const

export const Footer = shape({
  made_at: Text(24, 24),
  made_by: Text(0, 160),
  locked_to: nullable(Text(10, 10)),
  chain_no: Whole(),
  chain_hash: Text(12, 12),
})

const compares = ['previous', 'last_year'] as const
const common = { facility_id: Id, format: choice(formats), lang: choice(languages) }
export const TrialAsked = partial({
  ...common,
  from: BookDay,
  to: BookDay,
  closing_entries: choice(['before', 'after']),
  compare: choice(compares),
})
export type TrialAsked = Static<typeof TrialAsked>

export const IncomeAsked = partial({
  ...common,
  from: BookDay,
  to: BookDay,
  department: Text(1, 120),
  compare: choice(compares),
})
export type IncomeAsked = Static<typeof IncomeAsked>
export const BalanceAsked = partial({ ...common, as_of: BookDay, compare: choice(compares) })
export type BalanceAsked = Static<typeof BalanceAsked>

export const TrialBalance = named(
  'TrialBalance',
  shape({
    from: Text(10, 10),
    to: Text(10, 10),
    closing_entries: choice(['before', 'after']),
    facility_id: nullable(Text(1, 36)),
    rows: listOf(
      shape({
        account_id: Text(1, 36),
        code: Text(0, 20),
        name: Text(1, 120),
        kind: choice(account_kinds),
        /** Debit above 0. */
        opening: Amount,
        debit: Amount,
        credit: Amount,
        closing: Amount,
        /** At the end of the days that it is compared with. */
        compare: optional(Amount),
      }),
      10_000,
    ),
    totals: shape({
      opening: Amount,
      debit: Amount,
      credit: Amount,
      closing: Amount,
      closing_debit: Amount,
      closing_credit: Amount,
    }),
    compared: optional(
      shape({
        from: Text(10, 10),
        to: Text(10, 10),
        closing: Amount,
        closing_debit: Amount,
        closing_credit: Amount,
      }),
    ),
    footer: Footer,
  }),
)
export type TrialBalance = Static<typeof TrialBalance>

const Row = shape({
  account_id: Text(1, 36),
  code: Text(0, 20),
  name: Text(1, 120),
  heading_code: Text(0, 20),
  heading_name: Text(0, 120),
  amount: Amount,
  compare: optional(Amount),
})
const Section = shape({ rows: listOf(Row, 10_000), total: Amount, compare: optional(Amount) })

const results = {
  net_revenue: Amount,
  gross_profit: Amount,
  gross_profit_simple: Amount,
  operating_result: Amount,
  result_before_tax: Amount,
  surplus: Amount,
}
export const IncomeStatement = named(
  'IncomeStatement',
  shape({
    from: Text(10, 10),
    to: Text(10, 10),
    facility_id: nullable(Text(1, 36)),
    department: nullable(Text(0, 120)),
    revenue: Section,
    reductions: Section,
    cost_of_sales: Section,
    other_income: Section,
    operating: Section,
    finance: Section,
    income_tax: Section,
    ...results,
    compared: optional(shape({ from: Text(10, 10), to: Text(10, 10), ...results })),
    footer: Footer,
  }),
)
export type IncomeStatement = Static<typeof IncomeStatement>

export const BalanceSheet = named(
  'BalanceSheet',
  shape({
    as_of: Text(10, 10),
    facility_id: nullable(Text(1, 36)),
    current_assets: Section,
    non_current_assets: Section,
    current_liabilities: Section,
    non_current_liabilities: Section,
    equity: Section,
    result_of_the_year: Amount,
    total_assets: Amount,
    total_liabilities: Amount,
    total_equity: Amount,
    balances: Flag,
    compared: optional(
      shape({
        as_of: Text(10, 10),
        total_assets: Amount,
        total_liabilities: Amount,
        total_equity: Amount,
        result_of_the_year: Amount,
      }),
    ),
    footer: Footer,
  }),
)
export type BalanceSheet = Static<typeof BalanceSheet>
