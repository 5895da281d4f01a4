// Reports of the books as parts: a part is one table. A file for a sheet and a paper for people are
// made of the same parts, so that both say the same.

import type {
  AgedDebts,
  BudgetActual,
  CashFlow,
  GeneralLedger,
  VatReturn,
} from '../db/hospital/money/accounting/reports/detail-shapes.ts'
import { ages } from '../db/hospital/money/accounting/reports/detail-shapes.ts'
import type {
  BalanceSheet,
  IncomeStatement,
  TrialBalance,
} from '../db/hospital/money/accounting/reports/shapes.ts'
import type { ReconciliationFacts } from '../db/hospital/money/accounting/bank/paper-facts.ts'
import type { BookWords } from './books-words.ts'

export type Value = string | number | null
type Label = { [K in keyof BookWords]: BookWords[K] extends string ? K : never }[keyof BookWords]

export interface BookColumn {
  key: Label
  as: 'text' | 'day' | 'money' | 'percent'
  weight?: number
  /** Carried over from page to page. */
  carried?: boolean
}
export interface Part {
  heading?: string
  columns: readonly BookColumn[]
  rows: readonly (readonly Value[])[]
  foot?: readonly Value[]
  /** Figures that follow the table. */
  results?: readonly Result[]
}
export interface Result {
  label: string
  value: number
  compare?: number | undefined
  strong?: boolean
}
export interface Parts {
  title: string
  facts: readonly (readonly [string, string])[]
  parts: readonly Part[]
  landscape?: boolean
}

export const code: BookColumn = { key: 'code', as: 'text', weight: 1 }
export const name: BookColumn = { key: 'name', as: 'text', weight: 4 }
const money = (key: Label, carried = false): BookColumn => ({ key, as: 'money', carried })
const days = ({ from, to }: { from: string; to: string }) => `${from} – ${to}`

export function trialParts(report: TrialBalance, said: BookWords): Parts {
  const { rows, totals, compared } = report
  return {
    title: said.trial_balance,
    facts: [
      [said.period, days(report)],
      ...(report.closing_entries === 'before' ? [[said.closing_before, ''] as const] : []),
      ...(compared === undefined ? [] : [[said.compared_with, days(compared)] as const]),
    ],
    parts: [
      {
        columns: [
          code,
          name,
          money('opening', true),
          money('debit', true),
          money('credit', true),
          money('closing', true),
          ...(compared === undefined ? [] : [money('compare', true)]),
        ],
        rows: rows.map((row) => [
          row.code,
          row.name,
          row.opening,
          row.debit,
          row.credit,
          row.closing,
          ...(compared === undefined ? [] : [row.compare ?? 0]),
        ]),
        foot: [
          '',
          said.total,
          totals.opening,
          totals.debit,
          totals.credit,
          totals.closing,
          ...(compared === undefined ? [] : [compared.closing]),
        ],
      },
    ],
  }
}

type Section = IncomeStatement['revenue']

function sectionPart(
  heading: string,
  { rows, total, compare }: Section,
  said: BookWords,
  compared: boolean,
  results: readonly Result[] = [],
): Part[] {
  if (rows.length === 0 && results.length === 0) return []
  return [
    {
      heading,
      columns: [code, name, money('amount', true), ...(compared ? [money('compare', true)] : [])],
      rows: rows.map((row) => [
        row.code,
        row.name,
        row.amount,
        ...(compared ? [row.compare ?? 0] : []),
      ]),
      foot: ['', said.total, total, ...(compared ? [compare ?? 0] : [])],
      results,
    },
  ]
}

export function incomeParts(report: IncomeStatement, said: BookWords): Parts {
  const { compared } = report
  type Figure = keyof NonNullable<typeof compared> & Label & keyof IncomeStatement
  const result = (key: Exclude<Figure, 'from' | 'to'>, strong = false): Result => ({
    label: said[key],
    value: report[key],
    compare: compared?.[key],
    strong,
  })
  const part = (
    key:
      | 'revenue'
      | 'reductions'
      | 'cost_of_sales'
      | 'other_income'
      | 'operating'
      | 'finance'
      | 'income_tax',
    ...results: Result[]
  ): Part[] => sectionPart(said[key], report[key], said, compared !== undefined, results)
  return {
    title: said.income_statement,
    facts: [
      [said.period, days(report)],
      ...(report.department === null ? [] : [[said.department, report.department] as const]),
      ...(compared === undefined ? [] : [[said.compared_with, days(compared)] as const]),
    ],
    parts: [
      ...part('revenue'),
      ...part('reductions', result('net_revenue')),
      ...part('cost_of_sales', result('gross_profit')),
      ...part('other_income'),
      ...part('operating', result('operating_result')),
      ...part('finance', result('result_before_tax')),
      ...part('income_tax', result('surplus', true)),
    ],
  }
}

