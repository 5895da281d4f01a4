// What the system check looks at: five things of the whole deployment, two of each hospital. Cheap
// enough for every five minutes; the doctor asks the same.

import { stat, statfs } from 'node:fs/promises'
import { clock, hours, instantIn, seconds } from '../../../core/clock.ts'
import { database, databaseAddress, dialect, row, rows } from '../../../store/connection.ts'
import { judgeDisk } from '../../../core/disk-room.ts'
import { dataDir } from '../../../appliance/health.ts'
import { byDialect, sql } from '../../../store/sql.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { audit_lost } from '../audit/reads.ts'
import { mailIsOn } from '../settings/email.ts'
import type { CheckName, CheckState } from './words.ts'

export interface Found {
  name: CheckName
  state: CheckState
  message: string
}

/** What only the daemon can ask; null where none is set up. */
export interface Probes {
  scanner(): Promise<boolean | null>
}
export const no_probes: Probes = { scanner: async () => null }

const large_bytes = 20 * 1024 ** 3
const drift_warn_ms = seconds(2)
const drift_bad_ms = seconds(60)

export async function deploymentChecks(probes: Probes): Promise<Found[]> {
  const [size, disk, clock_found, scanner, timetable] = await Promise.all([
    checkDatabase(),
    checkDisk(),
    checkClock(),
    checkScanner(probes),
    checkTimetable(),
  ])
  return [size, ...(disk === null ? [] : [disk]), clock_found, scanner, timetable]
}

export const hospitalChecks = async (hospital_id: string): Promise<Found[]> => [
  await checkMail(hospital_id),
  await checkAudit(hospital_id),
]

