// Posting (ACC-11 to ACC-14): the one way into the journal. The head of the chain is locked first,
// so postings of a hospital come one after the other, and what is read then still holds at commit.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { returning, row, run } from '../../connection.ts'
import { newId } from '../../ids.ts'
import { conflict, noSuch } from '../../refusal.ts'
import { join, sql } from '../../sql.ts'
import { type Books, booksOf } from './books.ts'
import { type EntryRow, hashOf, type LineRow } from './chain.ts'
import { coverCash } from './cover.ts'
import { type Head, heldHead, holdHead } from './held.ts'
import {
  balancedByBranch,
  checkLines,
  type Line,
  type PostingLine,
  resolved,
  totalsOf,
} from './lines.ts'
import { firstOpen, obstacle } from './locks.ts'
import { eventOf } from './posting-table.ts'
import { monthOf } from './sums.ts'
import {
  type EntryDocument,
  journal_entries,
  journal_lines,
  ledger_heads,
  posting_maps,
} from './tables.ts'
import type { EntryKind } from './words.ts'

export interface Posting {
  /** A key of the posting table (4.4), in capitals. */
  source: string
  source_id: string
  /** Absent: today. A locked one is refused. */
  date?: string | undefined
  /** The document has a date of its own: where that is locked the first open one is taken (ACC-18). */
  own_date?: boolean
  memo: string
  lines: readonly PostingLine[]
  document?: EntryDocument | null
}

export type Posted = EntryRow & { lines: LineRow[] }

/** Once per source: a second call with the same lines answers the first entry. */
export async function post(caller: Caller, posting: Posting): Promise<Posted> {
  const { own_date } = eventOf(posting.source)
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const facility_id = await actingBranch(caller)
  const first = await bySource(caller, posting.source, posting.source_id)
  if (first !== undefined) return sameAs(books, first, posting, facility_id)
  const lines = resolved(books, posting.lines, facility_id)
  const { date, moved_from } = dated(books, { own_date: own_date === true, ...posting }, lines)
  return write(caller, books, head, {
    source: posting.source,
    source_id: posting.source_id,
    kind: 'NORMAL',
    entry_date: date,
    moved_from,
    memo: posting.memo,
    lines,
    document: posting.document ?? null,
  })
}

function dated(
  books: Books,
  { date = books.today, own_date = false }: Posting,
  lines: readonly Line[],
): { date: string; moved_from: string | null } {
  const about = { tax: lines.some(({ tax_code }) => tax_code !== null) }
  if (!own_date) return { date, moved_from: null }
  const open = firstOpen(books, date, about)
  return { date: open, moved_from: open === date ? null : date }
}