export function balanceParts(report: BalanceSheet, said: BookWords): Parts {
  const { compared } = report
  const result = (
    key: 'result_of_the_year' | 'total_assets' | 'total_liabilities' | 'total_equity',
    strong = false,
  ): Result => ({ label: said[key], value: report[key], compare: compared?.[key], strong })
  const part = (
    key:
      | 'current_assets'
      | 'non_current_assets'
      | 'current_liabilities'
      | 'non_current_liabilities'
      | 'equity',
    ...results: Result[]
  ): Part[] => sectionPart(said[key], report[key], said, compared !== undefined, results)
  return {
    title: said.balance_sheet,
    facts: [
      [said.as_of, report.as_of],
      ...(compared === undefined ? [] : [[said.compared_with, compared.as_of] as const]),
    ],
    parts: [
      ...part('current_assets'),
      ...part('non_current_assets', result('total_assets', true)),
      ...part('current_liabilities'),
      ...part('non_current_liabilities', result('total_liabilities', true)),
      ...part('equity', result('result_of_the_year'), result('total_equity', true)),
    ],
  }
}

export const flowParts = (report: CashFlow, said: BookWords): Parts => ({
  title: report.method === 'direct' ? said.cash_flow_direct : said.cash_flow_indirect,
  facts: [[said.period, days(report)]],
  parts: [
    ...report.sections.map(
      (section): Part => ({
        heading: said.flows[section.class],
        columns: [code, name, money('amount', true)],
        rows: section.rows.map((row) => [row.code, row.name, row.amount]),
        foot: ['', said.total, section.total],
      }),
    ),
    {
      columns: [code, name, money('amount')],
      rows: [],
      results: [
        { label: said.cash_opening, value: report.opening },
        { label: said.cash_change, value: report.change },
        { label: said.cash_closing, value: report.closing, strong: true },
      ],
    },
  ],
})

export const ledgerParts = (report: GeneralLedger, said: BookWords): Parts => ({
  title: said.general_ledger,
  facts: [
    [said.period, days(report)],
    ...(report.department === null ? [] : [[said.department, report.department] as const]),
    [said.page, `${report.meta.current_page} / ${report.meta.last_page}`],
  ],
  landscape: true,
  parts: report.accounts.map((account) => ({
    heading: `${account.code} ${account.name}`,
    columns: [
      { key: 'entry_date', as: 'day', weight: 1 },
      { key: 'reference', as: 'text', weight: 2 },
      { key: 'memo', as: 'text', weight: 5 },
      { key: 'department', as: 'text', weight: 2 },
      money('debit', true),
      money('credit', true),
      money('balance'),
    ],
    rows: [
      ['', '', account.continued ? said.brought : said.opening, '', null, null, account.brought],
      ...account.lines.map((line) => [
        line.entry_date,
        line.reference,
        line.description ?? line.memo,
        line.department ?? '',
        line.debit,
        line.credit,
        line.balance,
      ]),
    ],
    foot: ['', '', said.total, '', account.debit, account.credit, account.closing],
  })),
})

export function debtParts(
  report: AgedDebts,
  said: BookWords,
  title: 'aged_receivables' | 'aged_payables',
): Parts {
  type Group = AgedDebts['groups'][number]
  const columns: BookColumn[] = [
    { key: 'party', as: 'text', weight: 4 },
    ...ages.map((age) => money(age, true)),
    money('total', true),
  ]
  const part = ({ grouping, accounts, rows, totals, ledger, difference }: Group): Part => ({
    heading: `${said.groupings[grouping] ?? grouping} · ${accounts.map((one) => one.code).join(', ')}`,
    columns,
    rows: rows.map((row) => [row.name, ...ages.map((age) => row[age]), row.total]),
    foot: [said.total, ...ages.map((age) => totals[age]), totals.total],
    results:
      difference === 0
        ? []
        : [
            { label: said.in_ledger, value: ledger },
            { label: said.difference, value: difference },
          ],
  })
  return {
    title: said[title],
    facts: [[said.as_of, report.as_of]],
    landscape: true,
    parts: [
      ...report.groups.filter(({ rows, ledger }) => rows.length > 0 || ledger !== 0).map(part),
      {
        columns,
        rows: [],
        foot: [said.total, ...ages.map((age) => report.totals[age]), report.totals.total],
      },
      ...report.credits.filter(({ rows, ledger }) => rows.length > 0 || ledger !== 0).map(part),
    ],
  }
}

