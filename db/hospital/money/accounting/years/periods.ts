// Months of a fiscal year (3.4, ACC-91): locked one after the other, reopened from the last.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { record } from '../../../office/audit/record.ts'
import { anchorAfter } from '../../../office/auditing/after-closing.ts'
import { type Books, booksOf, type YearRow } from '../books.ts'
import { effectiveLock } from '../posting/locks.ts'
import { lockHead } from '../posting/post.ts'
import { setLock } from '../preferences.ts'
import { firstOf, lastOf, monthOf, net } from '../reports/sums.ts'
import { countsByMonth } from './years.ts'
import type { Period } from './shapes.ts'
import { period_states } from '../words.ts'

const period_life = life('month', period_states, {
  close: { from: ['OPEN'], to: 'LOCKED', permission: 'period:close' },
  reopen: { from: ['LOCKED'], to: 'OPEN', permission: 'period:close' },
  end: { from: ['LOCKED'], to: 'CLOSED', house: true },
  wait: { from: ['OPEN'], to: 'FUTURE', house: true },
})

interface Month {
  id: string
  year: YearRow
  starts_on: string
  ends_on: string
  status: Period['status']
}

export async function list(caller: Caller, { year }: { year?: number } = {}): Promise<Period[]> {
  const books = await booksOf(caller)
  const months = monthsOf(books).filter(
    ({ id, year: of }) =>
      year === undefined ||
      of.name === String(year) ||
      (of.name !== String(year) && id.startsWith(`${year}-`)),
  )
  return view(books, months)
}

function monthsOf(books: Books): Month[] {
  return books.years.flatMap((year) => {
    const months: Month[] = []
    for (
      let start = year.starts_on;
      start <= year.ends_on;
      start = nextDay(lastOf(monthOf(start)))
    ) {
      const end = lastOf(monthOf(start))
      const ends_on = end > year.ends_on ? year.ends_on : end
      const status = stateOf(books, year, start, ends_on)
      months.push({ id: monthOf(start), year, starts_on: start, ends_on, status })
    }
    return months
  })
}

function stateOf(books: Books, { status }: YearRow, start: string, end: string): Month['status'] {
  if (status === 'CLOSED' || status === 'SEALED') return 'CLOSED'
  const lock = effectiveLock(books)
  if (lock !== null && end <= lock) return 'LOCKED'
  return start > books.today ? 'FUTURE' : 'OPEN'
}

async function view(books: Books, months: readonly Month[]): Promise<Period[]> {
  const counts = await countsByMonth(books.hospital_id)
  const checks = await checksOf(books)
  return months.map((month) => ({
    ...month,
    fiscal_year_id: month.year.id,
    ...counts(month.starts_on, month.ends_on),
    checks: checks(month, counts(month.starts_on, month.ends_on).drafts),
  }))
}

type Check = Period['checks'][number]

/** What stands in the way of a month, of all months at once. */
async function checksOf({
  hospital_id,
  map,
}: Books): Promise<(month: Month, drafts: number) => Check[]> {
  const byMonth = async (statement: Parameters<typeof rows>[0]): Promise<Map<string, number>> =>
    new Map((await rows<{ month: string; n: number }>(statement)).map(({ month, n }) => [month, n]))
  const unmatched = await byMonth(
    sql`select substr(value_date, 1, 7) as month, count(*) as n from statement_lines
      where hospital_id = ${hospital_id} and status in ('NEW', 'PART_MATCHED')
      group by substr(value_date, 1, 7)`,
  )
  const unfiled = await byMonth(
    sql`select substr(due_on, 1, 7) as month, count(*) as n from filings
      where hospital_id = ${hospital_id} and status = 'DUE' group by substr(due_on, 1, 7)`,
  )
  const suspense = await net(hospital_id, { account_ids: [map.roles['suspense'] ?? ''] })
  const check = (
    code: string,
    title: string,
    count: number,
    bad: 'WARN' | 'BLOCK',
    owner_permission: string,
  ): Check => ({ code, title, state: count === 0 ? 'OK' : bad, count, owner_permission })
  return ({ id }, drafts) => [
    check('DRAFTS', 'Drafts dated in the month', drafts, 'BLOCK', 'entry:post'),
    check('UNMATCHED', 'Bank lines not matched', unmatched.get(id) ?? 0, 'WARN', 'bank:match'),
    check('FILINGS', 'Returns due and not filed', unfiled.get(id) ?? 0, 'WARN', 'filing:file'),
    check(
      'SUSPENSE',
      'Receipts that nobody identified',
      suspense === 0 ? 0 : 1,
      'WARN',
      'entry:post',
    ),
  ]
}

async function monthCalled(books: Books, id: string): Promise<[Month, number, Month[]]> {
  const all = monthsOf(books)
  const at = all.findIndex((month) => month.id === id)
  const found = all[at]
  if (found === undefined) throw noSuch('month')
  return [found, at, all]
}

/** For the edge: whether there is such a month. */
export const there = async (caller: Caller, id: string): Promise<void> => {
  await monthCalled(await booksOf(caller), id)
}

export async function close(caller: Caller, id: string, words: string | null): Promise<Period> {
  await lockHead(caller)
  const books = await booksOf(caller)
  const [month, at, all] = await monthCalled(books, id)
  period_life.move('close', month.status, id)
  const open = all.slice(0, at).find(({ status }) => status === 'OPEN')
  if (open !== undefined) throw conflict(`Lock ${open.id} first.`)
  if (month.ends_on >= books.today) throw conflict(`${id} has not ended.`)
  const [shown] = await view(books, [month])
  const blocked = shown?.checks.find(({ state }) => state === 'BLOCK')
  if (blocked !== undefined) throw conflict(`${blocked.title}: ${blocked.count}.`)
  await setLock(caller, month.ends_on)
  note(caller, 'period.close', month, words, 'LOCKED')
  anchorAfter(caller)
  return one(caller, id)
}

export async function reopen(caller: Caller, id: string, reason: string): Promise<Period> {
  await lockHead(caller)
  const books = await booksOf(caller)
  const [month, at, all] = await monthCalled(books, id)
  period_life.move('reopen', month.status, id)
  const later = all.slice(at + 1).find(({ status }) => status === 'LOCKED')
  if (later !== undefined) throw conflict(`Reopen ${later.id} first.`)
  const { tax_lock_date } = books.preferences
  if (tax_lock_date !== null && tax_lock_date >= month.starts_on) {
    throw conflict(`VAT to ${tax_lock_date} is filed.`)
  }
  await setLock(caller, nextDay(firstOf(id), -1))
  note(caller, 'period.reopen', month, reason, 'OPEN')
  return one(caller, id)
}

async function one(caller: Caller, id: string): Promise<Period> {
  const books = await booksOf(caller)
  const [month] = await monthCalled(books, id)
  const [shown] = await view(books, [month])
  return shown as Period
}

function note(
  caller: Caller,
  action: string,
  month: Month,
  reason: string | null,
  to_state: string,
): void {
  record(caller, action, {
    entity_type: 'accounting_period',
    entity_id: null,
    entity_label: month.id,
    from_state: month.status,
    to_state,
    reason,
  })
}
