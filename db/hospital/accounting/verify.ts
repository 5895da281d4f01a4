// Proving the books (4.13): every invariant by its number, one moment of them, read only.

import type { Caller } from '../../caller.ts'
import { clock, nextDay } from '../../clock.ts'
import { row, rows, snapshot } from '../../connection.ts'
import { nothing, raw, type Sql, sql } from '../../sql.ts'
import { type Books, booksOf } from './books.ts'
import { grouped, pathOf } from './chart.ts'
import { snapshotHash } from './close-figures.ts'
import { first_hash } from './first-hash.ts'
import { monthsSince, provenTo, seriesBroken, sumsDiffer, type Walk, walk } from './proofs.ts'
import { proveSubledgers } from './subledgers.ts'
import { sums } from './sums.ts'
import { fiscal_closes } from './tables.ts'

export interface Proven {
  id: string
  title: string
  /** UNKNOWN: the area that counts it too is not there. */
  state: 'OK' | 'FAILED' | 'UNKNOWN'
  checked: number
  of: string
  failed: number
  first: string | null
}

export interface Verified {
  at: string
  chain_from: number
  chain_to: number
  head: string
  scope: 'FULL' | 'QUICK'
  checks: Proven[]
  checked: number
  hold: number
  failed: number
}

export interface VerifyAsked {
  quick?: boolean
  only?: readonly string[]
}

export const verify = (caller: Caller, asked: VerifyAsked = {}): Promise<Verified> =>
  snapshot(() => prove(caller, asked))