/** Whoever holds it posts, closes or reopens; others wait here (ACC-71). */
export async function lockHead({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<Head> {
  const held = heldHead(hospital_id)
  if (held !== undefined) return { ...held }
  const head = await ledger_heads.find({ hospital_id }, { lock: true })
  if (head === undefined) throw conflict('This hospital has no chart yet: install it first.')
  const { chain_no, hash } = head
  holdHead(hospital_id, { chain_no, hash })
  return { chain_no, hash }
}

export interface Writing {
  id?: string
  source: string
  source_id: string | null
  kind: EntryKind
  entry_date: string
  moved_from?: string | null
  memo: string
  lines: readonly Line[]
  document?: EntryDocument | null
  author?: { id: string | null; name: string }
  approved_by_name?: string | null
  reverses_id?: string | null
  reason?: string | null
  prior_year?: boolean
}

/** With the head in hand. Nothing is read here that another posting could have changed since. */
export async function write(
  caller: Caller,
  books: Books,
  head: Head,
  writing: Writing,
): Promise<Posted> {
  const { hospital_id } = caller
  checkLines(books, writing.lines, 409)
  const all = balancedByBranch(books, writing.lines)
  refuseClosedDay(books, writing, all)
  const year = Number(writing.entry_date.slice(0, 4))
  const entry = {
    id: writing.id ?? newId(),
    hospital_id,
    chain_no: head.chain_no + 1,
    reference: await nextNumber(hospital_id, year),
    kind: writing.kind,
    entry_date: writing.entry_date,
    memo: writing.memo.slice(0, 300),
    source: writing.source,
    source_id: writing.source_id,
    document: writing.document ?? null,
    total: totalsOf(all).debit,
    line_count: all.length,
    posted_at: clock.instant(),
    posted_by_id: caller.user_id,
    posted_by_name: caller.name.slice(0, 160),
    author_id: writing.author === undefined ? caller.user_id : writing.author.id,
    author_name: (writing.author?.name ?? caller.name).slice(0, 160),
    approved_by_name: writing.approved_by_name ?? null,
    reverses_id: writing.reverses_id ?? null,
    reason: writing.reason ?? null,
    moved_from: writing.moved_from ?? null,
    lock_exception_id: null,
    prior_year: writing.prior_year ?? false,
    map_version: books.preferences.map_version,
    previous_hash: head.hash,
  }
  const hash = hashOf(entry, all)
  const posted = await journal_entries.insert({ ...entry, hash })
  const lines: LineRow[] = all.map((line, index) => ({
    ...line,
    id: newId(),
    hospital_id,
    entry_id: posted.id,
    line_no: index + 1,
    chain_no: posted.chain_no,
    entry_date: posted.entry_date,
    closing: posted.kind === 'CLOSING',
  }))
  await journal_lines.insertMany(lines)
  await addToTotals(lines)
  await ledger_heads.change({ hospital_id }, { chain_no: posted.chain_no, hash })
  head.chain_no = posted.chain_no
  head.hash = hash
  holdHead(hospital_id, head)
  await coverCash(books, posted, lines)
  return { ...posted, lines }
}

/** A closing entry is dated the last day of the year it closes, whatever is locked (ACC-106). */
function refuseClosedDay(
  books: Books,
  { kind, entry_date }: Writing,
  lines: readonly Line[],
): void {
  if (kind === 'CLOSING') return
  const tax = lines.some(({ tax_code }) => tax_code !== null)
  const refusal = obstacle(books, entry_date, { tax })
  if (refusal !== null) throw refusal
}

/** ACC-13: in posting order, a series for each year of entry dates. */
async function nextNumber(hospital_id: string, year: number): Promise<string> {
  const [taken] = await returning<{ last_number: number }>(
    sql`insert into entry_series (hospital_id, year, last_number) values (${hospital_id}, ${year}, 1)
      on conflict (hospital_id, year) do update set last_number = entry_series.last_number + 1
      returning last_number`,
  )
  if (taken === undefined) throw new Error('the series gave no number')
  return `JE-${year}-${String(taken.last_number).padStart(6, '0')}`
}

async function addToTotals(lines: readonly LineRow[]): Promise<void> {
  const sums = new Map<string, LineRow & { count: number }>()
  for (const line of lines) {
    const key = `${line.account_id}|${line.facility_id}|${line.department ?? ''}`
    const known = sums.get(key)
    if (known === undefined) sums.set(key, { ...line, count: 1 })
    else {
      known.debit += line.debit
      known.credit += line.credit
      known.count += 1
    }
  }
  // In one order, so that whoever adds to the same sums waits and never deadlocks.
  const values = [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([, line]) =>
        sql`(${line.hospital_id}, ${line.account_id}, ${monthOf(line.entry_date)}, ${line.facility_id},
          ${line.department ?? ''}, ${line.closing}, ${line.debit}, ${line.credit}, ${line.count})`,
    )
  for (let start = 0; start < values.length; start += 2000) {
    await run(
      sql`insert into ledger_totals
        (hospital_id, account_id, month, facility_id, department, closing, debit, credit, line_count)
        values ${join(values.slice(start, start + 2000), ', ')}
        on conflict (hospital_id, account_id, month, facility_id, department, closing) do update set
          debit = ledger_totals.debit + excluded.debit,
          credit = ledger_totals.credit + excluded.credit,
          line_count = ledger_totals.line_count + excluded.line_count`,
    )
  }
}

/** The branch a line belongs to when it does not say: the acting one, else the main one. */
export async function actingBranch(
  caller: Pick<Caller, 'hospital_id' | 'facility_id'>,
): Promise<string> {
  if (caller.facility_id !== null) return caller.facility_id
  const main = await row<{ id: string }>(
    sql`select id from facilities where hospital_id = ${caller.hospital_id} and is_main`,
  )
  if (main === undefined) throw noSuch('facility')
  return main.id
}

export async function bySource(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  source: string,
  source_id: string,
): Promise<Posted | undefined> {
  const [entry] = await journal_entries.read(
    sql`select ${journal_entries.selection()} from journal_entries
      where hospital_id = ${hospital_id} and source = ${source} and source_id = ${source_id}
        and source not in ('MANUAL', 'OPENING')`,
  )
  if (entry === undefined) return undefined
  return { ...entry, lines: await linesOf(entry) }
}

export const linesOf = ({ hospital_id, id }: EntryRow): Promise<LineRow[]> =>
  journal_lines.all({ hospital_id, entry_id: id }, { order: ['line_no'] })

async function sameAs(
  books: Books,
  first: Posted,
  { lines }: Posting,
  facility_id: string,
): Promise<Posted> {
  const { hospital_id, map_version: version } = first
  // Held against the map it was posted with: a mapping moved since is no difference.
  const used =
    version === books.preferences.map_version
      ? books.map
      : (await posting_maps.find({ hospital_id, version }))?.map
  const again = resolved(books, lines, facility_id, used ?? books.map)
    .map(meant)
    .sort()
  const before = first.lines
    .filter(({ automatic }) => !automatic)
    .map(meant)
    .sort()
  if (JSON.stringify(again) !== JSON.stringify(before)) {
    throw conflict('This was already posted differently.', 'posted_differently')
  }
  return first
}

const meant = (line: Line | LineRow): string =>
  JSON.stringify([
    line.account_id,
    line.debit,
    line.credit,
    line.facility_id,
    line.department,
    line.party_id,
    line.tax_code,
  ])
