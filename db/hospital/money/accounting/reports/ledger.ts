// An account's ledger (ACC-20): opening, lines in order with the balance after each, closing.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { row, rows } from '../../../../store/connection.ts'
import { metaOf, per_page_default, per_page_max } from '../../../../store/pages.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { Ledger, LedgerAsked } from '../chart/shapes.ts'
import { accountIn } from '../chart/accounts.ts'
import { booksAsked } from '../branch-asked.ts'
import type { LineRow } from '../posting/chain.ts'
import { signOf } from '../chart/chart.ts'
import { matchedOf } from '../bank/matched.ts'
import { refuseBlind } from '../blind.ts'
import { firstOf, net, sums } from './sums.ts'

interface Found extends LineRow {
  reference: string
  memo: string
  source: string
}

export async function ledger(caller: Caller, id: string, asked: LedgerAsked): Promise<Ledger> {
  const { hospital_id } = caller
  const { chart, purse } = await booksAsked(caller, asked)
  const account = accountIn(chart, id)
  await refuseBlind(caller, (drawer) => drawer === id)
  const sign = signOf(account.kind)
  const page = asked.page ?? 1
  const per_page = Math.min(asked.per_page ?? per_page_default, per_page_max)
  const start = await startOf(hospital_id, id, asked, (page - 1) * per_page)
  const from = fromLines(hospital_id, id, { ...asked, ...start.begin })
  const found = await rows<Found>(
    sql`select ${picked}, e.reference, e.memo, e.source from (select l.id as line_id${from}${order}
      limit ${per_page} offset ${start.offset}) as page
      join journal_lines l on l.id = page.line_id join journal_entries e on e.id = l.entry_id${order}`,
  )
  const matched = await matchedOf(
    hospital_id,
    found.map((line) => line.id),
  )
  let { running } = start
  return {
    opening: purse.major(start.opening * sign || 0),
    closing: purse.major(start.closing * sign || 0),
    meta: metaOf({ page, per_page }, start.total),
    lines: found.map((line) => {
      running += line.debit - line.credit
      return {
        ...line,
        debit: purse.major(line.debit),
        credit: purse.major(line.credit),
        balance: purse.major(running * sign || 0),
        matched: (matched.get(line.id) ?? 0) >= line.debit + line.credit,
      }
    }),
  }
}

export interface Start {
  opening: number
  closing: number
  total: number
  /** From which day on to read, and how many lines to pass there. */
  begin: { from?: string }
  offset: number
  /** The balance before the first line that is read. */
  running: number
}

/** The months know how many lines they hold, so that a late page passes over whole months. */
export async function startOf(
  hospital_id: string,
  id: string,
  asked: LedgerAsked,
  offset: number,
): Promise<Start> {
  const before = asked.from === undefined ? undefined : nextDay(asked.from, -1)
  const opening = before === undefined ? 0 : await balance(hospital_id, id, asked, before)
  if (!isPlain(asked)) return countedStart(hospital_id, id, asked, opening, offset)
  const { from, to, facility_id, department } = asked
  const only = { account_ids: [id], from, to, facility_id, department }
  const months =
    from !== undefined && to !== undefined && from > to
      ? []
      : (await sums(hospital_id, ['month'], only)).toSorted((a, b) => (a.month < b.month ? -1 : 1))
  const total = months.reduce((sum, { lines }) => sum + lines, 0)
  const closing = months.reduce((sum, { debit, credit }) => sum + debit - credit, opening)
  let passed = 0
  let running = opening
  const first = months.find((month) => {
    if (passed + month.lines > offset) return true
    passed += month.lines
    running += month.debit - month.credit
    return false
  })
  const start = { opening, closing, total, offset: offset - passed }
  if (first === undefined) return { ...start, begin: {}, offset, running }
  const day = firstOf(first.month)
  const begin = { from: from !== undefined && from > day ? from : day }
  const skipped = await passedOver(hospital_id, id, { ...asked, ...begin }, start.offset)
  return { ...start, begin, running: running + skipped }
}

async function countedStart(
  hospital_id: string,
  id: string,
  asked: LedgerAsked,
  opening: number,
  offset: number,
): Promise<Start> {
  const counted = await row<{ n: number }>(
    sql`select count(*) as n${fromLines(hospital_id, id, asked)}`,
  )
  return {
    opening,
    closing: await balance(hospital_id, id, asked, asked.to),
    total: counted?.n ?? 0,
    begin: {},
    offset,
    running: opening + (await passedOver(hospital_id, id, asked, offset)),
  }
}

const passedOver = async (
  hospital_id: string,
  id: string,
  asked: LedgerAsked,
  offset: number,
): Promise<number> =>
  offset === 0 ? 0 : netOf(sql`${fromLines(hospital_id, id, asked)}${order} limit ${offset}`)

const isPlain = ({ party_id, party_kind, matched }: LedgerAsked): boolean =>
  party_id === undefined && party_kind === undefined && matched === undefined

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
  if (isPlain(asked)) {
    const { facility_id, department } = asked
    return net(hospital_id, { account_ids: [id], to, facility_id, department })
  }
  const { from: _from, ...rest } = asked
  return netOf(fromLines(hospital_id, id, { ...rest, ...(to === undefined ? {} : { to }) }))
}
