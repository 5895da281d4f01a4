// Limits that several daemons keep together: each says each second what it has counted, and hears
// what the others have. A burst over all of them at once is let through for a second at most.

import { clock } from '../../core/clock.ts'
import { run, within } from '../connection.ts'
import { sql } from '../sql.ts'
import { open_counts } from './tables.ts'

/** Whoever sends from more addresses than this is not stopped by counting addresses. */
const keys_max = 5000

/** Keeps this daemon's counts and answers the sum of the others'. */
export async function share(
  daemon: string,
  minute: number,
  own: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (own.size > 0) await say(daemon, minute, own)
  const others = new Map<string, number>()
  for (const row of await open_counts.all({ minute })) {
    if (row.daemon === daemon) continue
    for (const [key, count] of Object.entries(row.counts)) {
      others.set(key, (others.get(key) ?? 0) + count)
    }
  }
  return others
}

function say(daemon: string, minute: number, own: ReadonlyMap<string, number>): Promise<void> {
  const loudest = [...own].sort((a, b) => b[1] - a[1]).slice(0, keys_max)
  const counts = Object.fromEntries(loudest)
  return within(async () => {
    const noted_at = clock.instant()
    const known = await open_counts.change({ daemon, minute }, { counts, noted_at })
    if (known > 0) return
    await open_counts.insert({ daemon, minute, counts, noted_at })
    await run(sql`delete from open_counts where minute < ${minute - 2}`)
  }, 'jobs')
}
