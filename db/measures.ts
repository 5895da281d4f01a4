// Figures of the whole deployment for the metrics: counts by state, never whose.

import { statfs } from 'node:fs/promises'
import { clock } from './clock.ts'
import { row, rows } from './connection.ts'
import { dataDir } from './health.ts'
import { sql } from './sql.ts'

export interface Figures {
  jobs: { status: string; n: number }[]
  /** Of the oldest job whose time has come. */
  oldest_job_s: number
  sessions: number
  audit_rows: number
  schedules: {
    name: string
    last_success_at: string | null
    lag_ms: number | null
    failures: number
  }[]
  disk_free_bytes: number | null
}

/** Five small statements, whatever the size of the house. */
export async function figures(): Promise<Figures> {
  const now = clock.instant()
  const [jobs, oldest, sessions, audited, schedules] = await Promise.all([
    rows<{ status: string; n: number }>(
      sql`select status, count(*) as n from jobs where status in ('QUEUED', 'RUNNING', 'FAILED') group by status`,
    ),
    row<{ run_at: string | null }>(
      sql`select min(run_at) as run_at from jobs where status = 'QUEUED' and run_at <= ${now}`,
    ),
    row<{ n: number }>(
      sql`select count(*) as n from sessions where closed_at is null and ends_at > ${now} and refresh_ends_at > ${now}`,
    ),
    row<{ n: number | null }>(sql`select sum(seq) as n from audit_heads`),
    rows<{ name: string; last_success_at: string | null; lag_ms: number | null; failures: number }>(
      sql`select name, min(coalesce(last_success_at, '')) as last_success_at, max(lag_ms) as lag_ms, max(failed_in_row) as failures from schedules group by name order by name`,
    ),
  ])
  return {
    jobs: jobs.map(({ status, n }) => ({ status, n: Number(n) })),
    oldest_job_s:
      (oldest?.run_at ?? null) === null
        ? 0
        : Math.max(0, (clock.ms() - Date.parse(oldest?.run_at ?? now)) / 1000),
    sessions: Number(sessions?.n ?? 0),
    audit_rows: Number(audited?.n ?? 0),
    schedules,
    disk_free_bytes: await diskFree(),
  }
}

async function diskFree(): Promise<number | null> {
  const folder = dataDir()
  if (folder === null) return null
  try {
    const disk = await statfs(folder)
    return disk.bavail * disk.bsize
  } catch {
    // A folder that cannot be asked has no figure; readiness says why.
    return null
  }
}
