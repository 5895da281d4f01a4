// Reports as CSV: amounts as plain numbers, so that a sheet adds them up.

import { csvLines } from '../../../../core/csv-lines.ts'
import type { BalanceSheet, IncomeStatement, TrialBalance } from './shapes.ts'

export const trialCsv = ({ rows, totals, compared }: TrialBalance): string =>
  csvLines([
    [
      'code',
      'name',
      'kind',
      'opening',
      'debit',
      'credit',
      'closing',
      ...(compared ? ['compare'] : []),
    ],
    ...rows.map((row) => [
      row.code,
      row.name,
      row.kind,
      row.opening,
      row.debit,
      row.credit,
      row.closing,
      ...(compared ? [row.compare ?? 0] : []),
    ]),
    [
      '',
      'Total',
      '',
      totals.opening,
      totals.debit,
      totals.credit,
      totals.closing,
      ...(compared ? [compared.closing] : []),
    ],
  ])

type Section = IncomeStatement['revenue']

const sectionRows = (name: string, { rows, total, compare }: Section): (string | number)[][] => [
  ...rows.map((row) => [name, row.code, row.name, row.amount, row.compare ?? '']),
  [name, '', 'Total', total, compare ?? ''],
]
const heading = ['section', 'code', 'name', 'amount', 'compare']

export const incomeCsv = (report: IncomeStatement): string =>
  csvLines([
    heading,
    ...sectionRows('Revenue', report.revenue),
    ...sectionRows('Reductions', report.reductions),
    ...sectionRows('Cost of sales', report.cost_of_sales),
    ['', '', 'Gross profit', report.gross_profit, report.compared?.gross_profit ?? ''],
    ...sectionRows('Other income', report.other_income),
    ...sectionRows('Operating', report.operating),
    ...sectionRows('Finance', report.finance),
    ...sectionRows('Income tax', report.income_tax),
    ['', '', 'Surplus', report.surplus, report.compared?.surplus ?? ''],
  ])

export const balanceCsv = (report: BalanceSheet): string =>
  csvLines([
    heading,
    ...sectionRows('Current assets', report.current_assets),
    ...sectionRows('Non-current assets', report.non_current_assets),
    ...sectionRows('Current liabilities', report.current_liabilities),
    ...sectionRows('Non-current liabilities', report.non_current_liabilities),
    ...sectionRows('Equity', report.equity),
    [
      'Equity',
      '',
      'Result of the year',
      report.result_of_the_year,
      report.compared?.result_of_the_year ?? '',
    ],
    ['', '', 'Total assets', report.total_assets, report.compared?.total_assets ?? ''],
  ])

interface Part {
  heading?: string
  columns: readonly { key: string }[]
  rows: readonly (readonly (string | number | null)[])[]
  foot?: readonly (string | number | null)[]
  results?: readonly { label: string; value: number }[]
}

/** A line of heads, and another wherever the columns change; in front stands what the part is of. */
export function partsCsv(parts: readonly Part[]): string {
  let heads = ''
  return parts
    .map((part) => {
      const head = csvLines([['section', ...part.columns.map(({ key }) => key)]])
      const is_new = head !== heads
      heads = head
      const section = part.heading ?? ''
      const body = [...part.rows, ...(part.foot === undefined ? [] : [part.foot])]
      // Results stand under the last column, named beside it.
      const blanks = Array.from({ length: Math.max(0, part.columns.length - 2) }, () => '')
      return `${is_new ? head : ''}${csvLines([
        ...body.map((row) => [section, ...row.map((value) => value ?? '')]),
        ...(part.results ?? []).map(({ label, value }) => [section, ...blanks, label, value]),
      ])}`
    })
    .join('')
}
