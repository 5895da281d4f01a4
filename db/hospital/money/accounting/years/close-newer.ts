// How far the books have gone on since a plan: entries are taken off one by one, newest first, until
// the plan is met. A plan is a hash; nothing else tells what it was made of.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { booksOf } from '../books.ts'
import { samePlan } from './close-allowed.ts'
import { figuresOf, planOf } from './close-figures.ts'
import { linesOf } from '../posting/post.ts'
import { journal_entries } from '../tables.ts'
import { yearIn } from './years.ts'

const looked_back = 50

export async function newerThan(
  caller: Caller,
  id: string,
  given: string,
): Promise<{ plan: string; newer: number | null; last: string }> {
  const books = await booksOf(caller)
  const year = yearIn(books, id)
  const figures = await figuresOf(books, year)
  const entries = await journal_entries.read(
    sql`select ${journal_entries.selection()} from journal_entries
      where hospital_id = ${caller.hospital_id} and entry_date <= ${year.ends_on}
      order by chain_no desc limit ${looked_back + 1}`,
  )
  const [counted] = await rows<{ n: number }>(
    sql`select count(*) as n from journal_entries
      where hospital_id = ${caller.hospital_id} and entry_date <= ${year.ends_on}`,
  )
  const totals = new Map(figures.totals)
  const last = entries[0]?.reference ?? 'none'
  for (const [index, entry] of entries.slice(0, looked_back).entries()) {
    for (const line of await linesOf(entry)) {
      const key = `${line.account_id}|${line.facility_id}|${line.department ?? ''}`
      const net = (totals.get(key) ?? 0) - line.debit + line.credit
      if (net === 0) totals.delete(key)
      else totals.set(key, net)
    }
    const before = [...totals].sort(([a], [b]) => (a < b ? -1 : 1))
    const chain_no = entries[index + 1]?.chain_no ?? 0
    const plan = planOf(books, year, before, (counted?.n ?? 0) - index - 1, chain_no)
    if (samePlan(plan, given)) return { plan: figures.plan, newer: index + 1, last }
  }
  return { plan: figures.plan, newer: null, last }
}