export async function databaseSize(): Promise<{ bytes: number; log_bytes: number | null }> {
  const found = await row<{ bytes: number }>(
    byDialect({
      sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
      postgres: sql`select pg_database_size(current_database()) as bytes`,
    }),
  )
  const { file } = databaseAddress()
  const log_bytes =
    file === undefined ? null : ((await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0)
  return { bytes: Number(found?.bytes ?? 0), log_bytes }
}

async function checkDatabase(): Promise<Found> {
  const { bytes } = await databaseSize()
  const said = `${dialect()}, ${mb(bytes)} MB, ${database().waiting()} changes wait`
  return dialect() === 'sqlite' && bytes > large_bytes
    ? { name: 'database', state: 'WARN', message: `${said}: time for PostgreSQL` }
    : { name: 'database', state: 'OK', message: said }
}

/** Null where nobody said which folder holds the data. */
export async function diskRoom(): Promise<{ path: string; free: number; total: number } | null> {
  const path = dataDir()
  if (path === null) return null
  const disk = await statfs(path).catch(() => undefined)
  if (disk === undefined) return null
  return { path, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}

async function checkDisk(): Promise<Found | null> {
  const room = await diskRoom()
  return room === null ? null : { name: 'disk', ...judgeDisk(room.free) }
}

/** Of the database's own clock; SQLite has this machine's. */
export async function clockDrift(): Promise<number | null> {
  if (dialect() === 'sqlite') return null
  const asked = clock.ms()
  const found = await row<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  return Math.round((asked + clock.ms()) / 2 - Number(found?.ms ?? asked))
}

async function checkClock(): Promise<Found> {
  const { state, since, difference_ms } = await clockState()
  if (state === 'BAD') {
    const by = Math.round((difference_ms ?? 0) / 60_000)
    const message = `it jumped by ${by} minutes at ${since}; what depends on dates waits`
    return { name: 'clock', state: 'BAD', message }
  }
  const drift = (await clockDrift()) ?? 0
  const message = `${drift} ms beside the database's`
  const off = Math.abs(drift)
  return {
    name: 'clock',
    state: off > drift_bad_ms ? 'BAD' : off > drift_warn_ms ? 'WARN' : 'OK',
    message,
  }
}

async function checkScanner(probes: Probes): Promise<Found> {
  const answers = await probes.scanner()
  if (answers === null) return { name: 'scanner', state: 'OK', message: 'none is set up' }
  return answers
    ? { name: 'scanner', state: 'OK', message: 'it answers' }
    : { name: 'scanner', state: 'BAD', message: 'it does not answer; no file is taken' }
}

/** Two due instants in a row that failed (OPS-97). */
export async function checkTimetable(): Promise<Found> {
  const failing = await rows<{ name: string }>(
    sql`select distinct name from schedules where failed_in_row >= 2 order by name limit 20`,
  )
  if (failing.length === 0) return { name: 'timetable', state: 'OK', message: 'all runs end well' }
  const names = failing.map(({ name }) => name).join(', ')
  return { name: 'timetable', state: 'BAD', message: `failing: ${names}`.slice(0, 500) }
}

export interface MailFacts {
  configured: boolean
  last_ok_at: string | null
}

export async function mailFacts(hospital_id: string): Promise<MailFacts> {
  const sent = await row<{ at: string | null }>(
    sql`select max(sent_at) as at from outbox_messages
      where hospital_id = ${hospital_id} and channel = 'email' and created_at >= ${instantIn(-hours(24 * 90))} and status = 'SENT'`,
  )
  const { tested_at, configured } = await testOf(hospital_id)
  const last_ok_at = [sent?.at ?? '', tested_at ?? ''].sort().at(-1) ?? ''
  return { configured, last_ok_at: last_ok_at === '' ? null : last_ok_at }
}

async function testOf(hospital_id: string) {
  const found = await row<{ last_test: string | { at: string; ok: boolean } | null }>(
    sql`select last_test from email_settings where hospital_id = ${hospital_id}`,
  )
  const kept = found?.last_test ?? null
  const test = (typeof kept === 'string' ? JSON.parse(kept) : kept) as {
    at: string
    ok: boolean
  } | null
  return { configured: found !== undefined, tested_at: test?.ok === true ? test.at : null }
}

/** Letters that the server has put off twice, or that failed there, and none has gone since. */
export async function checkMail(hospital_id: string): Promise<Found> {
  if (!(await mailIsOn({ hospital_id }))) {
    return { name: 'mail', state: 'OK', message: 'no mail leaves the house' }
  }
  const { last_ok_at } = await mailFacts(hospital_id)
  const since = instantIn(-hours(24))
  const stuck = await row<{ n: number; failed: number; last_answer: string | null }>(
    sql`select count(*) as n, max(last_answer) as last_answer,
        sum(case when status = 'FAILED' then 1 else 0 end) as failed
      from outbox_messages where hospital_id = ${hospital_id} and channel = 'email'
        and created_at >= ${since} and updated_at > ${last_ok_at ?? ''}
        and ((status = 'QUEUED' and attempts >= 2)
          or (status = 'FAILED' and reason in ('not_taken', 'refused', 'outcome_unknown')))`,
  )
  const count = Number(stuck?.n ?? 0)
  if (count === 0) return { name: 'mail', state: 'OK', message: 'letters leave' }
  const answer = stuck?.last_answer ?? ''
  const message = `${count} letters do not leave${answer === '' ? '' : `: ${answer}`}`
  return {
    name: 'mail',
    state: Number(stuck?.failed ?? 0) > 0 ? 'BAD' : 'WARN',
    message: message.slice(0, 500),
  }
}

export async function lastProof(
  hospital_id: string,
): Promise<{ at: string; ok: boolean } | undefined> {
  const found = await row<{ at: string; ok: unknown }>(
    sql`select at, ok from audit_proofs where hospital_id = ${hospital_id} order by at desc limit 1`,
  )
  return found === undefined ? undefined : { at: found.at, ok: Boolean(found.ok) }
}

export async function checkAudit(hospital_id: string): Promise<Found> {
  const proof = await lastProof(hospital_id)
  if (proof?.ok === false) {
    return { name: 'audit', state: 'BAD', message: `the proof of ${proof.at} found it broken` }
  }
  if (audit_lost.rows > 0) {
    const message = `${audit_lost.rows} reads without a row since this program started`
    return { name: 'audit', state: 'WARN', message }
  }
  const message = proof === undefined ? 'not proved yet' : `sound at ${proof.at}`
  return { name: 'audit', state: 'OK', message }
}

const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)
