// The automatic entries built anew from the documents they came from (ACC-93), held against what
// stands. What an area replays is asked of it; what no document gives is listed with its reason.

import type { Caller } from '../../../../core/caller.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import {
  billingReplay,
  claimReplay,
  drawerReplay,
  expenseReplay,
  peopleReplay,
  purchaseReplay,
  type Replaying,
  type ReplayEvent,
  type ReplayLine,
  stockReplay,
} from '../../../neighbours/books.ts'
import { type Books, booksOf } from '../books.ts'
import { hasDepartment, labelOf } from '../chart/chart.ts'
import type { PostingMap } from '../chart/default-map.ts'
import type { Posted } from '../posting/write.ts'
import { replayOfMoves } from './replay-moves.ts'
import { journal_entries, journal_lines, ledger_heads, posting_maps } from '../tables.ts'

export interface Difference {
  what: 'missing' | 'extra' | 'amount' | 'date'
  source: string
  document: string
  entry: string | null
  where: string
  ledger: number | null
  replayed: number | null
}

export interface Replayed {
  entries: number
  from: number
  to: number
  count: number
  /** The first hundred. */
  differences: Difference[]
}

const shown_most = 100

/**
 * What no document gives, and why: these entries are taken as they stand. Every other source of an
 * entry is built anew.
 */
export const taken_as_they_are: Readonly<Record<string, string>> = {
  MANUAL: 'written by a person: the entry is its own document',
  OPENING: 'brought from other books: the entry is its own document',
  FISCAL_YEAR_CLOSE: 'sums of the ledger itself, proved by the snapshot of the close',
  FISCAL_YEAR_REOPEN: 'the mirror of a close',
  FILING_FILE: 'a return says what the ledger says of its period (ACC-42)',
  FILING_PAY: 'pays what the ledger says that the return owes',
  FILING_WAIVE: 'waives what the ledger says that the return owes',
}

const asked_of: ((caller: Caller) => Replaying)[] = [
  replayOfMoves,
  drawerReplay,
  billingReplay,
  expenseReplay,
  claimReplay,
  stockReplay,
  peopleReplay,
  purchaseReplay,
]

export const replay = (caller: Caller, asked: { from: number; to?: number }): Promise<Replayed> =>
  snapshot(async () => {
    const books = await booksOf(caller)
    const head = await ledger_heads.find({ hospital_id: caller.hospital_id })
    const to = asked.to ?? head?.chain_no ?? 0
    const result: Replayed = { entries: 0, from: asked.from, to, count: 0, differences: [] }
    const mapOf = await mapsOf(caller, books)
    for (const ask of asked_of) {
      const { sources, events } = ask(caller)
      const seen = new Set<string>()
      for await (const batch of events) {
        const entries = await postedOf(caller, batch)
        for (const event of batch) {
          const key = keyOf(event)
          const posted = entries.get(key)
          seen.add(key)
          // A missing one has no place in the chain: it is told whatever part of it is asked for.
          if (posted !== undefined && (posted.chain_no < asked.from || posted.chain_no > to))
            continue
          result.entries += 1
          compare(result, books, event, posted, mapOf(posted))
        }
      }
      await extras(caller, result, { seen, sources })
    }
    return result
  })

/** Documents in a state that posts without their entry, entries that no document gave (ACC-121). */
export async function entriesApart(
  caller: Caller,
): Promise<{ checked: number; failed: number; first: string | null }> {
  const books = await booksOf(caller)
  const result: Replayed = { entries: 0, from: 0, to: every_entry, count: 0, differences: [] }
  for (const ask of asked_of) {
    const { sources, events } = ask(caller)
    const seen = new Set<string>()
    for await (const batch of events) {
      const posted = await keysOf(caller, batch)
      for (const event of batch) {
        seen.add(keyOf(event))
        result.entries += 1
        if (posted.has(keyOf(event)) || postsNothing(books, event)) continue
        const { source, reference } = event
        const about = { source, document: reference, entry: null, where: '' }
        add(result, { ...about, what: 'missing', ledger: null, replayed: null })
      }
    }
    await extras(caller, result, { seen, sources })
  }
  const [first] = result.differences
  return { checked: result.entries, failed: result.count, first: first ? saidOf(first) : null }
}

const every_entry = Number.MAX_SAFE_INTEGER

const saidOf = ({ what, source, document, entry }: Difference): string =>
  what === 'missing' ? `${document} has no entry ${source}` : `${entry} (${source}) has no document`

const postsNothing = (books: Books, { lines }: ReplayEvent): boolean =>
  [...netOf(lines.map((line) => inAccounts(books, books.map, line))).values()].every(
    (net) => net === 0,
  )

async function keysOf(
  { hospital_id }: Caller,
  batch: readonly ReplayEvent[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [source, events] of Map.groupBy(batch, (event) => event.source)) {
    const ids = events.map(({ source_id }) => source_id)
    const posted = await rows<{ source_id: string }>(
      sql`select source_id from journal_entries where hospital_id = ${hospital_id}
        and source = ${source} and source_id${oneOf(ids)}`,
    )
    for (const { source_id } of posted) found.add(keyOf({ source, source_id }))
  }
  return found
}

