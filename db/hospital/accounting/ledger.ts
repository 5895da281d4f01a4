// An account's ledger (ACC-20): opening, lines in order with the balance after each, closing.

import type { Caller } from '../../caller.ts'
import { nextDay } from '../../clock.ts'
import { row, rows } from '../../connection.ts'
import { metaOf, per_page_default, per_page_max } from '../../pages.ts'
import { type Sql, sql, when, where } from '../../sql.ts'
import type { Ledger, LedgerAsked } from './account-shapes.ts'
import { accountIn } from './accounts.ts'
import { booksOf } from './books.ts'
import type { LineRow } from './chain.ts'
import { signOf } from './chart.ts'
import { matchedOf } from './matched.ts'
import { net } from './sums.ts'

interface Found extends LineRow {
  reference: string
  memo: string
  source: string
}

export async function ledger(caller: Caller, id: string, asked: LedgerAsked): Promise<Ledger> {
  const { hospital_id } = caller
  const { chart, purse } = await booksOf(caller)
  const account = accountIn(chart, id)
  const sign = signOf(account.kind)
  const page = asked.page ?? 1
  const per_page = Math.min(asked.per_page ?? per_page_default, per_page_max)
  const offset = (page - 1) * per_page
  const before = asked.from === undefined ? undefined : nextDay(asked.from, -1)
  const opening = before === undefined ? 0 : await balance(hospital_id, id, asked, before)
  const from = fromLines(hospital_id, id, asked)
  const counted = await row<{ n: number }>(sql`select count(*) as n${from}`)
  const passed = offset === 0 ? 0 : await netOf(sql`${from}${order} limit ${offset}`)
  const found = await rows<Found>(
    sql`select ${picked}, e.reference, e.memo, e.source from (select l.id as line_id${from}${order}
      limit ${per_page} offset ${offset}) as page
      join journal_lines l on l.id = page.line_id join journal_entries e on e.id = l.entry_id${order}`,
  )
  const closing = await balance(hospital_id, id, asked, asked.to)
  const matched = await matchedOf(
    hospital_id,
    found.map((line) => line.id),
  )
  let running = opening + passed
  return {
    opening: purse.major(opening * sign),
    closing: purse.major(closing * sign),
    meta: metaOf({ page, per_page }, counted?.n ?? 0),
    lines: found.map((line) => {
      running += line.debit - line.credit
      return {
        ...line,
        debit: purse.major(line.debit),
        credit: purse.major(line.credit),
        balance: purse.major(running * sign),
        matched: (matched.get(line.id) ?? 0) >= line.debit + line.credit,
      }
    }),
  }
}

const order = sql` order by l.entry_date, l.chain_no, l.line_no`
const picked = sql`l.id, l.entry_id, l.line_no, l.chain_no, l.entry_date, l.debit, l.credit,
  l.facility_id, l.department, l.description, l.party_kind, l.party_id`

const filters = (asked: LedgerAsked): (Sql | undefined)[] => [
  when(asked.facility_id, sql`l.facility_id = ${asked.facility_id}`),
  when(asked.department, sql`l.department = ${asked.department}`),
  when(asked.party_kind, sql`l.party_kind = ${asked.party_kind}`),
  when(asked.party_id, sql`l.party_id = ${asked.party_id}`),
  asked.matched === undefined
    ? undefined
    : sql`(coalesce((select sum(m.amount) from statement_matches m
        where m.hospital_id = l.hospital_id and m.line_id = l.id), 0) >= l.debit + l.credit) = ${asked.matched}`,
]

const fromLines = (hospital_id: string, id: string, asked: LedgerAsked): Sql =>
  sql` from journal_lines l${where([
    sql`l.hospital_id = ${hospital_id}`,
    sql`l.account_id = ${id}`,
    when(asked.from, sql`l.entry_date >= ${asked.from}`),
    when(asked.to, sql`l.entry_date <= ${asked.to}`),
    ...filters(asked),
  ])}`

async function netOf(from: Sql): Promise<number> {
  const found = await row<{ net: number }>(
    sql`select cast(coalesce(sum(debit - credit), 0) as bigint) as net
      from (select l.debit, l.credit${from}) as passed`,
  )
  return found?.net ?? 0
}

/** Without filters the monthly totals know it; with them the lines are added up. */
async function balance(
  hospital_id: string,
  id: string,
  asked: LedgerAsked,
  to: string | undefined,
): Promise<number> {
  const plain = asked.party_id === undefined && asked.party_kind === undefined
  if (plain && asked.matched === undefined) {
    const { facility_id, department } = asked
    return net(hospital_id, { account_ids: [id], to, facility_id, department })
  }
  const { from: _from, ...rest } = asked
  return netOf(fromLines(hospital_id, id, { ...rest, ...(to === undefined ? {} : { to }) }))
}