export function budgetParts(report: BudgetActual, said: BookWords): Parts {
  const figures: BookColumn[] = [
    money('budget'),
    money('actual'),
    money('committed'),
    money('variance'),
    { key: 'used_pct', as: 'percent' },
  ]
  type Row = BudgetActual['headings'][number]
  const row = (one: Row): Value[] => [
    one.code,
    one.name,
    one.amount,
    one.actual,
    one.committed,
    one.variance,
    one.used_pct,
  ]
  return {
    title: said.budget_actual,
    facts: [
      [
        said.period,
        report.month === null
          ? String(report.year)
          : `${report.year}-${String(report.month).padStart(2, '0')}`,
      ],
      ...(report.department === null ? [] : [[said.department, report.department] as const]),
    ],
    parts: [
      { heading: said.by_account, columns: [code, name, ...figures], rows: report.rows.map(row) },
      {
        heading: said.headings,
        columns: [code, name, ...figures],
        rows: report.headings.map(row),
      },
    ],
  }
}

export function vatParts(report: VatReturn, said: BookWords): Parts {
  const tax: BookColumn[] = [
    { key: 'tax_code', as: 'text', weight: 1 },
    { key: 'name', as: 'text', weight: 3 },
    { key: 'rate', as: 'percent' },
  ]
  return {
    title: said.vat_return,
    facts: [[said.period, `${report.year}-${String(report.month).padStart(2, '0')}`]],
    parts: [
      {
        heading: said.output,
        columns: [
          ...tax,
          money('base', true),
          money('tax', true),
          money('credit_note_base', true),
          money('credit_note_tax', true),
        ],
        rows: report.output.map((one) => [
          one.tax_code,
          one.name,
          one.rate,
          one.base,
          one.tax,
          one.credit_note_base,
          one.credit_note_tax,
        ]),
      },
      {
        heading: said.input,
        columns: [
          ...tax,
          { key: 'recoverable_pct', as: 'percent' },
          money('base', true),
          money('tax', true),
        ],
        rows: report.input.map((one) => [
          one.tax_code,
          one.name,
          one.rate,
          one.recoverable_pct,
          one.base,
          one.tax,
        ]),
        results: [
          { label: said.output, value: report.output_tax },
          { label: said.input, value: report.input_tax },
          { label: said.ledger_amount, value: report.ledger_amount, strong: true },
          ...(report.filing === null
            ? []
            : [{ label: said.filed_amount, value: report.filing.amount_due }]),
        ],
      },
    ],
  }
}

/** What stands between the bank and the books, line by line, and how both come to one figure (ACC-65). */
export function reconciliationParts(report: ReconciliationFacts, said: BookWords): Parts {
  const { outstanding, uncleared, outstanding_payments, uncleared_receipts } = report
  const part = (
    heading: string,
    items: ReconciliationFacts['outstanding'],
    total: number,
  ): Part => ({
    heading,
    columns: [
      { key: 'entry_date', as: 'day', weight: 1 },
      { key: 'reference', as: 'text', weight: 2 },
      { key: 'memo', as: 'text', weight: 4 },
      money('amount', true),
    ],
    rows: items.map((one) => [one.entry_date, one.reference, one.memo, one.amount]),
    ...(items.length === 0 ? {} : { foot: ['', '', said.total, total] }),
  })
  const facts: [string, string | null][] = [
    [said.name, report.account],
    [said.bank, report.bank],
    [said.as_of, report.statement_date],
    [said.state, said.states[report.status] ?? report.status],
    [said.submitted_by, report.submitted_by_name],
    [said.approved_by, report.approved_by_name],
  ]
  return {
    title: said.bank_reconciliation,
    facts: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    parts: [
      part(said.outstanding_payments, outstanding, outstanding_payments),
      part(said.uncleared_receipts, uncleared, uncleared_receipts),
      {
        columns: [],
        rows: [],
        results: [
          { label: said.statement_balance, value: report.closing_balance },
          { label: said.less_payments, value: -outstanding_payments },
          { label: said.plus_receipts, value: uncleared_receipts },
          { label: said.adjusted_bank, value: report.adjusted_bank, strong: true },
          { label: said.book_balance, value: report.book_balance },
          { label: said.difference, value: report.difference, strong: true },
        ],
      },
    ],
  }
}
