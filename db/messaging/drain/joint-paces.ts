// Rates that several daemons keep together: an operator's throughput and a campaign's minute, when
// their links are with different daemons (MSG-306, MSG-314). What leaves is counted in one row for each
// rate, under its lock and in the transaction of the intents, so that no two daemons count apart.
// On SQLite there is one daemon, which counts by itself.

import { rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { join, oneOf, raw, sql } from '../../store/sql.ts'
import type { Spent } from './tables.ts'

export interface Rate {
  key: string
  most: number
  window_ms: number
  /** By which clock it is counted; null: the database's, the same for daemons on two machines. */
  now_ms: number | null
}

/** One message, or one part of a message that was begun: all of it goes, or nothing. */
export interface Ask {
  keys: readonly { key: string; count: number }[]
}

/** What another daemon let go, so long ago. */
export interface Heard {
  key: string
  ago_ms: number
  count: number
}

interface Kept {
  key: string
  seq: number
  spent: string
  now_ms: number
}

export interface Verdict {
  /** For each ask, in its order. */
  goes: boolean[]
  heard: Heard[]
}

const stale_ms = 3_600_000
/** Ids begin with the time; what tells two daemons apart is at their end. */
const own_letters = 8

/** `seen`: of each rate, up to where this daemon has heard; moved on. */
export async function letGo(
  daemon: string,
  rates: readonly Rate[],
  asks: readonly Ask[],
  seen: Map<string, number>,
): Promise<Verdict> {
  const name = daemon.slice(-own_letters)
  const kept = await lock(rates, seen)
  const books = new Map(rates.map((rate) => [rate.key, open(rate, kept.get(rate.key), name, seen)]))
  const closed = new Set<string>()
  const goes = asks.map(({ keys }) => {
    const fits = keys.every(({ key, count }) => {
      const book = books.get(key)
      if (closed.has(key) || book === undefined) return false
      // More at once than the rate allows in all goes alone.
      return book.total + count <= book.most || book.total === 0
    })
    for (const { key, count } of keys) {
      const book = books.get(key)
      if (!fits) closed.add(key)
      else if (book !== undefined) {
        book.total += count
        book.own += count
      }
    }
    return fits
  })
  await write([...books.values()], name)
  return { goes, heard: [...books.values()].flatMap(({ heard }) => heard) }
}

interface Book {
  key: string
  most: number
  seq: number
  now_ms: number
  spent: Spent[]
  total: number
  own: number
  heard: Heard[]
}

function open(
  { key, most, window_ms, now_ms }: Rate,
  row: Kept | undefined,
  daemon: string,
  seen: Map<string, number>,
): Book {
  const all = JSON.parse(row?.spent ?? '[]') as Spent[]
  const now = Math.max(now_ms ?? Number(row?.now_ms), all.at(-1)?.[1] ?? 0)
  const spent = all.filter(([, at_ms]) => at_ms > now - window_ms)
  const after = seen.get(key) ?? 0
  const seq = Number(row?.seq ?? 0)
  seen.set(key, seq)
  return {
    key,
    most,
    seq,
    now_ms: now,
    spent,
    total: spent.reduce((sum, [, , count]) => sum + count, 0),
    own: 0,
    heard: spent
      .filter(([number, , , who]) => who !== daemon && number > after)
      .map(([, at_ms, count]) => ({ key, ago_ms: now - at_ms, count })),
  }
}

/** In one order, so that two daemons never wait for each other. */
async function lock(
  rates: readonly Rate[],
  seen: ReadonlyMap<string, number>,
): Promise<Map<string, Kept>> {
  const strangers = rates.filter(({ key }) => !seen.has(key)).map(({ key }) => key)
  if (strangers.length > 0) await makeRows(strangers)
  const found = await rows<Kept>(sql`
    select key, seq, spent, floor(extract(epoch from clock_timestamp()) * 1000) as now_ms
    from msg_joint_paces where key${oneOf(rates.map(({ key }) => key))} order by key for update`)
  return new Map(found.map((row) => [row.key, row]))
}

async function makeRows(keys: readonly string[]): Promise<void> {
  await run(sql`delete from msg_joint_paces where used_ms <
    extract(epoch from clock_timestamp()) * 1000 - ${raw(String(stale_ms))}`)
  const values = keys.toSorted().map(
    (key) => sql`(${key}, 0, '[]',
    floor(extract(epoch from clock_timestamp()) * 1000))`,
  )
  await run(sql`insert into msg_joint_paces (key, seq, spent, used_ms)
    values ${join(values, ', ')} on conflict (key) do nothing`)
}

async function write(books: readonly Book[], daemon: string): Promise<void> {
  const changed = books.filter(({ own }) => own > 0)
  if (changed.length === 0) return
  const types = { key: 'text', seq: 'bigint', spent: 'text' } as const
  const next = changed.map(({ key, seq, spent, own, now_ms }) => ({
    key,
    seq: seq + 1,
    spent: JSON.stringify([...spent, [seq + 1, now_ms, own, daemon]]),
  }))
  await run(sql`update msg_joint_paces set seq = given.seq, spent = given.spent,
      used_ms = floor(extract(epoch from clock_timestamp()) * 1000)
    from ${given('given', types, next)} where msg_joint_paces.key = given.key`)
}
