// Posting (ACC-11 to ACC-14): the one way into the journal. The head of the chain is locked first,
// so postings of a hospital come one after the other, and what is read then still holds at commit.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { type Books, booksOf } from '../books.ts'
import type { EntryRow, LineRow } from './chain.ts'
import { type Head, heldHead, holdHead } from './held.ts'
import { type Line, type PostingLine, resolved } from '../entries/lines.ts'
import { firstOpen } from './locks.ts'
import { eventOf } from './posting-table.ts'
import {
  type EntryDocument,
  journal_entries,
  journal_lines,
  ledger_heads,
  posting_maps,
} from '../tables.ts'
import { type Posted, write, writeAll, type Writing } from './write.ts'

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

/** Once per source: a second call with the same lines answers the first entry. */
export async function post(caller: Caller, posting: Posting): Promise<Posted> {
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const facility_id = await actingBranch(caller)
  const first = await bySource(caller, posting.source, posting.source_id)
  if (first !== undefined) return sameAs(books, first, posting, facility_id)
  return write(caller, books, head, writingOf(books, posting, facility_id))
}

/** Documents that this very transaction makes: none was posted before, so none is looked for. */
export async function postNew(caller: Caller, postings: readonly Posting[]): Promise<Posted[]> {
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const facility_id = await actingBranch(caller)
  const writings = postings.map((posting) => writingOf(books, posting, facility_id))
  return writeAll(caller, books, head, writings)
}

function writingOf(books: Books, posting: Posting, facility_id: string): Writing {
  const own_date = eventOf(posting.source).own_date === true
  const lines = resolved(books, posting.lines, facility_id)
  const { date, moved_from } = dated(books, { own_date, ...posting }, lines)
  return {
    source: posting.source,
    source_id: posting.source_id,
    kind: 'NORMAL',
    entry_date: date,
    moved_from,
    memo: posting.memo,
    lines,
    document: posting.document ?? null,
  }
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
  const { chain_no, hash, turnover } = head
  holdHead(hospital_id, { chain_no, hash, turnover })
  return { chain_no, hash, turnover }
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
