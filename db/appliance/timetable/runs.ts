// Runs of the timetable: held by a lease that is renewed, and ended, lost or left out.

import { clock, instantIn, minutes, seconds } from '../../core/clock.ts'
import { run, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { type Entry, entryOf } from './entries.ts'
import { type RunOutcome, schedule_runs, schedules } from './tables.ts'
import { requireTerm } from './terms.ts'

export type ScheduleRow = RowOf<(typeof schedules)['columns']>

export interface Holder {
  daemon: string
  term: number
}

export interface Run {
  id: string
  entry: Entry
  place: string
  time_zone: string
  due_at: string
  /** Its instant was missed while no daemon led. */
  late: boolean
  /** A person's: what the timetable tries again, and since when, is none of its business. */
  by_hand: boolean
}

/** Who starts a run that is nobody's by hand. */
export const timetables_own: readonly string[] = ['timetable', 'start']

const retry_waits_ms = [minutes(1), minutes(5), minutes(15)]
const deaths_max = 3
export const lease_max_ms = seconds(60)

export const leaseOf = (entry: Pick<Entry, 'deadline_s'>): number =>
  Math.min(seconds(entry.deadline_s), lease_max_ms)

export const isRunning = (row: ScheduleRow): boolean =>
  row.run_id !== null && row.lease_until !== null && row.lease_until > clock.instant()

export async function turnAfter(
  row: Pick<ScheduleRow, 'name' | 'place'>,
  due_at: string,
): Promise<number> {
  const { name: schedule, place } = row
  return 1 + (await schedule_runs.count({ schedule, place, due_at }))
}

/** The sign of life; false when the run is no longer this daemon's. */
export const renew = (held: Run): Promise<boolean> =>
  within(
    async () =>
      (await schedules.change(
        { name: held.entry.name, place: held.place, run_id: held.id },
        { lease_until: instantIn(leaseOf(held.entry)) },
      )) > 0,
    'jobs',
  )

export interface Ended {
  outcome: 'DONE' | 'FAILED'
  took_ms: number
  counts?: Record<string, number> | undefined
  message?: string | undefined
}

/** Answers the row as it stands after it; undefined when the run was lost meanwhile. */
export function end(held: Run, ended: Ended): Promise<ScheduleRow | undefined> {
  const { entry, place } = held
  return within(async () => {
    const at = { name: entry.name, place }
    const row = await schedules.find(at, { lock: true })
    if (row === undefined || row.run_id !== held.id) return undefined
    await endRow(held.id, ended.outcome, ended)
    const done = ended.outcome === 'DONE'
    if (done && isQuiet(entry, ended)) await schedule_runs.remove({ id: held.id })
    await schedules.change(at, {
      ...at_rest,
      last_status: ended.outcome,
      last_took_ms: Math.round(ended.took_ms),
      ...(done ? { last_success_at: clock.instant(), failed_in_row: 0 } : {}),
      ...(held.by_hand ? {} : done ? { failures: 0 } : failed(entry, row, held)),
    })
    return schedules.find(at)
  }, 'jobs')
}

/**
 * A run that a stop has cut off: LOST as that of a daemon that died, and the same instant is due at once
 * for whoever starts next. A stop is no fault of the work, so it counts for none of its three deaths.
 */
export function giveBack(held: Run): Promise<ScheduleRow | undefined> {
  const { entry, place, due_at, by_hand } = held
  return within(async () => {
    const at = { name: entry.name, place }
    const row = await schedules.find(at, { lock: true })
    if (row === undefined || row.run_id !== held.id) return undefined
    await endRow(held.id, 'LOST', { message: 'Its daemon was stopped.' })
    const again = !by_hand && entry.every === undefined
    await schedules.change(at, {
      ...at_rest,
      last_status: 'LOST',
      ...(again ? { retry_at: clock.instant(), retry_due_at: due_at } : {}),
    })
    return schedules.find(at)
  }, 'jobs')
}

/** What runs every few seconds and found nothing to do leaves no row. */
const isQuiet = (entry: Entry, { counts }: Ended): boolean =>
  entry.every !== undefined && Object.values(counts ?? {}).every((n) => n === 0)

/** OPS-97: after 1, 5 and 15 minutes, then the next instant. */
function failed(entry: Entry, row: ScheduleRow, held: Run): Partial<ScheduleRow> {
  const wait = retry_waits_ms[row.failures]
  const again = wait !== undefined && (entry.every === undefined || entry.every > wait)
  return {
    failures: row.failures + 1,
    failed_in_row: row.failures === 0 ? row.failed_in_row + 1 : row.failed_in_row,
    retry_at: again ? instantIn(wait) : null,
    retry_due_at: again ? held.due_at : null,
  }
}

/** Runs whose lease ran out: their daemon died or hung; the same instant at most 3 times. */
export function sweep(holder: Holder): Promise<number> {
  return within(async () => {
    await requireTerm(holder.term)
    const lost = await schedules.read(
      sql`select ${schedules.selection()} from schedules where lease_until < ${clock.instant()} order by name, place`,
    )
    for (const row of lost) await markLost(row, true)
    return lost.length
  }, 'jobs')
}

/** Its daemon stopped or hung: the run is over, and its instant stands due again where it may. */
export async function markLost(row: ScheduleRow, again = false): Promise<void> {
  if (row.run_id === null) return
  const held = await schedule_runs.find({ id: row.run_id })
  await endRow(row.run_id, 'LOST', { message: 'Its daemon stopped or hung.' })
  const own = held === undefined || timetables_own.includes(held.by)
  const deaths = row.deaths + (own ? 1 : 0)
  const entry = entryOf(row.name)
  const once_more =
    again && own && held !== undefined && deaths < deaths_max && entry?.every === undefined
  await schedules.change(
    { name: row.name, place: row.place },
    {
      ...at_rest,
      last_status: 'LOST',
      deaths,
      ...(once_more ? { retry_at: clock.instant(), retry_due_at: held.due_at } : {}),
    },
  )
}

const at_rest = { run_id: null, running_on: null, lease_until: null }

async function endRow(
  id: string,
  outcome: RunOutcome,
  about: { message?: string | undefined; counts?: Record<string, number> | undefined },
): Promise<void> {
  await schedule_runs.change(
    { id },
    {
      outcome,
      finished_at: clock.instant(),
      message: about.message?.slice(0, 500) ?? null,
      counts: about.counts ?? null,
    },
  )
}

export async function noteSkipped(
  row: Pick<ScheduleRow, 'name' | 'place'>,
  due: number,
  holder: Holder,
  message: string,
  by = 'timetable',
): Promise<void> {
  const due_at = new Date(due).toISOString()
  await schedule_runs.insert({
    schedule: row.name,
    place: row.place,
    due_at,
    turn: await turnAfter(row, due_at),
    started_at: clock.instant(),
    finished_at: clock.instant(),
    outcome: 'SKIPPED',
    message,
    daemon: holder.daemon,
    term: holder.term,
    by,
  })
}

/** Run rows are kept 90 days. */
export const eraseOldRuns = (before: string): Promise<number> =>
  within(
    () =>
      run(
        sql`delete from schedule_runs where id in (select id from schedule_runs where started_at < ${before} and outcome <> 'RUNNING' order by started_at limit 1000)`,
      ),
    'jobs',
  )
