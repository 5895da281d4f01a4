// What the hospital spends beside purchasing and pay (billing 5.13).

import type { Caller } from '../../../db/core/caller.ts'
import { WithReason } from '../../../db/hospital/money/billing/credit/shapes.ts'
import { MayNote, WithNote } from '../../../db/hospital/money/billing/relief/waiver-shapes.ts'
import * as decisions from '../../../db/hospital/money/expenses/decisions.ts'
import * as drafts from '../../../db/hospital/money/expenses/drafts.ts'
import * as rows from '../../../db/hospital/money/expenses/rows.ts'
import {
  Expense,
  ExpenseChange,
  ExpenseFilters,
  ExpenseInput,
  ExpenseOpened,
  PayExpense,
} from '../../../db/hospital/money/expenses/shapes.ts'
import { VoucherAsked } from '../../../db/hospital/money/billing/papers/words.ts'
import { area } from '../../edge/route.ts'
import { printExpense } from './money-prints.ts'
import { byId, nobodys } from '../words.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(rows.expenseRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  rows.find(caller, (await done).id)

export const door = area('expenses', [
  list('/billing/expenses', {
    summary: 'Expenses; your own without expense:read',
    access: ['expense:read', 'expense:create'],
    filters: ExpenseFilters,
    each: Expense,
    totals: true,
    run: ({ caller, query }) => rows.list(caller, query),
  }),
  create('/billing/expenses', {
    summary: 'Write an expense',
    access: 'expense:create',
    body: ExpenseInput,
    reply: ExpenseOpened,
    says: 'Expense written.',
    async run({ caller, body }) {
      const { expense, warnings } = await drafts.open(caller, body)
      return rows.find(caller, expense.id, warnings)
    },
  }),
  get('/billing/expenses/:id', {
    summary: 'One expense',
    access: ['expense:read', 'expense:create'],
    reply: ExpenseOpened,
    run: ({ caller, params }) => rows.find(caller, params.id),
  }),
  patch('/billing/expenses/:id', {
    summary: 'Change your expense before it is submitted',
    access: 'expense:create',
    record,
    body: ExpenseChange,
    reply: ExpenseOpened,
    says: 'Expense changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/billing/expenses/:id/submit', {
    summary: 'Submit your expense for approval',
    access: 'expense:create',
    record,
    reply: ExpenseOpened,
    says: 'Expense submitted.',
    run: ({ caller, params }) => shown(caller, drafts.submit(caller, params.id)),
  }),
  post('/billing/expenses/:id/approve', {
    summary: 'Approve an expense that somebody else asked for',
    access: 'expense:approve',
    once: true,
    record,
    body: MayNote,
    reply: ExpenseOpened,
    says: 'Expense approved.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.approve(caller, params.id, body.note ?? null)),
  }),
  post('/billing/expenses/:id/reject', {
    summary: 'Reject an expense',
    access: 'expense:approve',
    record,
    body: WithNote,
    reply: ExpenseOpened,
    says: 'Expense rejected.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.reject(caller, params.id, body.note)),
  }),
  post('/billing/expenses/:id/pay', {
    summary: 'Pay an expense; petty cash at once by who may approve it',
    access: 'expense:pay',
    once: true,
    record,
    body: PayExpense,
    reply: ExpenseOpened,
    says: 'Expense paid.',
    run: ({ caller, params, body }) => shown(caller, decisions.pay(caller, params.id, body)),
  }),
  post('/billing/expenses/:id/cancel', {
    summary: 'Cancel an expense that was not paid',
    access: ['expense:create', 'expense:reverse'],
    record,
    body: WithReason,
    reply: ExpenseOpened,
    says: 'Expense cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.cancel(caller, params.id, body.reason)),
  }),
  post('/billing/expenses/:id/reverse', {
    summary: 'Take back an expense that was paid',
    access: 'expense:reverse',
    once: true,
    record,
    body: WithReason,
    reply: ExpenseOpened,
    says: 'Expense reversed.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.reverse(caller, params.id, body.reason)),
  }),
  file('/billing/expenses/:id/voucher', {
    summary: 'The voucher of an approved expense, as a PDF',
    access: 'expense:read',
    record,
    query: VoucherAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printExpense(caller, at, params.id, query),
  }),
])
