// The turn of a year in the middle of business: what is undecided is decided, the year is closed by its
// plan, nobody posts into it, and it is opened again (ACC-67 to ACC-74).

import type { Test } from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import type { YearRow } from '../../../db/hospital/money/accounting/books.ts'
import { close } from '../../../db/hospital/money/accounting/years/close.ts'
import { plan } from '../../../db/hospital/money/accounting/years/close-plan.ts'
import { reopen } from '../../../db/hospital/money/accounting/years/reopen.ts'
import { trialBalance } from '../../../db/hospital/money/accounting/reports/trial-balance.ts'
import { sql } from '../../../db/store/sql.ts'
import type { House } from '../boot.ts'
import type { Ledger } from './books.ts'
import type { Person } from '../people.ts'

interface By {
  manager: Person
  supervisor: Person
  accountant: Person
}

/** What blocks a close is put out of the way: shifts to confirm, expenses to decide. */
export async function settled({ system }: House, { manager, supervisor }: By): Promise<void> {
  const { hospital_id } = system
  const shifts = await rows<{ id: string }>(
    sql`select id from shifts where hospital_id = ${hospital_id} and status = 'CLOSED' order by id`,
  )
  for (const { id } of shifts) await supervisor.post(`/billing/shifts/${id}/confirm`, {})
  const asked = await rows<{ id: string }>(
    sql`select id from expenses where hospital_id = ${hospital_id} and status = 'SUBMITTED'
      order by id`,
  )
  for (const { id } of asked) {
    await manager.post(`/billing/expenses/${id}/reject`, { note: 'Not this year' })
  }
}

/** Null when something stands in the way. */
export async function closedOnce(
  t: Test,
  house: House,
  year: YearRow,
  books: Ledger,
  by: By,
): Promise<true | null> {
  const { system } = house
  const warned = await plan(system, year.id)
  const accept = warned.warnings.map(({ code }) => code)
  const { plan: hash, checks } = await plan(system, year.id, { accept })
  const failed = checks.filter(({ state }) => state === 'FAIL')
  if (failed.length > 0) {
    t.comment(`in the way: ${failed.map(({ message }) => message).join(' · ')}`)
    return null
  }
  const before = await balanceOf(house, year)
  const done = await close(system, year.id, { plan: hash, accept })
  t.equal(done.did, 'closed')
  t.same(await balanceOf(house, year), before, 'the reports of the year leave its close out')
  const late = { entry_date: year.ends_on }
  const refused = await books.post(by.accountant, { '6201': 1, '1110': -1 }, late)
  t.match(refused, { status: 409, message: `Fiscal year ${year.name} is CLOSED.` }, 'ACC-106')
  return true
}

export async function openedAgain(t: Test, house: House, year: YearRow): Promise<void> {
  const before = await balanceOf(house, year)
  await within(() => reopen(house.system, year.id, 'a random day goes on'))
  t.same(await balanceOf(house, year), before, 'and its reopening')
}

export async function balanceOf(
  { system }: House,
  { starts_on, ends_on }: Pick<YearRow, 'starts_on' | 'ends_on'>,
) {
  const balance = await trialBalance(system, {
    from: starts_on,
    to: ends_on,
    closing_entries: 'before',
  })
  return balance.rows.map(({ code, debit, credit, closing }) => [code, debit, credit, closing])
}
