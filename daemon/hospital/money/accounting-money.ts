// Budgets, taxes and funding (accounting 5.3, 5.5, 5.6).

import {
  Budget,
  BudgetFilters,
  BudgetInput,
} from '../../../db/hospital/money/accounting/budgets/shapes.ts'
import * as budgets from '../../../db/hospital/money/accounting/budgets/budgets.ts'
import * as filing_moves from '../../../db/hospital/money/accounting/taxes/filing-moves.ts'
import * as filings from '../../../db/hospital/money/accounting/taxes/filings.ts'
import * as funding from '../../../db/hospital/money/accounting/funding/funding.ts'
import * as moves from '../../../db/hospital/money/accounting/funding/moves.ts'
import {
  FundingAccount,
  FundingFilters,
  FundingInput,
  FundingMove,
  MoveFilters,
  MoveRequest,
  Received,
} from '../../../db/hospital/money/accounting/funding/shapes.ts'
import * as rates from '../../../db/hospital/money/accounting/taxes/rates.ts'
import {
  FileInput,
  Filing,
  FilingBrief,
  FilingChange,
  FilingFilters,
  FilingInput,
  PayInput,
  TaxFilters,
  TaxRate,
  TaxRateChange,
  TaxRateInput,
  WaiveInput,
} from '../../../db/hospital/money/accounting/taxes/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, listed, patch, post } = nobodys

const filing = byId(filings.filingRecord.get)

export const door = area('accounting-money', [
  list('/accounting/budgets', {
    summary: 'Budgets beside what was spent',
    access: 'budget:read',
    filters: BudgetFilters,
    each: Budget,
    totals: true,
    run: ({ caller, query }) => budgets.list(caller, query),
  }),
  create('/accounting/budgets', {
    summary: 'Write a budget',
    access: 'budget:manage',
    body: BudgetInput,
    reply: Budget,
    says: 'Budget written.',
    run: ({ caller, body }) => budgets.open(caller, body),
  }),
  post('/accounting/budgets/:id/approve', {
    summary: 'Approve a budget',
    access: 'budget:approve',
    reply: Budget,
    says: 'Budget approved.',
    run: ({ caller, params }) => budgets.approve(caller, params.id),
  }),
  list('/accounting/tax-rates', {
    summary: 'Tax rates',
    access: 'tax:read',
    filters: TaxFilters,
    each: TaxRate,
    run: ({ caller, query }) => rates.list(caller, query),
  }),
  create('/accounting/tax-rates', {
    summary: 'Add a tax rate',
    access: 'tax:manage',
    body: TaxRateInput,
    reply: TaxRate,
    says: 'Tax rate added.',
    run: ({ caller, body }) => rates.open(caller, body),
  }),
  patch('/accounting/tax-rates/:id', {
    summary: 'Change a tax rate; one in use is followed by another',
    access: 'tax:manage',
    record: byId(rates.taxRateRecord.get),
    body: TaxRateChange,
    reply: TaxRate,
    says: 'Tax rate changed.',
    run: ({ caller, params, body }) => rates.change(caller, params.id, body),
  }),
  list('/accounting/filings', {
    summary: 'Tax returns',
    access: 'filing:read',
    filters: FilingFilters,
    each: FilingBrief,
    run: ({ caller, query }) => filings.list(caller, query),
  }),
  create('/accounting/filings', {
    summary: 'Record a return before it is due',
    access: 'filing:manage',
    body: FilingInput,
    reply: Filing,
    says: 'Return recorded.',
    run: ({ caller, body }) => filings.open(caller, body),
  }),
  patch('/accounting/filings/:id', {
    summary: 'Change a return that is due',
    access: 'filing:manage',
    record: filing,
    body: FilingChange,
    reply: Filing,
    says: 'Return changed.',
    run: ({ caller, params, body }) => filings.change(caller, params.id, body),
  }),
  post('/accounting/filings/:id/file', {
    summary: 'File a return',
    access: 'filing:file',
    record: filing,
    body: FileInput,
    reply: Filing,
    says: 'Return filed.',
    once: true,
    run: ({ caller, params, body }) => filing_moves.file(caller, params.id, body),
  }),
  post('/accounting/filings/:id/pay', {
    summary: 'Pay a return',
    access: 'filing:pay',
    record: filing,
    body: PayInput,
    reply: Filing,
    says: 'Return paid.',
    once: true,
    run: ({ caller, params, body }) => filing_moves.pay(caller, params.id, body),
  }),
  post('/accounting/filings/:id/waive', {
    summary: 'Waive a return',
    access: 'filing:waive',
    record: filing,
    body: WaiveInput,
    reply: Filing,
    says: 'Return waived.',
    once: true,
    run: ({ caller, params, body }) => filing_moves.waive(caller, params.id, body.reason),
  }),
  listed('/accounting/funding-accounts', {
    summary: 'Bank, cash and mobile accounts',
    access: 'funding:read',
    query: FundingFilters,
    each: FundingAccount,
    run: ({ caller, query }) => funding.list(caller, query),
  }),
  create('/accounting/funding-accounts', {
    summary: 'Open a funding account',
    access: 'funding:manage',
    body: FundingInput,
    reply: FundingAccount,
    says: 'Funding account opened.',
    run: ({ caller, body }) => funding.open(caller, body),
  }),
  list('/accounting/funding-moves', {
    summary: 'Moves of money between accounts',
    access: 'funding:read',
    filters: MoveFilters,
    each: FundingMove,
    run: ({ caller, query }) => moves.list(caller, query),
  }),
  create('/accounting/funding-moves/deposit', {
    summary: 'Money into an account from outside',
    access: 'funding:move',
    body: MoveRequest,
    reply: FundingMove,
    says: 'Deposit booked.',
    once: true,
    run: ({ caller, body }) => moves.deposit(caller, body),
  }),
  create('/accounting/funding-moves/withdraw', {
    summary: 'Money out of an account',
    access: 'funding:move',
    body: MoveRequest,
    reply: FundingMove,
    says: 'Withdrawal booked.',
    once: true,
    run: ({ caller, body }) => moves.withdraw(caller, body),
  }),
  create('/accounting/funding-moves/transfer', {
    summary: 'Money from one account to another',
    access: 'funding:move',
    body: MoveRequest,
    reply: FundingMove,
    says: 'Transfer booked.',
    once: true,
    run: ({ caller, body }) => moves.transfer(caller, body),
  }),
  post('/accounting/funding-moves/:id/receive', {
    summary: 'Receive what another branch sent',
    access: 'funding:move',
    record: byId(moves.fundingMoveRecord.locked),
    body: Received,
    reply: FundingMove,
    says: 'Received.',
    once: true,
    run: ({ caller, params, body }) => moves.receive(caller, params.id, body.amount),
  }),
])
