// Proving the books (4.13): every invariant by its number, one moment of them, read only.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { row, rows, snapshot } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { type Books, booksOf } from '../books.ts'
import { grouped, pathOf } from '../chart/chart.ts'
import { facilityCodes } from '../../../office/places/briefs.ts'
import { type Gaps, gaps } from '../../../office/sequences/gaps.ts'
import { monthsSince, seriesBroken, sumsDiffer, type Walk, walk } from './proofs.ts'
import { proveSubledgers } from './subledgers.ts'
import { type Proven, proven, unknown } from './proven.ts'
import { sums } from '../reports/sums.ts'
import { ofDocuments } from './verify-documents.ts'
import { type Asks, asksFor, entriesOf, type Part, type PartAsked, partOf } from './verify-part.ts'
import { ofYears } from './verify-years.ts'

export type { Proven } from './proven.ts'

export interface Verified {
  at: string
  chain_from: number
  chain_to: number
  head: string
  scope: 'FULL' | 'QUICK'
  year: string | null
  checks: Proven[]
  checked: number
  hold: number
  failed: number
}

export interface VerifyAsked extends PartAsked {
  only?: readonly string[]
}

export const verify = (caller: Caller, asked: VerifyAsked = {}): Promise<Verified> =>
  snapshot(() => prove(caller, asked))

