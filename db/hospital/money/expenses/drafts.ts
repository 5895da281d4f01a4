// Expenses before they are decided (BIL-128, BIL-129, BIL-133): written and changed by who asks.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { booksOf, departmentNamed } from '../accounting/books.ts'
import { checkBudget, type Checked } from '../accounting/budgets/commitments.ts'
import { postable } from '../accounting/entries/lines.ts'
import { accountFor } from '../accounting/posting/offers.ts'
import { actingBranch } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { taxRateOn } from '../accounting/taxes/rates.ts'
import { attachmentsMustBe } from '../../office/attachments/named.ts'
import { portion } from '../billing/amounts.ts'
import { moneyMethodCalled } from '../billing/payments/words.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { expenseRecord, type ExpenseRow, keyOfPayee } from './rows.ts'
import type { ExpenseChange, ExpenseInput } from './shapes.ts'

export async function open(
  caller: Caller,
  input: ExpenseInput,
): Promise<{ expense: ExpenseRow; warnings: string[] }> {
  const said = {
    category: 'Other' as const,
    spent_on: await today(caller),
    ...(await read(caller, input)),
  }
  const made = await expenseRecord.created(caller, {
    facility_id: await actingBranch(caller),
    description: input.description,
    ...said,
    ...(await amountsOf(caller, said)),
    requested_by_id: caller.user_id,
    requested_by_name: caller.name,
  })
  return { expense: made, warnings: await lookalikes(caller, made) }
}

/** BIL-133: it is said, and nothing is refused for it. */
async function lookalikes(caller: Caller, made: ExpenseRow): Promise<string[]> {
  if (made.amount === null || made.payee_key === null) return []
  const found = await rows<{ number: string | null; status: string }>(
    sql`select number, status from expenses where hospital_id = ${caller.hospital_id}
      and payee_key = ${made.payee_key} and amount = ${made.amount} and id <> ${made.id}
      and status not in ('CANCELLED', 'REVERSED')
      and spent_on between ${nextDay(made.spent_on, -30)} and ${nextDay(made.spent_on, 30)}
      order by id limit 5`,
  )
  return found.map(({ number, status }) => `POSSIBLE_DUPLICATE ${number ?? status}`)
}

async function read(caller: Caller, input: ExpenseChange): Promise<Partial<ExpenseRow>> {
  const purse = await purseOf(caller)
  const { amount, category, wht_pct, spent_on, department, account_id, ...rest } = input
  const said: Partial<ExpenseRow> = {}
  const { description, payee, payee_tin, payee_phone, tax_code, budget_note } = rest
  Object.assign(
    said,
    withoutAbsent({ description, payee, payee_tin, payee_phone, tax_code, budget_note }),
    rest.method === undefined ? {} : methodSaid(rest.method ?? ''),
  )
  if (payee !== undefined) said.payee_key = keyOfPayee(payee)
  if (rest.attachment_ids !== undefined) {
    said.attachment_ids = rest.attachment_ids ?? []
    await attachmentsMustBe(caller, said.attachment_ids)
  }
  if (category !== null && category !== undefined) said.category = category
  if (amount !== undefined) {
    said.amount = amount === null ? null : purse.minor('amount', amount)
    if ((said.amount ?? 1) <= 0) throw invalid('amount', 'must be more than 0.')
  }
  if (wht_pct !== undefined) said.wht_bp = wht_pct === null ? null : basisPoints(wht_pct)
  if (spent_on !== null && spent_on !== undefined) {
    if (spent_on > (await today(caller))) throw invalid('spent_on', 'must not be in the future.')
    said.spent_on = spent_on
  }
  if (department !== undefined) {
    const typed = (department ?? '').trim()
    said.department = typed === '' ? null : await departmentNamed(caller, typed)
  }
  if (account_id !== undefined) {
    said.account_id = account_id === null ? null : await costAccount(caller, account_id)
  }
  return said
}

function methodSaid(typed: string): Pick<ExpenseRow, 'method' | 'method_typed'> {
  const method = moneyMethodCalled(typed) ?? null
  return { method, method_typed: method === null && typed.trim() !== '' ? typed : null }
}

const withoutAbsent = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

function basisPoints(pct: number): number {
  const kept = Math.round(pct * 100)
  if (kept / 100 !== pct) throw invalid('wht_pct', 'has more than two decimals.')
  return kept
}

export async function costAccount(caller: Caller, id: string): Promise<string> {
  const books = await booksOf(caller)
  if (!books.chart.by_id.has(id)) throw noSuch('account')
  const account = postable(books, id)
  if (account.kind !== 'EXPENSE' && account.kind !== 'ASSET') {
    throw conflict(`${account.code} ${account.name} is no account of costs.`, 'account')
  }
  return account.id
}

/** BIL-129: the amount holds its tax; what is withheld is taken off what the payee gets. */
async function amountsOf(caller: Caller, row: Taxed): Promise<Partial<ExpenseRow>> {
  const amount = row.amount ?? 0
  const rate = row.tax_code ? (await rateOf(caller, row)).rate_bp : 0
  const net = portion(amount, 10_000, 10_000 + rate)
  const wht = portion(net, row.wht_bp ?? 0, 10_000)
  return { net, tax: amount - net, wht, payable: amount - wht }
}

type Taxed = Pick<ExpenseRow, 'spent_on'> &
  Partial<Pick<ExpenseRow, 'amount' | 'tax_code' | 'wht_bp'>>

export const rateOf = (caller: Caller, { tax_code, spent_on }: Taxed) =>
  taxRateOn(caller, tax_code ?? '', spent_on)

export async function change(
  caller: Caller,
  id: string,
  input: ExpenseChange,
): Promise<ExpenseRow> {
  const before = await own(caller, id, 'edit')
  const said = await read(caller, input)
  const amounts = await amountsOf(caller, { ...before, ...said })
  return expenseRecord.moved(caller, before, 'edit', { ...said, ...amounts })
}

/** Who asked for it changes and submits it, nobody else. */
export async function own(
  caller: Caller,
  id: string,
  move: 'edit' | 'submit' | 'cancel',
): Promise<ExpenseRow> {
  const row = await expenseRecord.begin(caller, id, move)
  if (caller.user_id !== null && row.requested_by_id !== caller.user_id) {
    throw conflict(`Only ${row.requested_by_name} may do that.`, 'not_yours')
  }
  return row
}

export async function submit(caller: Caller, id: string): Promise<ExpenseRow> {
  const before = await own(caller, id, 'submit')
  if (before.amount === null) throw conflict('The expense needs an amount.', 'no_amount')
  if (before.payee === null || before.payee.trim() === '') {
    throw conflict('The expense needs a payee.', 'no_payee')
  }
  const amounts = await amountsOf(caller, before)
  return expenseRecord.moved(caller, before, 'submit', {
    ...amounts,
    budget: await budgetOf(caller, before),
    approved_by_id: null,
    approved_by_name: null,
    decision_note: null,
  })
}

export async function accountOf(caller: Caller, row: ExpenseRow): Promise<string> {
  if (row.account_id !== null) return row.account_id
  return (await accountFor(caller, { expense: row.category })).id
}

export async function budgetOf(caller: Caller, row: ExpenseRow): Promise<Checked> {
  return checkBudget(caller, {
    account_id: await accountOf(caller, row),
    department: row.department,
    facility_id: row.facility_id,
    date: row.spent_on,
    amount: row.net,
  })
}
