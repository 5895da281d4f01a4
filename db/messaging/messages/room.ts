// Room in the queue (MSG-309). How much waits is counted at most every two seconds and carried on
// in between by what is accepted here: a count of half a million rows at every send would cost more
// than the send. A full queue never discards a message; it only accepts no more.

import { statfs } from 'node:fs/promises'
import { afterCommit, databaseAddress, outside, row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { AccountRow } from '../accounts/accounts.ts'
import { refuse } from '../refusals.ts'
import { settings } from '../settings/settings.ts'
import { onOtherDatabase } from '../../store/kept.ts'

interface Waiting {
  count: number
  counted_at: number
  counting: boolean
}

const fresh_ms = 2000
const known = new Map<string, Waiting>()
onOtherDatabase(() => known.clear())
const everyone = ''

/** Step 18; test messages never count (MSG-585). */
export async function mustHaveRoom(account: AccountRow, more: number): Promise<void> {
  const { queue_max_per_account, queue_max_total, min_free_disk_mb } = await settings()
  const own = await waiting(account.id)
  const all = await waiting(everyone)
  const full =
    own + more > (account.max_queued ?? queue_max_per_account) ||
    all + more > queue_max_total ||
    (await freeMb()) < min_free_disk_mb
  if (full) {
    throw refuse('upstream_unavailable', 'The queue is full; nothing was sent or charged.', {
      retry_after_s: 60,
    })
  }
}

/** What was accepted in the transaction in hand, once it is kept. */
export function noteAccepted(account_id: string, more: number): void {
  afterCommit(() => {
    for (const name of [account_id, everyone]) {
      const entry = known.get(name)
      if (entry !== undefined) entry.count += more
    }
  })
}

export function forgetRoom(): void {
  known.clear()
  disk = null
}

async function waiting(name: string): Promise<number> {
  const entry = known.get(name)
  if (entry === undefined) {
    const made = { count: await count(name), counted_at: performance.now(), counting: false }
    known.set(name, made)
    return made.count
  }
  if (performance.now() - entry.counted_at > fresh_ms && !entry.counting) {
    entry.counting = true
    // Nobody waits for it, and it must not sit in the writer.
    void outside(() => count(name))
      .then((found) => {
        entry.count = found
        entry.counted_at = performance.now()
      })
      .catch(() => undefined)
      .finally(() => {
        entry.counting = false
      })
  }
  return entry.count
}

async function count(name: string): Promise<number> {
  const own = name === everyone ? sql`` : sql` and account_id = ${name}`
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_messages
        where mode = 'live' and status = 'queued' and not submitted${own}`,
  )
  return Number(found?.n ?? 0)
}

let disk: { free_mb: number; until: number } | null = null

/** Beside the database; as good as endless where that is on a server of its own. */
export async function freeMb(): Promise<number> {
  if (disk !== null && disk.until > performance.now()) return disk.free_mb
  const { file } = databaseAddress()
  // On a server of its own the database looks after its disk.
  const { bavail, bsize } =
    file === undefined ? { bavail: Number.MAX_SAFE_INTEGER, bsize: 1 } : await statfs(file)
  const free_mb = (bavail * bsize) / (1024 * 1024)
  disk = { free_mb, until: performance.now() + 5000 }
  return free_mb
}