const keyOf = ({ source, source_id }: { source: string; source_id: string | null }): string =>
  `${source}|${source_id}`

/** Each entry is held against the map it was posted with; what has none, against today's (2.4). */
async function mapsOf(
  { hospital_id }: Caller,
  books: Books,
): Promise<(posted: Posted | undefined) => PostingMap> {
  const versions = await posting_maps.all({ hospital_id })
  const by_version = new Map(versions.map(({ version, map }) => [version, map]))
  return (posted) => by_version.get(posted?.map_version ?? -1) ?? books.map
}

/** Of a whole batch, in two statements for each source in it. */
async function postedOf(
  { hospital_id }: Caller,
  batch: readonly ReplayEvent[],
): Promise<Map<string, Posted>> {
  const found = new Map<string, Posted>()
  for (const [source, events] of Map.groupBy(batch, (event) => event.source)) {
    const entries = await journal_entries.all({
      hospital_id,
      source,
      source_id: events.map(({ source_id }) => source_id),
    })
    const ids = entries.map(({ id }) => id)
    const lines = ids.length === 0 ? [] : await journal_lines.all({ hospital_id, entry_id: ids })
    const by_entry = Map.groupBy(lines, ({ entry_id }) => entry_id)
    for (const entry of entries) {
      found.set(keyOf(entry), { ...entry, lines: by_entry.get(entry.id) ?? [] })
    }
  }
  return found
}

function add(result: Replayed, difference: Difference): void {
  result.count += 1
  if (result.differences.length < shown_most) result.differences.push(difference)
}

function compare(
  result: Replayed,
  books: Books,
  event: ReplayEvent,
  posted: Posted | undefined,
  map: PostingMap,
): void {
  const base = { source: event.source, document: event.reference, entry: posted?.reference ?? null }
  const said = netOf(event.lines.map((line) => inAccounts(books, map, line)))
  const held = netOf((posted?.lines ?? []).filter(({ automatic }) => !automatic))
  for (const key of new Set([...said.keys(), ...held.keys()])) {
    const replayed = said.get(key) ?? 0
    const ledger = held.get(key) ?? 0
    if (replayed === ledger) continue
    add(result, {
      ...base,
      what: posted === undefined ? 'missing' : 'amount',
      where: whereOf(books, key),
      ledger: posted === undefined ? null : books.purse.major(ledger),
      replayed: books.purse.major(replayed),
    })
  }
  const day = posted?.moved_from ?? posted?.entry_date
  if (day !== undefined && event.date !== null && day !== event.date) {
    add(result, {
      ...base,
      what: 'date',
      where: `${day} / ${event.date}`,
      ledger: null,
      replayed: null,
    })
  }
}

interface Booked {
  account_id: string
  facility_id: string
  department: string | null
  debit: number
  credit: number
}

/** As posting resolves it, but an account that takes no lines today is no refusal: it once did. */
function inAccounts(
  { chart, preferences }: Books,
  { roles }: PostingMap,
  line: ReplayLine,
): Booked {
  const account_id = line.role === undefined ? (line.account_id ?? '') : (roles[line.role] ?? '')
  const account = chart.by_id.get(account_id)
  return {
    account_id,
    facility_id: line.facility_id ?? '',
    department:
      account !== undefined && hasDepartment(account)
        ? (line.department ?? preferences.default_department)
        : null,
    debit: line.debit ?? 0,
    credit: line.credit ?? 0,
  }
}

function netOf(lines: readonly Booked[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { account_id, facility_id, department, debit, credit } of lines) {
    const key = `${account_id}|${facility_id}|${department ?? ''}`
    found.set(key, (found.get(key) ?? 0) + debit - credit)
  }
  return found
}

function whereOf({ chart }: Books, key: string): string {
  const [account_id = '', , department = ''] = key.split('|')
  const account = chart.by_id.get(account_id)
  const label = account === undefined ? account_id : labelOf(account)
  return department === '' ? label : `${label} / ${department}`
}

/** Entries of the sources that were replayed, which no document gave. */
async function extras(
  { hospital_id }: Caller,
  result: Replayed,
  { seen, sources }: { seen: ReadonlySet<string>; sources: readonly string[] },
): Promise<void> {
  for (const source of sources) {
    const found = await rows<{ source_id: string; reference: string }>(
      sql`select source_id, reference from journal_entries
        where hospital_id = ${hospital_id} and source = ${source}
          and chain_no between ${result.from} and ${result.to}`,
    )
    for (const { source_id, reference } of found) {
      if (seen.has(`${source}|${source_id}`)) continue
      add(result, {
        what: 'extra',
        source,
        document: source_id,
        entry: reference,
        where: '',
        ledger: null,
        replayed: null,
      })
    }
  }
}
