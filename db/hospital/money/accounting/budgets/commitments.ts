// What areas ask before they spend, and what they promise (ACC-26, ACC-34, ACC-35).

import type { Caller } from '../../../../core/caller.ts'
import { accountIn } from '../chart/accounts.ts'
import { actualsOf } from './actuals.ts'
import { booksOf } from '../books.ts'
import { budgets, commitments } from './tables.ts'
import { labelOf, pathOf } from '../chart/chart.ts'
import { lockHead } from '../posting/post.ts'

export interface Asked {
  account_id: string
  department?: string | null
  facility_id: string
  date: string
  amount: number
}

export interface Checked {
  result: 'OK' | 'WARN' | 'STOP'
  amount: number
  actual: number
  committed: number
  remaining: number
  message: string | null
}

/** The month's line, else the year's; the account's own, else that of a heading above it. */
export async function checkBudget(caller: Caller, asked: Asked): Promise<Checked> {
  const books = await booksOf(caller)
  const { hospital_id } = caller
  const year = Number(asked.date.slice(0, 4))
  const month = Number(asked.date.slice(5, 7))
  const path = pathOf(books.chart, accountIn(books.chart, asked.account_id).id).toReversed()
  const live = await budgets.all({
    hospital_id,
    period_year: year,
    status: 'APPROVED',
    account_id: path.map(({ id }) => id),
  })
  const fitting = live.filter(
    (one) =>
      (one.department === '' || one.department === (asked.department ?? '')) &&
      (one.facility_key === '' || one.facility_key === asked.facility_id) &&
      (one.period_month === 0 || one.period_month === month),
  )
  const rank = (one: (typeof live)[number]): number =>
    path.findIndex(({ id }) => id === one.account_id) * 2 + (one.period_month === 0 ? 1 : 0)
  const [line] = fitting.sort((a, b) => rank(a) - rank(b))
  if (line === undefined) {
    return { result: 'OK', amount: 0, actual: 0, committed: 0, remaining: 0, message: null }
  }
  const actuals = await actualsOf(books, year)
  const actual = actuals.spent(line)
  const committed = actuals.promised(line)
  const remaining = line.amount - actual - committed
  const short = remaining - asked.amount < 0 && line.control !== 'IGNORE'
  const { said } = books.purse
  const label = labelOf(accountIn(books.chart, line.account_id))
  return {
    result: short ? (line.control as 'WARN' | 'STOP') : 'OK',
    amount: line.amount,
    actual,
    committed,
    remaining,
    message: short
      ? `The budget of ${label} has ${said(remaining)} left, ${said(asked.amount)} is asked.`
      : null,
  }
}

/** Two who ask at once: the second sees what the first promised (ACC-35). */
export async function commit(
  caller: Caller,
  asked: Asked & { source: string; source_id: string; reference?: string },
): Promise<void> {
  const { hospital_id } = caller
  await lockHead(caller)
  const { source, source_id, account_id } = asked
  const department = asked.department ?? ''
  const key = { hospital_id, source, source_id, account_id, department }
  const known = await commitments.find(key)
  const { amount, date } = asked
  if (known !== undefined) {
    await commitments.change(key, { amount, date, status: 'OPEN' })
    return
  }
  await commitments.insert({
    ...key,
    reference: asked.reference ?? source_id.slice(0, 60),
    facility_id: asked.facility_id,
    date,
    amount,
    status: 'OPEN',
  })
}

/** `SPENT` once the document is posted, else what was promised is free again. */
export async function releaseCommitment(
  { hospital_id }: Caller,
  source: string,
  source_id: string,
  status: 'SPENT' | 'RELEASED' = 'RELEASED',
): Promise<void> {
  await commitments.change({ hospital_id, source, source_id, status: 'OPEN' }, { status })
}
