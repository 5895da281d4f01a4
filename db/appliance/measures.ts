// Figures of the whole deployment for the metrics: counts by state, never whose.

import { stat, statfs } from 'node:fs/promises'
import { clock, days, instantIn } from '../core/clock.ts'
import { databaseAddress, row, rows } from '../store/connection.ts'
import { dataDir } from './health.ts'
import { sql } from '../store/sql.ts'

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
  /** Of SQLite's write-ahead log; null on PostgreSQL. */
  log_bytes: number | null
  /** Of the last day, and all that are queued. */
  messages: { channel: string; status: string; n: number }[]
  /** Of each channel's oldest message whose time has come. */
  oldest_message_s: { channel: string; seconds: number }[]
  /** Whether every chain's last proof held; null before the first. */
  audit_chains_hold: boolean | null
}

/** Eight small statements, whatever the size of the house. */
export async function figures(): Promise<Figures> {
  const now = clock.instant()
  const day_ago = instantIn(-days(1))
  const [jobs, oldest, sessions, audited, schedules, messages, due, proofs] = await Promise.all([
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
    rows<{ channel: string; status: string; n: number }>(
      sql`select channel, status, count(*) as n from (
          select channel, status from outbox_messages
            where blanked_at is null and created_at >= ${day_ago} and status <> 'QUEUED'
          union all select channel, status from outbox_messages where status = 'QUEUED'
        ) as counted group by channel, status order by channel, status`,
    ),
    rows<{ channel: string; send_after: string }>(
      sql`select channel, min(send_after) as send_after from outbox_messages
        where status = 'QUEUED' and send_after <= ${now} group by channel order by channel`,
    ),
    row<{ proved: number; broken: number | null }>(
      sql`select count(*) as proved, sum(case when p.ok then 0 else 1 end) as broken from audit_proofs p
        where p.at = (select max(q.at) from audit_proofs q where q.hospital_id = p.hospital_id)`,
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
    log_bytes: await logBytes(),
    messages: messages.map((one) => ({ ...one, n: Number(one.n) })),
    oldest_message_s: due.map(({ channel, send_after }) => ({
      channel,
      seconds: Math.max(0, (clock.ms() - Date.parse(send_after)) / 1000),
    })),
    audit_chains_hold: Number(proofs?.proved ?? 0) === 0 ? null : Number(proofs?.broken ?? 0) === 0,
  }
}

async function logBytes(): Promise<number | null> {
  const { file } = databaseAddress()
  if (file === undefined) return null
  return (await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0
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
