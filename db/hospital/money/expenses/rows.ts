// Expenses as rows, their life as data (3.8), and as people see them.

import { can, type Caller } from '../../../core/caller.ts'
import { row } from '../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { seesSums } from '../accounting/blind.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { billingHistory } from '../billing/history.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import type { Expense, ExpenseFilter, ExpenseOpened } from './shapes.ts'
import { expenses } from './tables.ts'
import { expense_states } from './words.ts'

export type ExpenseRow = RowOf<(typeof expenses)['columns']>

const expense_life = life('expense', expense_states, {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', permission: 'expense:create' },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', permission: 'expense:approve' },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', permission: 'expense:approve' },
  edit: { from: ['DRAFT', 'REJECTED'], to: 'DRAFT', permission: 'expense:create' },
  pay: { from: ['SUBMITTED', 'APPROVED'], to: 'PAID', permission: 'expense:pay' },
  cancel: { from: ['DRAFT', 'SUBMITTED', 'APPROVED'], to: 'CANCELLED' },
  reverse: { from: ['PAID'], to: 'REVERSED', permission: 'expense:reverse' },
})

const deciders = ['expense:read', 'expense:approve', 'expense:pay', 'expense:reverse']

const seesAll = (caller: Caller): boolean => deciders.some((code) => can(caller, code))

export const expenseRecord = recordWithLife(expenses, {
  life: expense_life,
  called: ({ number, description }) => number ?? `"${description}"`,
  history: billingHistory('expense'),
  /** Who may not see all of them sees what is his own. */
  sees: (caller: Caller, { requested_by_id }) =>
    seesAll(caller) || (caller.user_id !== null && requested_by_id === caller.user_id),
})

export async function list(
  caller: Caller,
  asked: ExpenseFilter & PageAsked,
): Promise<Page<Expense>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const from = sql` from expenses${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    seesAll(caller) ? undefined : sql`requested_by_id = ${caller.user_id ?? ''}`,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.category, sql`category = ${asked.category}`),
    when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
    when(asked.payee, sql`payee_key = ${keyOfPayee(asked.payee)}`),
    when(asked.from, sql`spent_on >= ${asked.from}`),
    when(asked.to, sql`spent_on <= ${asked.to}`),
    matching('expenses', asked.search),
  ])}`
  const found = await pageFrom(expenses, asked, {
    from,
    order: sql` order by spent_on desc, id desc`,
  })
  const sum = await row<{ amount: number }>(
    sql`select cast(coalesce(sum(amount), 0) as bigint) as amount${from}`,
  )
  const purse = await purseOf(caller)
  const { rows, meta } = await mapPage(found, (one) => shown(caller, purse, one))
  const amount = purse.major(Number(sum?.amount ?? 0))
  const totals = (await seesSums(caller)) ? { amount } : undefined
  return { rows, meta: Object.assign(meta, { totals }) }
}

export const keyOfPayee = (typed: string | null | undefined): string | null => {
  const key = (typed ?? '').trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 160)
  return key === '' ? null : key
}

function shown(caller: Caller, purse: Purse, found: ExpenseRow): Expense {
  const { major } = purse
  const { budget } = found
  const used = budget === null ? 0 : budget.actual + budget.committed
  return {
    ...found,
    method: found.method ?? found.method_typed,
    amount: found.amount === null ? null : major(found.amount),
    net: major(found.net),
    tax: major(found.tax),
    wht: major(found.wht),
    payable: major(found.payable),
    wht_pct: found.wht_bp === null ? null : found.wht_bp / 100,
    funding_account_id: found.paid_account_id,
    budget:
      budget === null || budget.amount === 0
        ? null
        : {
            amount: major(budget.amount),
            actual: major(budget.actual),
            committed: major(budget.committed),
            used_pct: Math.round((used * 10_000) / budget.amount) / 100,
            result: budget.result,
          },
    moves: expenseRecord.moves(caller, found),
  }
}

export async function find(
  caller: Caller,
  id: string,
  warnings: string[] = [],
): Promise<ExpenseOpened> {
  const found = await expenseRecord.get(caller, id)
  return {
    ...shown(caller, await purseOf(caller), found),
    warnings,
    history: await expenseRecord.history(caller, id),
  }
}
