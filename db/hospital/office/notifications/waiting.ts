// Clients that wait for a notice (PLT-100). A commit in this process wakes them at once; what another
// daemon wrote is found by one statement every two seconds for all who wait together.

import type { Caller } from '../../../core/caller.ts'
import { outside } from '../../../store/connection.ts'
import type { Unread } from './shapes.ts'
import { none, standing, standingOf } from './unread.ts'

const poll_ms = 2000

interface Waiter {
  since: Unread
  done(standing: Unread): void
  failed(error: unknown): void
}

const waiting = new Map<string, Set<Waiter>>()
let nudged = new Set<string>()
let nudges = 0
let poll: NodeJS.Timeout | null = null
let looking = false

/** Somebody's notices changed, and the change is kept. */
export function nudge(user_ids: readonly string[]): void {
  nudges += 1
  for (const user_id of user_ids) if (waiting.has(user_id)) nudged.add(user_id)
  if (nudged.size > 0) outside(() => setImmediate(lookAtNudged))
}

/** Answers when the count is not `known`, when something comes, when the client has gone, or in time. */
export async function unreadOrWait(
  caller: Pick<Caller, 'user_id'>,
  { wait, known }: { wait?: number | undefined; known?: number | undefined },
  gone?: AbortSignal,
): Promise<Unread> {
  const before = nudges
  const now = await standing(caller)
  const { user_id } = caller
  if (wait === undefined || user_id === null || gone?.aborted === true) return now
  if (known !== undefined && known !== now.unread) return now
  const answer = waitFor(user_id, now, wait * 1000, gone)
  // Something was kept between the count and the waiting: look again.
  if (nudges !== before) nudge([user_id])
  return answer
}

function waitFor(user_id: string, since: Unread, ms: number, gone?: AbortSignal): Promise<Unread> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      gone?.removeEventListener('abort', giveUp)
      const others = waiting.get(user_id)
      others?.delete(waiter)
      if (others?.size === 0) waiting.delete(user_id)
      if (waiting.size === 0) stopPolling()
    }
    const giveUp = (): void => waiter.done(since)
    const waiter: Waiter = {
      since,
      done(found) {
        leave()
        resolve(found)
      },
      failed(error) {
        leave()
        reject(error)
      },
    }
    const timer = setTimeout(giveUp, ms)
    gone?.addEventListener('abort', giveUp)
    const others = waiting.get(user_id) ?? new Set()
    waiting.set(user_id, others.add(waiter))
    poll ??= outside(() => setInterval(() => void look([...waiting.keys()]), poll_ms).unref())
  })
}

function stopPolling(): void {
  if (poll !== null) clearInterval(poll)
  poll = null
}

/** The house is closing: everybody is answered with what was known. */
export function releaseWaiting(): void {
  for (const waiter of [...waiting.values()].flatMap((set) => [...set])) waiter.done(waiter.since)
}

export const waitingNow = (): number =>
  [...waiting.values()].reduce((sum, { size }) => sum + size, 0)

function lookAtNudged(): void {
  const user_ids = [...nudged]
  nudged = new Set()
  if (user_ids.length > 0) void look(user_ids, true)
}

async function look(user_ids: readonly string[], at_once = false): Promise<void> {
  // A slow database is not asked again before it has answered.
  if (looking && !at_once) return
  looking = true
  try {
    const found = await standingOf(user_ids)
    for (const user_id of user_ids) answer(user_id, found.get(user_id) ?? none)
  } catch (error) {
    for (const user_id of user_ids) {
      for (const waiter of waiting.get(user_id) ?? []) waiter.failed(error)
    }
  } finally {
    looking = false
  }
}

function answer(user_id: string, now: Unread): void {
  for (const waiter of waiting.get(user_id) ?? []) {
    const { since } = waiter
    if (now.unread !== since.unread || now.latest_at !== since.latest_at) waiter.done(now)
  }
}
