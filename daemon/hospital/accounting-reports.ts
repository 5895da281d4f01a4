// Reports of the books (accounting 5.9).

import { balanceCsv, incomeCsv, trialCsv } from '../../db/hospital/accounting/report-csv.ts'
import {
  BalanceAsked,
  BalanceSheet,
  IncomeAsked,
  IncomeStatement,
  TrialAsked,
  TrialBalance,
} from '../../db/hospital/accounting/report-shapes.ts'
import * as reports from '../../db/hospital/accounting/reports.ts'
import { invalid } from '../../db/refusal.ts'
import { AsFile, area } from '../route.ts'
import { get } from './words.ts'

/** JSON in the envelope, or the same figures as a file. */
function formatted<T>(
  report: T,
  name: string,
  { format = 'json' }: { format?: 'json' | 'csv' | 'pdf' },
  csv: (report: T) => string,
): T | AsFile {
  if (format === 'json') return report
  if (format === 'pdf') throw invalid('format', 'must be one of json, csv.')
  return new AsFile({
    content_type: 'text/csv; charset=utf-8',
    bytes: csv(report),
    file_name: `${name}.csv`,
  })
}

export const door = area('accounting-reports', [
  get('/accounting/reports/trial-balance', {
    summary: 'Trial balance',
    access: 'report:finance',
    query: TrialAsked,
    reply: TrialBalance,
    run: async ({ caller, query }) =>
      formatted(await reports.trialBalance(caller, query), 'trial-balance', query, trialCsv),
  }),
  get('/accounting/reports/income-statement', {
    summary: 'Income statement',
    access: 'report:finance',
    query: IncomeAsked,
    reply: IncomeStatement,
    run: async ({ caller, query }) =>
      formatted(await reports.incomeStatement(caller, query), 'income-statement', query, incomeCsv),
  }),
  get('/accounting/reports/balance-sheet', {
    summary: 'Balance sheet',
    access: 'report:finance',
    query: BalanceAsked,
    reply: BalanceSheet,
    run: async ({ caller, query }) =>
      formatted(await reports.balanceSheet(caller, query), 'balance-sheet', query, balanceCsv),
  }),
])
