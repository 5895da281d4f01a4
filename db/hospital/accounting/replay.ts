// The automatic entries built anew from the documents they came from (ACC-93), held against what
// stands. What an area replays is asked of it; what no area replays is not counted.

import type { Caller } from '../../caller.ts'
import { rows, snapshot } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { billingReplay, peopleReplay, type ReplayEvent, stockReplay } from '../neighbours/books.ts'
import { type Books, booksOf } from './books.ts'
import { labelOf } from './chart.ts'
import { bySource, type Posted } from './post.ts'
import { ledger_heads } from './tables.ts'

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

export const replay = (caller: Caller, asked: { from: number; to?: number }): Promise<Replayed> =>
  snapshot(async () => {
    const books = await booksOf(caller)
    const head = await ledger_heads.find({ hospital_id: caller.hospital_id })
    const to = asked.to ?? head?.chain_no ?? 0
    const result: Replayed = { entries: 0, from: asked.from, to, count: 0, differences: [] }
    const seen = new Set<string>()
    const sources = new Set<string>()
    const range = { from: asked.from, to, map_version: books.preferences.map_version }
    for (const ask of [billingReplay, stockReplay, peopleReplay]) {
      for await (const events of ask(caller, range)) {
        for (const event of events) {
          seen.add(`${event.source}|${event.source_id}`)
          sources.add(event.source)
          result.entries += 1
          compare(result, books, event, await bySource(caller, event.source, event.source_id))
        }
      }
    }
    await extras(caller, result, { seen, sources })
    return result
  })

function add(result: Replayed, difference: Difference): void {
  result.count += 1
  if (result.differences.length < shown_most) result.differences.push(difference)
}

function compare(
  result: Replayed,
  books: Books,
  event: ReplayEvent,
  posted: Posted | undefined,
): void {
  const base = { source: event.source, document: event.reference, entry: posted?.reference ?? null }
  const said = netOf(event.lines)
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
  if (day !== undefined && day !== event.date) {
    add(result, {
      ...base,
      what: 'date',
      where: `${day} / ${event.date}`,
      ledger: null,
      replayed: null,
    })
  }
}

function netOf(
  lines: readonly {
    account_id: string
    facility_id: string
    department: string | null
    debit: number
    credit: number
  }[],
): Map<string, number> {
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
  { seen, sources }: { seen: ReadonlySet<string>; sources: ReadonlySet<string> },
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
