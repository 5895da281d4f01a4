// A write with an Idempotency-Key is done once: the record of its answer is part of its transaction.

import { createHash } from 'node:crypto'
import { clock, instantIn, hours } from '../../core/clock.ts'
import { atOnce } from '../at-once.ts'
import { dialect, row, unawaited, within } from '../connection.ts'
import { isTaken } from '../engines/engine.ts'
import { conflict, invalid, Refusal } from '../../core/refusal.ts'
import { isSealed, seal, unseal } from '../../appliance/secrets/seal.ts'
import { sql } from '../sql.ts'
import type { RowOf } from '../table.ts'
import { idempotency_keys } from './tables.ts'

const kept_hours = 72

export interface Answer {
  status: number
  body: string
  /** The request that was answered first, when this answer is a replay. */
  replay_of?: string
}

export interface Keyed {
  scope: string
  key: string
  request_id: string
  method: string
  path: string
  body: unknown
  /** How long the first answer lives; 72 hours when nothing is said. */
  hours?: number
  /** The answer holds a key or a secret: it is kept sealed. */
  sealed?: boolean
  /** What the call waits for while it is in flight, and before anything is locked. */
  hold?: () => Promise<void>
}

/** Calls that run now in this process; another daemon is kept out by a lock of the database. */
const running = new Set<string>()

export async function once(keyed: Keyed, work: () => Promise<Answer>): Promise<Answer> {
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(keyed.key)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters.')
  }
  const mark = `${keyed.scope} ${keyed.key}`
  if (running.has(mark)) throw inFlight()
  running.add(mark)
  try {
    await keyed.hold?.()
    return await within(() => firstOrKept(keyed, mark, work))
  } catch (error) {
    if (isTaken(error, 'scope', 'key')) throw inFlight()
    throw error
  } finally {
    running.delete(mark)
  }
}

/**
 * For work of many short transactions. What is kept is looked for first; the work calls `keep` in
 * its last transaction, so that the answer and the end of the work stand or fall together.
 */
export async function onceInPieces(
  keyed: Keyed,
  work: (keep: (answer: Answer) => Promise<void>) => Promise<Answer>,
): Promise<Answer> {
  const mark = `${keyed.scope} ${keyed.key}`
  if (running.has(mark)) throw inFlight()
  running.add(mark)
  try {
    await keyed.hold?.()
    const kept = await within(() => keptFor(keyed))
    return kept ?? (await work((answer) => keep(keyed, answer)))
  } catch (error) {
    if (isTaken(error, 'scope', 'key')) throw inFlight()
    throw error
  } finally {
    running.delete(mark)
  }
}

async function firstOrKept(
  keyed: Keyed,
  mark: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { scope, key } = keyed
  // One behind the other, so what is kept is looked for under the lock.
  const [locked, found] = await atOnce(lock(mark), idempotency_keys.find({ scope, key }))
  if (!locked) throw inFlight()
  const known = await answerOf(keyed, found)
  if (known !== null) return known
  const answer = await work()
  await unawaited(() => keep(keyed, answer))
  return answer
}

async function lock(mark: string): Promise<boolean> {
  if (dialect() === 'sqlite') return true
  const found = await row<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${mark}, 0)) as got`,
  )
  return found?.got === true
}

async function keptFor(keyed: Keyed): Promise<Answer | null> {
  const { scope, key } = keyed
  return answerOf(keyed, await idempotency_keys.find({ scope, key }))
}

type Kept = RowOf<(typeof idempotency_keys)['columns']>

async function answerOf(keyed: Keyed, kept: Kept | undefined): Promise<Answer | null> {
  const { scope, key } = keyed
  if (kept !== undefined && kept.created_at > instantIn(-hours(keyed.hours ?? kept_hours))) {
    if (kept.fingerprint !== fingerprintOf(keyed)) {
      throw conflict('This key was used for another request.', 'idempotency_key_reused')
    }
    const body = isSealed(kept.body) ? unseal(kept.body) : kept.body
    return { status: kept.status, body, replay_of: kept.request_id }
  }
  if (kept !== undefined) await idempotency_keys.remove({ scope, key })
  return null
}

async function keep(keyed: Keyed, answer: Answer): Promise<void> {
  const { scope, key } = keyed
  await idempotency_keys.insert({
    scope,
    key,
    fingerprint: fingerprintOf(keyed),
    request_id: keyed.request_id,
    status: answer.status,
    body: keyed.sealed === true ? seal(answer.body) : answer.body,
    created_at: clock.instant(),
  })
}

const inFlight = (): Refusal =>
  conflict('The first request with this key is still running.', 'idempotency_key_in_flight', {
    retry_after_s: 1,
  })

/** Another order of members, or other white space, is the same body. */
function fingerprintOf({ method, path, body }: Keyed): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(canonical(body))}`)
    .digest('hex')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}