async function prove(caller: Caller, { only, ...asked }: VerifyAsked): Promise<Verified> {
  const books = await booksOf(caller)
  const part = await partOf(caller, books, asked)
  const asks = asksFor(part, only)
  const walked = await walk(books.hospital_id, part.from, part)
  const all = [
    ...ofWalk(walked),
    ofChart(books),
    ...(await ofState(books, part, asks)),
    ...(await ofSums(caller, books, part, asks)),
    ...(await ofDocuments(caller, books, part, asks)),
    ...(asks('ACC-125') || asks('ACC-126') ? await ofYears(books, part) : []),
  ]
  const checks = all.filter(({ id }) => asks(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const failed = checks.filter(({ state }) => state === 'FAILED').length
  return {
    at: clock.instant(),
    chain_from: part.from.chain_no + 1,
    chain_to: walked.chain_no,
    head: walked.hash,
    scope: part.since === null ? 'FULL' : 'QUICK',
    year: part.year?.name ?? null,
    checks,
    checked: checks.filter(({ state }) => state !== 'UNKNOWN').length,
    hold: checks.filter(({ state }) => state === 'OK').length,
    failed,
  }
}

function ofWalk({ entries, lines, unbalanced, unbalanced_branch, broken }: Walk): Proven[] {
  return [
    proven('ACC-101', 'entries balance', entries, 'entries', unbalanced),
    proven('ACC-102', 'entries balance in every branch', lines, 'lines', unbalanced_branch),
    proven('ACC-127', 'hash chain', entries, 'hashes', broken),
  ]
}

function ofChart({ chart }: Books): Proven {
  const bad = chart.all.find((account) => {
    const parent = chart.by_id.get(account.parent_id ?? '')
    return (
      (account.role === 'GROUP' && account.parent_id !== null) ||
      (parent !== undefined && (parent.kind !== account.kind || parent.role === 'POSTING')) ||
      pathOf(chart, account.id).length > 20
    )
  })
  return proven(
    'ACC-104',
    'chart is a tree of one kind each',
    chart.all.length,
    'accounts',
    bad?.code,
  )
}

/** Of what nobody asks for, nothing is read: its line is left out of the answer. */
async function ofState(books: Books, part: Part, asks: Asks): Promise<Proven[]> {
  const { hospital_id } = books
  const named = async (id: string, statement: Sql): Promise<string | undefined> =>
    asks(id) ? (await row<{ name: string }>(statement))?.name : undefined
  const newer = (of: string): Sql => entriesOf(part, of)
  const heading = await named(
    'ACC-103',
    sql`select a.name from ledger_totals t join accounts a on a.id = t.account_id
      where t.hospital_id = ${hospital_id} and a.role <> 'POSTING' limit 1`,
  )
  const reversal = await named(
    'ACC-105',
    sql`select r.reference as name from journal_entries r
      join journal_entries e on e.id = r.reverses_id
      where r.hospital_id = ${hospital_id} and r.kind = 'REVERSAL' and e.kind = 'REVERSAL'${newer('r')}
      limit 1`,
  )
  const late = await named(
    'ACC-106',
    sql`select e.reference as name from journal_entries e join fiscal_years y
        on y.hospital_id = e.hospital_id and e.entry_date between y.starts_on and y.ends_on
      where e.hospital_id = ${hospital_id} and y.status in ('CLOSED', 'SEALED')
        and e.kind <> 'CLOSING' and e.posted_at > y.closed_at${newer('e')} limit 1`,
  )
  const matched = await named(
    'ACC-128',
    sql`select s.description as name from statement_lines s
      where s.hospital_id = ${hospital_id} and s.matched_amount > abs(s.amount) limit 1`,
  )
  const over = await named(
    'ACC-128',
    sql`select l.id as name from journal_lines l where l.id in (
        select m.line_id from statement_matches m join journal_lines j on j.id = m.line_id
        where m.hospital_id = ${hospital_id} group by m.line_id, j.debit, j.credit
        having sum(m.amount) > j.debit + j.credit) limit 1`,
  )
  const numbers = asks('ACC-107') ? await numbersOf(hospital_id, part) : no_series
  const funds = asks('ACC-123') ? await belowZero(books) : no_funds
  return [
    proven('ACC-103', 'lines on posting accounts', books.chart.all.length, 'accounts', heading),
    proven('ACC-105', 'reversed once at most', 1, 'journal', reversal),
    proven('ACC-106', 'nothing in closed years', books.years.length, 'years', late),
    proven('ACC-107', 'numbers without gaps', numbers.series, 'series', numbers.bad),
    proven('ACC-123', 'no account below zero', ...funds),
    proven('ACC-124', 'years follow each other', ...yearsInLine(books)),
    proven('ACC-128', 'matched no more than there is', 1, 'statements', matched ?? over),
  ]
}

/** Of the entries every night; of documents what was never proven is not known apart. */
async function numbersOf(hospital_id: string, { year, since }: Part): Promise<Gaps> {
  const entries = await seriesBroken(hospital_id, year)
  if (since !== null) return entries
  const years =
    year === null ? undefined : { from: yearOf(year.starts_on), to: yearOf(year.ends_on) }
  const documents = await gaps(hospital_id, await facilityCodes({ hospital_id }), years)
  return { series: entries.series + documents.series, bad: entries.bad ?? documents.bad }
}

const yearOf = (day: string): string => day.slice(0, 4)

type Looked = [checked: number, of: string, first: string | undefined]

const no_series: Gaps = { series: 0, bad: null }
const no_funds: Looked = [0, 'accounts', undefined]

async function belowZero({ hospital_id, chart, preferences }: Books): Promise<Looked> {
  const funding = await rows<{ account_id: string }>(
    sql`select account_id from funding_accounts where hospital_id = ${hospital_id}`,
  )
  const watched = [
    ...(preferences.allow_negative_funding ? [] : funding.map(({ account_id }) => account_id)),
    ...grouped(chart, 'cash_drawer').map(({ id }) => id),
  ]
  const held = await sums(hospital_id, ['account_id'], { account_ids: watched })
  const bad = held.find(({ debit, credit }) => debit < credit)
  return [watched.length, 'accounts', chart.by_id.get(bad?.account_id ?? '')?.name]
}

function yearsInLine({ years }: Books): Looked {
  const broken = years.find((year, index) => {
    const before = years[index - 1]
    return before !== undefined && nextDay(before.ends_on) !== year.starts_on
  })
  const open = years.filter(({ status }) => status === 'OPEN')
  return [years.length, 'years', broken?.name ?? (open.length > 2 ? open[2]?.name : undefined)]
}

async function ofSums(caller: Caller, books: Books, part: Part, asks: Asks): Promise<Proven[]> {
  const by_branch =
    asks('ACC-119') || asks('ACC-120')
      ? await sums(books.hospital_id, ['facility_id', 'month'], {
          to: part.year?.ends_on,
          facility_id: part.facility_id ?? undefined,
        })
      : []
  const totals = by_branch.reduce((total, { debit, credit }) => total + debit - credit, 0)
  const uneven = by_branch.find(({ debit, credit }) => debit !== credit)
  const apart = asks('ACC-119') ? await accountApart(books, part) : undefined
  const subledgers = await proveSubledgers(caller, books, books.today, asks)
  return [
    proven(
      'ACC-119',
      'balances are sums of lines',
      books.chart.all.length,
      'accounts',
      apart ?? uneven?.month,
    ),
    proven(
      'ACC-120',
      'assets = liabilities + equity + result',
      by_branch.length,
      'months',
      totals === 0 ? null : `difference ${books.purse.said(totals)}`,
    ),
    ...subledgers.map(
      ({ id, title, checked, failed, first }): Proven =>
        checked === null ? unknown(id, title) : proven(id, title, checked, 'items', first, failed),
    ),
  ]
}

async function accountApart(
  { hospital_id, chart }: Books,
  { since, year, facility_id }: Part,
): Promise<string | undefined> {
  const months = year === null && since !== null ? await monthsSince(hospital_id, since) : undefined
  const found = await sumsDiffer(hospital_id, {
    months,
    year,
    facility_id: facility_id ?? undefined,
  })
  if (found === undefined) return undefined
  return `${chart.by_id.get(found.account_id)?.code ?? ''} ${found.month}`
}
