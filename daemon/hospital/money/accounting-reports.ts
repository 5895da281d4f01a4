// Reports of the books (accounting 5.9).

import {
  agedPayables,
  agedReceivables,
} from '../../../db/hospital/money/accounting/reports/aged.ts'
import { budgetActual } from '../../../db/hospital/money/accounting/budgets/actual.ts'
import { cashFlow } from '../../../db/hospital/money/accounting/reports/cash-flow.ts'
import {
  AgedDebts,
  BudgetActual,
  BudgetActualAsked,
  CashFlow,
  DebtsAsked,
  FlowAsked,
  GeneralAsked,
  GeneralLedger,
  OwedAsked,
  VatAsked,
  VatReturn,
} from '../../../db/hospital/money/accounting/reports/detail-shapes.ts'
import { generalLedger } from '../../../db/hospital/money/accounting/reports/general-ledger.ts'
import {
  balanceCsv,
  incomeCsv,
  trialCsv,
} from '../../../db/hospital/money/accounting/reports/csv.ts'
import {
  BalanceAsked,
  BalanceSheet,
  IncomeAsked,
  IncomeStatement,
  TrialAsked,
  TrialBalance,
} from '../../../db/hospital/money/accounting/reports/shapes.ts'
import * as reports from '../../../db/hospital/money/accounting/reports/reports.ts'
import { trialBalance } from '../../../db/hospital/money/accounting/reports/trial-balance.ts'
import { vatReturn } from '../../../db/hospital/money/accounting/taxes/vat-return.ts'
import * as books from '../../../templates/books.ts'
import { area } from '../../edge/route.ts'
import { formatted } from './accounting-papers.ts'
import { get } from '../words.ts'

export const door = area('accounting-reports', [
  get('/accounting/reports/trial-balance', {
    summary: 'Trial balance',
    access: 'report:finance',
    opens: 'nobody',
    query: TrialAsked,
    reply: TrialBalance,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'trial-balance', await trialBalance(caller, query), {
        parts: books.trialParts,
        csv: trialCsv,
      }),
  }),
  get('/accounting/reports/income-statement', {
    summary: 'Income statement',
    access: 'report:finance',
    opens: 'nobody',
    query: IncomeAsked,
    reply: IncomeStatement,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'income-statement', await reports.incomeStatement(caller, query), {
        parts: books.incomeParts,
        csv: incomeCsv,
      }),
  }),
  get('/accounting/reports/balance-sheet', {
    summary: 'Balance sheet',
    access: 'report:finance',
    opens: 'nobody',
    query: BalanceAsked,
    reply: BalanceSheet,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'balance-sheet', await reports.balanceSheet(caller, query), {
        parts: books.balanceParts,
        csv: balanceCsv,
      }),
  }),
  get('/accounting/reports/cash-flow', {
    summary: 'Cash flow, direct or indirect',
    access: 'report:finance',
    opens: 'nobody',
    query: FlowAsked,
    reply: CashFlow,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'cash-flow', await cashFlow(caller, query), {
        parts: books.flowParts,
      }),
  }),
  get('/accounting/reports/general-ledger', {
    summary: 'General ledger, in pages of lines',
    access: 'report:finance',
    opens: 'nobody',
    query: GeneralAsked,
    reply: GeneralLedger,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'general-ledger', await generalLedger(caller, query), {
        parts: books.ledgerParts,
      }),
  }),
  get('/accounting/reports/aged-receivables', {
    summary: 'Who owes, and for how long',
    access: 'report:finance',
    opens: 'many',
    audit: 'aged_receivables.read',
    query: DebtsAsked,
    reply: AgedDebts,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'aged-receivables', await agedReceivables(caller, query), {
        parts: (report, said) => books.debtParts(report, said, 'aged_receivables'),
      }),
  }),
  get('/accounting/reports/aged-payables', {
    summary: 'Whom the hospital owes, and for how long',
    access: 'report:finance',
    opens: 'nobody',
    query: OwedAsked,
    reply: AgedDebts,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'aged-payables', await agedPayables(caller, query), {
        parts: (report, said) => books.debtParts(report, said, 'aged_payables'),
      }),
  }),
  get('/accounting/reports/budget-actual', {
    summary: 'Budget against actual',
    access: 'budget:read',
    opens: 'nobody',
    query: BudgetActualAsked,
    reply: BudgetActual,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'budget-actual', await budgetActual(caller, query), {
        parts: books.budgetParts,
      }),
  }),
  get('/accounting/reports/vat-return', {
    summary: 'The VAT return of a month, out of the ledger',
    access: 'report:finance',
    opens: 'nobody',
    query: VatAsked,
    reply: VatReturn,
    run: async ({ caller, query }) =>
      formatted(caller, query, 'vat-return', await vatReturn(caller, query), {
        parts: books.vatParts,
      }),
  }),
])
