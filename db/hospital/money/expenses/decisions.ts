// Approving, paying and taking back expenses (3.8, BIL-129 to BIL-132, P-47, P-48).

import { asks, type Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { booksOf } from '../accounting/books.ts'
import { labelOf } from '../accounting/chart/chart.ts'
import { lockHead, post } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { type OtherDrawers, reverse as reverseEntry } from '../accounting/posting/reverse.ts'
import { portion } from '../billing/amounts.ts'
import { anotherPerson } from '../billing/decide.ts'
import { money_methods, type MoneyMethod } from '../billing/payments/words.ts'
import { sourceOf, wentOut } from '../billing/refunds/pay-out.ts'
import { tillOf } from '../drawers/cash.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { policyOf } from '../policy/policy.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { approvedLines, paidLines } from './ledger.ts'
import { accountOf, budgetOf, own, rateOf } from './drafts.ts'
import { expenseRecord, type ExpenseRow, keyOfPayee } from './rows.ts'
import type { PayExpense } from './shapes.ts'

export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<ExpenseRow> {
  const before = await expenseRecord.begin(caller, id, 'approve')
  await mayApprove(caller, before)
  const { expense_second_limit } = await policyOf(caller)
  const amount = before.amount ?? 0
  const by = { approved_by_id: caller.user_id, approved_by_name: caller.name }
  if (expense_second_limit === null || amount < expense_second_limit) {
    return approved(caller, before, { ...by, decision_note: note })
  }
  if (before.approved_by_id === null) {
    await refuseBudget(caller, before)
    return expenseRecord.changed(
      caller,
      before,
      'first_approval',
      { ...by, decision_note: note },
      note,
    )
  }
  if (before.approved_by_id === caller.user_id) {
    throw conflict('You approved this already: somebody else must approve it too.', 'second_person')
  }
  return approved(caller, before, {
    second_approved_by_name: caller.name,
    decision_note: note ?? before.decision_note,
  })
}

/** BIL-132: neither who asked for it nor whom it is paid to. */
async function mayApprove(caller: Caller, row: ExpenseRow): Promise<void> {
  const { two_person } = await policyOf(caller)
  await anotherPerson(caller, row.requested_by_id, 'expense:approve', { two: two_person.expense })
  if (row.payee_key !== null && row.payee_key === keyOfPayee(caller.name)) {
    throw conflict('This is paid to you: somebody else must approve it.', 'second_person')
  }
}

async function refuseBudget(caller: Caller, row: ExpenseRow) {
  const budget = await budgetOf(caller, row)
  if (budget.result !== 'STOP') return budget
  const { chart, purse } = await booksOf(caller)
  const account = chart.by_id.get(await accountOf(caller, row))
  const called = account === undefined ? '' : labelOf(account)
  throw conflict(
    `The budget of ${called} for ${row.spent_on.slice(0, 7)} has ${purse.said(budget.remaining)} left.`,
    'budget',
  )
}

/** P-47: a cost of the day it was spent, owed until it is paid. */
async function approved(
  caller: Caller,
  before: ExpenseRow,
  changes: Partial<ExpenseRow>,
): Promise<ExpenseRow> {
  const budget = await refuseBudget(caller, before)
  const { facility_id, tax } = before
  const tax_claimed =
    tax === 0 ? 0 : portion(tax, (await rateOf(caller, before)).recoverable_bp, 10_000)
  await lockHead(caller)
  const number = await nextReference(caller, 'expense', facility_id)
  const account_id = await accountOf(caller, before)
  const entry = await post(caller, {
    source: 'EXPENSE_APPROVE',
    source_id: before.id,
    date: before.spent_on,
    memo: `Voucher ${number}: ${before.description}`,
    document: documentOf(before, number),
    lines: approvedLines({ ...before, account_id, tax_claimed }),
  })
  return expenseRecord.moved(caller, before, 'approve', {
    ...changes,
    number,
    // The voucher names the account it was booked to, whatever the category is mapped to later.
    account_id,
    tax_claimed,
    budget,
    approved_at: clock.instant(),
    entry_references: [...before.entry_references, entry.reference],
  })
}

const documentOf = ({ id }: ExpenseRow, number: string | null) => ({
  kind: 'expense',
  id,
  reference: number ?? '',
  path: `/billing/expenses/${id}`,
})

export async function reject(caller: Caller, id: string, note: string): Promise<ExpenseRow> {
  const before = await expenseRecord.begin(caller, id, 'reject')
  return expenseRecord.moved(caller, before, 'reject', { decision_note: note }, note)
}

function methodOf({ method, method_typed }: ExpenseRow): MoneyMethod {
  if (method !== null) return method
  if (method_typed === null) return 'Cash'
  throw invalid('method', `must be one of ${money_methods.join(', ')}: ${method_typed} is none.`)
}

export async function pay(caller: Caller, id: string, input: PayExpense): Promise<ExpenseRow> {
  const before = await expenseRecord.begin(caller, id, 'pay')
  const method = input.method ?? methodOf(before)
  const paid_on = input.paid_on ?? (await today(caller))
  if (paid_on > (await today(caller))) throw invalid('paid_on', 'must not be in the future.')
  const { facility_id } = before
  // The hospital's own card is an account of its bank.
  const by = method === 'Card' ? 'Bank Transfer' : method
  const source = await sourceOf(caller, by, facility_id, input.account_id ?? null)
  const due = before.status === 'SUBMITTED' ? await approvedAtOnce(caller, before, method) : before
  const entry = await post(caller, {
    source: 'EXPENSE_PAY',
    source_id: id,
    date: paid_on,
    memo: `Voucher ${due.number} paid to ${due.payee}`,
    document: documentOf(due, due.number),
    lines: paidLines({
      ...due,
      paid_account_id: source.account_id,
      paid_facility_id: source.account_facility_id,
    }),
  })
  await wentOut(caller, source, {
    kind: 'EXPENSE',
    method,
    amount: -due.payable,
    source: 'expense',
    source_id: id,
    reference: due.number ?? '',
  })
  return expenseRecord.moved(caller, due, 'pay', {
    method,
    method_typed: null,
    paid_on,
    paid_at: clock.instant(),
    paid_by_name: caller.name,
    paid_account_id: source.account_id,
    paid_account_name: source.account_name,
    paid_facility_id: source.account_facility_id,
    shift_id: source.shift_id,
    reference: input.reference ?? null,
    entry_references: [...due.entry_references, entry.reference],
  })
}

/** 3.8: petty cash, by one who may approve as well, never by who asked. */
async function approvedAtOnce(
  caller: Caller,
  before: ExpenseRow,
  method: string,
): Promise<ExpenseRow> {
  asks(caller, 'expense:approve')
  const { petty_cash_limit, expense_second_limit } = await policyOf(caller)
  const amount = before.amount ?? 0
  const two = expense_second_limit !== null && amount >= expense_second_limit
  if (method !== 'Cash' || amount > petty_cash_limit || two) {
    const { said } = await purseOf(caller)
    throw conflict(
      `Cash up to ${said(petty_cash_limit)} may be paid at once: have this approved first.`,
      'petty_cash',
    )
  }
  await mayApprove(caller, before)
  return approved(caller, before, {
    approved_by_id: caller.user_id,
    approved_by_name: caller.name,
  })
}

/** Who asked takes it back until it is approved; then it takes expense:reverse. */
export async function cancel(caller: Caller, id: string, reason: string): Promise<ExpenseRow> {
  const seen = await expenseRecord.locked(caller, id)
  if (seen.status === 'APPROVED') {
    asks(caller, 'expense:reverse')
    await reverseEntry(caller, 'EXPENSE_APPROVE', id, reason)
    return expenseRecord.moved(caller, seen, 'cancel', {}, reason)
  }
  return expenseRecord.moved(caller, await own(caller, id, 'cancel'), 'cancel', {}, reason)
}

/** P-48 and P-47 mirrored; cash comes back into the drawer of whoever takes it back. */
export async function reverse(caller: Caller, id: string, reason: string): Promise<ExpenseRow> {
  const before = await expenseRecord.begin(caller, id, 'reverse')
  const from_drawer = before.shift_id !== null && before.method === 'Cash'
  const till = from_drawer ? await tillOf(caller, 'Cash') : null
  const paid_from = before.paid_account_id ?? ''
  const replace_accounts: OtherDrawers =
    till === null || till.account_id === null || till.facility_id === null
      ? {}
      : { [paid_from]: { account_id: till.account_id, facility_id: till.facility_id } }
  const back = await reverseEntry(caller, 'EXPENSE_PAY', id, reason, { replace_accounts })
  const undone = await reverseEntry(caller, 'EXPENSE_APPROVE', id, reason)
  await wentOut(
    caller,
    { shift_id: till?.shift_id ?? null },
    {
      kind: 'EXPENSE_REVERSAL',
      method: before.method ?? 'Cash',
      amount: before.payable,
      source: 'expense',
      source_id: id,
      reference: before.number ?? '',
    },
  )
  return expenseRecord.moved(
    caller,
    before,
    'reverse',
    {
      paid_back_account_id: replace_accounts[paid_from]?.account_id ?? null,
      paid_back_facility_id: replace_accounts[paid_from]?.facility_id ?? null,
      entry_references: [...before.entry_references, back.reference, undone.reference],
    },
    reason,
  )
}
