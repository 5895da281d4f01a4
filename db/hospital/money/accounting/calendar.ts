// What the calendar does by itself (7): returns of the month that ended, and who is told of what.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { tell } from '../../neighbours/telling.ts'
import { actualsOf } from './budgets/actuals.ts'
import { booksOf } from './books.ts'
import { budgets } from './budgets/tables.ts'
import { labelOf } from './chart/chart.ts'
import { papersOf, periodName } from './taxes/filing-amounts.ts'
import { dueOn, open } from './taxes/filings.ts'
import { filing_kinds, filings } from './taxes/tables.ts'
import { lastOf, monthOf } from './reports/sums.ts'

/** Kinds with `auto` get the return of the month, quarter or year that ended (ACC-43). */
export async function recordDue(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const month = monthOf(nextDay(`${monthOf(books.today)}-01`, -1))
  const [year, number] = month.split('-').map(Number) as [number, number]
  const kinds = await filing_kinds.all({ hospital_id, active: true, auto: true })
  let made = 0
  for (const kind of kinds) {
    const ends =
      kind.every === 'MONTH' || (kind.every === 'QUARTER' ? number % 3 === 0 : number === 12)
    if (!ends) continue
    const period_month = kind.every === 'YEAR' ? 0 : number
    const period = { kind: kind.kind, period_year: year, period_month }
    if ((await filings.find({ hospital_id, ...period })) !== undefined) continue
    const { amount } = (await papersOf(books, [period]))(period)
    await open(caller, {
      kind: kind.kind,
      period_year: year,
      period_month: period_month === 0 ? null : period_month,
      due_on: dueOn(kind, lastOf(month)),
      amount_due: books.purse.major(Math.max(0, amount ?? 0)),
    })
    made += 1
  }
  return made
}

/** Every morning: returns that are due or late, suspense that is old, lines nobody matched. */
export async function remind(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const { today, purse, map } = await booksOf(caller)
  const due = await filings.all({ hospital_id, status: 'DUE' }, { order: ['due_on'] })
  const soon = nextDay(today, 5)
  const words = due
    .filter(({ due_on }) => due_on === soon || due_on === today || due_on < today)
    .map((one) => {
      const when =
        one.due_on < today ? 'is late' : one.due_on === today ? 'is due today' : 'is due in 5 days'
      return `${one.kind} ${periodName(one)} ${when}`
    })
  const unmatched = await row<{ n: number }>(
    sql`select count(*) as n from statement_lines where hospital_id = ${hospital_id}
      and status in ('NEW', 'PART_MATCHED') and value_date < ${nextDay(today, -10)}`,
  )
  if ((unmatched?.n ?? 0) > 0) words.push(`${unmatched?.n} bank lines are older than 10 days`)
  for (const role of ['suspense', 'cash_suspense']) {
    const old = await row<{ net: number }>(
      sql`select cast(coalesce(sum(credit - debit), 0) as bigint) as net from journal_lines
        where hospital_id = ${hospital_id} and account_id = ${map.roles[role] ?? ''}
          and entry_date < ${nextDay(today, -30)}`,
    )
    if ((old?.net ?? 0) !== 0) {
      const what = role === 'suspense' ? 'Unidentified receipts' : 'Cash to be accounted for'
      words.push(`${what} of ${purse.said(Math.abs(old?.net ?? 0))} are older than 30 days`)
    }
  }
  words.push(...(await nearBudgets(caller)))
  if (words.length === 0) return 0
  await tell(caller, {
    to: { permission: 'filing:manage' },
    kind: 'accounting.warning',
    title: 'The books need somebody',
    body: `${words.join('; ')}.`.slice(0, 300),
  })
  return words.length
}

const named_most = 3

/** Costs of this month or year that have come to 90 % of their budget, or past it. */
async function nearBudgets(caller: Caller): Promise<string[]> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const [year, month] = books.today.split('-').map(Number) as [number, number]
  const live = await budgets.all({
    hospital_id,
    period_year: year,
    period_month: [0, month],
    status: 'APPROVED',
  })
  if (live.length === 0) return []
  const actuals = await actualsOf(books, year)
  const near = live.flatMap((one) => {
    const account = books.chart.by_id.get(one.account_id)
    if (account?.kind !== 'EXPENSE' || one.amount === 0) return []
    const pct = Math.floor((100 * actuals.spent(one)) / one.amount)
    return pct >= 90 ? [{ pct, label: labelOf(account) }] : []
  })
  const worst = near.toSorted((a, b) => b.pct - a.pct || (a.label < b.label ? -1 : 1))
  const words = worst.slice(0, named_most).map(({ label, pct }) => `${label} is at ${pct} %`)
  const rest = worst.length - words.length
  return rest === 0 ? words : [...words, `${rest} more budgets are above 90 %`]
}
