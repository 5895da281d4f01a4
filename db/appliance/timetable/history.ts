// What a schedule has done (operations 2.4), as far back as its runs are kept.

import type { Caller } from '../../core/caller.ts'
import { instantIn } from '../../core/clock.ts'
import { sql, when, where } from '../../store/sql.ts'
import { entryOf } from './entries.ts'
import { schedule_runs } from './tables.ts'

export interface ScheduleRun {
  due_at: string
  started_at: string
  finished_at: string | null
  outcome: string
  message: string | null
  counts: Record<string, number> | null
  daemon: string
  by: string
}

const runs_most = 10_000

/** Whoever may see the schedule has been asked before. */
export async function history(
  { hospital_id }: Caller,
  name: string,
  { since_ms, limit }: { since_ms: number | null; limit: number },
): Promise<ScheduleRun[]> {
  const place = entryOf(name)?.scope === 'hospital' ? hospital_id : ''
  const since = since_ms === null ? undefined : instantIn(-since_ms)
  const found = await schedule_runs.read(
    sql`select ${schedule_runs.selection()} from schedule_runs${where([
      sql`schedule = ${name}`,
      sql`place = ${place}`,
      when(since, sql`started_at >= ${since ?? ''}`),
    ])} order by started_at desc, id desc limit ${limit === 0 ? runs_most : limit}`,
  )
  return found.map(({ due_at, started_at, finished_at, outcome, message, counts, daemon, by }) => ({
    due_at,
    started_at,
    finished_at,
    outcome,
    message,
    counts,
    daemon,
    by,
  }))
}
