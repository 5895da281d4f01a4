// Boards of the modules (MOD-20): made at most every two seconds for whoever looks, sooner where their own
// rows were written here, and those who wait for a change are asked for together.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { outside } from '../../../store/connection.ts'
import { onOtherDatabase } from '../../../store/kept.ts'
import type { Table } from '../../../store/table.ts'
import { touchesOf, watchTables } from '../../../store/touched.ts'
import { part_tables } from './tables.ts'

const stands_ms = 2000
const look_ms = 1000
const kept_most = 1000

export interface Seen<T> {
  readonly board: T
  /** Another one as soon as something on it is another. */
  readonly tag: string
}

interface Kept<T> {
  readonly seen: Promise<Seen<T>>
  readonly touches: number
  readonly at: number
  readonly told_at: number
}

export interface Waiting {
  wait?: number | undefined
  /** What the client holds already; without it: what stands now. */
  held?: readonly string[] | undefined
  gone?: AbortSignal | undefined
}

interface LiveBoard<Asked, T> {
  /** Of these a change is seen at once, as of what the hospital says in tables of its own. */
  of: readonly Pick<Table, 'name'>[]
  make: (caller: Caller, asked: Asked) => Promise<T>
  /** What of it makes it another board: not the moment at which it was made. */
  shows: (board: T) => unknown
}

export function liveBoard<Asked, T>({ of, make, shows }: LiveBoard<Asked, T>) {
  const names = [part_tables, ...of].map(({ name }) => name)
  watchTables(names)
  const kept = new Map<string, Kept<T>>()
  onOtherDatabase(() => kept.clear())

  const stands = ({ touches, at, told_at }: Kept<T>): boolean =>
    touches === touchesOf(names) &&
    performance.now() - at < stands_ms &&
    Math.abs(clock.ms() - told_at) < stands_ms

  /** Nobody asks for them again; the oldest come first. */
  function letOldGo(now_ms: number): void {
    for (const [key, { at }] of kept) {
      if (now_ms - at < stands_ms && kept.size < kept_most) return
      kept.delete(key)
    }
  }

  function now(caller: Caller, asked: Asked): Promise<Seen<T>> {
    const key = keyOf(caller, asked)
    const known = kept.get(key)
    if (known !== undefined && stands(known)) return known.seen
    kept.delete(key)
    const touches = touchesOf(names)
    // Several may wait for it: whoever asked first takes it from nobody by going away.
    const seen = outside(async () => {
      const board = await make(caller, asked)
      return { board, tag: tagOf(shows(board)) }
    })
    const made = { seen, touches, at: performance.now(), told_at: clock.ms() }
    letOldGo(made.at)
    kept.set(key, made)
    seen.catch(() => kept.get(key) === made && kept.delete(key))
    return seen
  }

  return async (caller: Caller, asked: Asked, waiting: Waiting = {}): Promise<Seen<T>> => {
    const seen = await now(caller, asked)
    const { wait, held = [seen.tag], gone } = waiting
    if (wait === undefined || !held.includes(seen.tag) || gone?.aborted === true) return seen
    return another(() => now(caller, asked), seen, { ms: wait * 1000, gone })
  }
}

/** Nobody's board is anybody else's: names on it are masked by who looks. */
const keyOf = (caller: Caller, asked: unknown): string =>
  JSON.stringify([
    caller.hospital_id,
    caller.facility_id,
    caller.user_id ?? caller.request_id,
    caller.language ?? null,
    asked,
  ])

const tagOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)

interface Waiter {
  look: () => Promise<void>
  /** With what stood when it was looked at last. */
  giveUp: () => void
}

const waiting = new Set<Waiter>()
let poll: NodeJS.Timeout | null = null
let looking = false

function another<T>(
  now: () => Promise<Seen<T>>,
  first: Seen<T>,
  { ms, gone }: { ms: number; gone: AbortSignal | undefined },
): Promise<Seen<T>> {
  return new Promise((resolve, reject) => {
    let last = first
    const leave = (): void => {
      clearTimeout(timer)
      gone?.removeEventListener('abort', waiter.giveUp)
      waiting.delete(waiter)
      if (waiting.size === 0) stopLooking()
    }
    const waiter: Waiter = {
      async look() {
        try {
          last = await now()
        } catch (error) {
          leave()
          reject(error)
          return
        }
        if (last.tag !== first.tag) waiter.giveUp()
      },
      giveUp() {
        leave()
        resolve(last)
      },
    }
    const timer = setTimeout(waiter.giveUp, ms)
    gone?.addEventListener('abort', waiter.giveUp)
    waiting.add(waiter)
    poll ??= outside(() => setInterval(() => void lookForAll(), look_ms).unref())
  })
}

function stopLooking(): void {
  if (poll !== null) clearInterval(poll)
  poll = null
}

/** One after the other: a slow database is not asked for all of them at once, nor again before it answered. */
async function lookForAll(): Promise<void> {
  if (looking) return
  looking = true
  for (const waiter of waiting) await waiter.look()
  looking = false
}

/** The house is closing: everybody is answered with what was seen last. */
export function releaseBoards(): void {
  for (const waiter of waiting) waiter.giveUp()
}

export const boardsWaiting = (): number => waiting.size