async function prove(caller: Caller, { quick = false, only }: VerifyAsked): Promise<Verified> {
  const books = await booksOf(caller)
  const { hospital_id } = books
  const from = quick ? await provenTo(hospital_id) : { chain_no: 0, hash: first_hash }
  const walked = await walk(hospital_id, from)
  const all = [
    ...ofWalk(walked),
    ofChart(books),
    ...(await ofState(books, quick ? from.chain_no : null)),
    ...(await ofSums(caller, books, quick ? from.chain_no : null)),
    ...(await ofYears(books)),
  ]
  const checks = all
    .filter(({ id }) => only === undefined || only.length === 0 || only.includes(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const failed = checks.filter(({ state }) => state === 'FAILED').length
  return {
    at: clock.instant(),
    chain_from: from.chain_no + 1,
    chain_to: walked.chain_no,
    head: walked.hash,
    scope: quick ? 'QUICK' : 'FULL',
    checks,
    checked: checks.filter(({ state }) => state !== 'UNKNOWN').length,
    hold: checks.filter(({ state }) => state === 'OK').length,
    failed,
  }
}

const proven = (
  id: string,
  title: string,
  checked: number,
  of: string,
  first: string | null | undefined,
  failed = first === null || first === undefined ? 0 : 1,
): Proven => ({
  id,
  title,
  state: failed === 0 ? 'OK' : 'FAILED',
  checked,
  of,
  failed,
  first: first ?? null,
})

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

const named = async (statement: Sql): Promise<string | undefined> =>
  (await row<{ name: string }>(statement))?.name

/** `since`: what came later was never proven; null proves all of it. */
async function ofState(books: Books, since: number | null): Promise<Proven[]> {
  const { hospital_id } = books
  const newer = (of: string): Sql =>
    since === null ? nothing : sql` and ${raw(of)}.chain_no > ${since}`
  const heading = await named(
    sql`select a.name from ledger_totals t join accounts a on a.id = t.account_id
      where t.hospital_id = ${hospital_id} and a.role <> 'POSTING' limit 1`,
  )
  const reversal = await named(
    sql`select r.reference as name from journal_entries r
      join journal_entries e on e.id = r.reverses_id
      where r.hospital_id = ${hospital_id} and r.kind = 'REVERSAL' and e.kind = 'REVERSAL'${newer('r')}
      limit 1`,
  )
  const late = await named(
    sql`select e.reference as name from journal_entries e join fiscal_years y
        on y.hospital_id = e.hospital_id and e.entry_date between y.starts_on and y.ends_on
      where e.hospital_id = ${hospital_id} and y.status in ('CLOSED', 'SEALED')
        and e.kind <> 'CLOSING' and e.posted_at > y.closed_at${newer('e')} limit 1`,
  )
  const twice = await named(
    sql`select source as name from journal_entries where hospital_id = ${hospital_id}
      and source not in ('MANUAL', 'OPENING')
      group by source, source_id having count(*) > 1 limit 1`,
  )
  const matched = await named(
    sql`select s.description as name from statement_lines s
      where s.hospital_id = ${hospital_id} and s.matched_amount > abs(s.amount) limit 1`,
  )
  const over = await named(
    sql`select l.id as name from journal_lines l where l.id in (
        select m.line_id from statement_matches m join journal_lines j on j.id = m.line_id
        where m.hospital_id = ${hospital_id} group by m.line_id, j.debit, j.credit
        having sum(m.amount) > j.debit + j.credit) limit 1`,
  )
  const { series, bad } = await seriesBroken(hospital_id)
  return [
    proven('ACC-103', 'lines on posting accounts', books.chart.all.length, 'accounts', heading),
    proven('ACC-105', 'reversed once at most', 1, 'journal', reversal),
    proven('ACC-106', 'nothing in closed years', books.years.length, 'years', late),
    proven('ACC-107', 'numbers without gaps', series, 'series', bad),
    proven('ACC-121', 'one entry for each document', 1, 'journal', twice),
    proven('ACC-123', 'no account below zero', ...(await belowZero(books))),
    proven('ACC-124', 'years follow each other', ...yearsInLine(books)),
    proven('ACC-128', 'matched no more than there is', 1, 'statements', matched ?? over),
  ]
}

async function belowZero({
  hospital_id,
  chart,
  preferences,
}: Books): Promise<[number, string, string | undefined]> {
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

function yearsInLine({ years }: Books): [number, string, string | undefined] {
  const broken = years.find((year, index) => {
    const before = years[index - 1]
    return before !== undefined && nextDay(before.ends_on) !== year.starts_on
  })
  const open = years.filter(({ status }) => status === 'OPEN')
  return [years.length, 'years', broken?.name ?? (open.length > 2 ? open[2]?.name : undefined)]
}

async function ofSums(caller: Caller, books: Books, since: number | null): Promise<Proven[]> {
  const { hospital_id, chart } = books
  const months = since === null ? undefined : await monthsSince(hospital_id, since)
  const apart = await sumsDiffer(hospital_id, months)
  const by_branch = await sums(hospital_id, ['facility_id', 'month'], {})
  const uneven = by_branch.find(({ debit, credit }) => debit !== credit)
  const totals = by_branch.reduce((total, { debit, credit }) => total + debit - credit, 0)
  const subledgers = await proveSubledgers(caller, books, books.today)
  return [
    proven(
      'ACC-119',
      'balances are sums of lines',
      chart.all.length,
      'accounts',
      apart === undefined
        ? uneven?.month
        : `${chart.by_id.get(apart.account_id)?.code ?? ''} ${apart.month}`,
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
        checked === null
          ? {
              id,
              title,
              state: 'UNKNOWN',
              checked: 0,
              of: 'nobody keeps them',
              failed: 0,
              first: null,
            }
          : proven(id, title, checked, 'items', first, failed),
    ),
  ]
}

/** ACC-125, ACC-126: what was closed is still what it was. */
async function ofYears(books: Books): Promise<Proven[]> {
  const { hospital_id, chart, map } = books
  let open: string | undefined
  let moved: string | undefined
  let unlike: string | undefined
  const closed = books.years.filter(({ status }) => status === 'CLOSED' || status === 'SEALED')
  for (const year of closed) {
    const { starts_on: from, ends_on: to, name } = year
    const left = await sums(hospital_id, ['account_id', 'facility_id', 'department'], { from, to })
    const is_result = (id: string): boolean =>
      chart.by_id.get(id)?.kind === 'INCOME' || chart.by_id.get(id)?.kind === 'EXPENSE'
    if (left.some(({ account_id, debit, credit }) => is_result(account_id) && debit !== credit)) {
      open ??= name
    }
    const close = await fiscal_closes.find({
      hospital_id,
      fiscal_year_id: year.id,
      close_version: year.close_version,
    })
    if (close === undefined) {
      moved ??= name
      continue
    }
    const now = await totalsBefore(books, to, close.closed_at)
    if (snapshotHash(now) !== close.snapshot_hash) moved ??= name
    const earned = await sums(hospital_id, ['account_id'], { from, to, closing: 'without' })
    const result = earned
      .filter(({ account_id }) => is_result(account_id))
      .reduce((total, { debit, credit }) => total + credit - debit, 0)
    const [kept] = await sums(hospital_id, [], {
      from,
      to,
      closing: 'only',
      account_ids: [map.roles['retained'] ?? '', map.roles['drawings'] ?? ''],
    })
    if (result !== (kept?.credit ?? 0) - (kept?.debit ?? 0)) unlike ??= name
  }
  return [
    proven(
      'ACC-125',
      'closed years are at nothing and unmoved',
      closed.length,
      'years',
      open ?? moved,
    ),
    proven('ACC-126', 'results are what went to retained earnings', closed.length, 'years', unlike),
  ]
}

/** The totals to a day as they stood before the year's own closing entries. */
async function totalsBefore(
  { hospital_id }: Books,
  to: string,
  closed_at: string,
): Promise<[string, number][]> {
  const found = await sums(hospital_id, ['account_id', 'facility_id', 'department'], { to })
  const closing = await rows<{
    account_id: string
    facility_id: string
    department: string
    net: number
  }>(
    sql`select l.account_id, l.facility_id, coalesce(l.department, '') as department,
        cast(sum(l.debit - l.credit) as bigint) as net
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.hospital_id = ${hospital_id} and e.kind = 'CLOSING' and e.entry_date <= ${to}
        and e.posted_at >= ${closed_at}
      group by l.account_id, l.facility_id, coalesce(l.department, '')`,
  )
  const back = new Map(closing.map((one) => [keyOf(one), one.net]))
  return found
    .map((sum): [string, number] => [
      keyOf(sum),
      sum.debit - sum.credit - (back.get(keyOf(sum)) ?? 0),
    ])
    .filter(([, net]) => net !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

const keyOf = (sum: { account_id: string; facility_id: string; department: string }): string =>
  `${sum.account_id}|${sum.facility_id}|${sum.department}`
