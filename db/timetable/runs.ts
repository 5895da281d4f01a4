// Runs of the timetable: claimed once for each due instant, whoever asks and however often.
//
// A schedule's row is locked while it is claimed, so two daemons meet there; the row remembers the
// last due instant, so a clock that goes back repeats nothing (OPS-92).

import { type Caller } from '../caller.ts'
import { clock, dayIn, instantIn, minutes, seconds } from '../clock.ts'
import { rows, run, within } from '../connection.ts'
import { newId } from '../ids.ts'
import { conflict, noSuch } from '../refusal.ts'
import { sql } from '../sql.ts'
import type { RowOf } from '../table.ts'
import { ranFor } from './days.ts'
import { dueOf, type Entry, entryOf, nextAfter, pacedBy } from './entries.ts'
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

const timetables_own: readonly string[] = ['timetable', 'start']

const retry_waits_ms = [minutes(1), minutes(5), minutes(15)]
const deaths_max = 3
const lease_max_ms = seconds(60)

export const leaseOf = (entry: Pick<Entry, 'deadline_s'>): number =>
  Math.min(seconds(entry.deadline_s), lease_max_ms)

/** The rows that are due now: names only, one small read a second. */
export const dueNow = (): Promise<{ name: string; place: string; next_run_at: string | null }[]> =>
  rows(
    sql`select name, place, next_run_at from schedules 
      where paused = ${false} and (next_run_at <= ${clock.instant()} or retry_at <= ${clock.instant()})
      order by coalesce(retry_at, next_run_at), name, place`,
  )

/** Undefined when there is nothing to run after all. */
export function claim(
  at: { name: string; place: string },
  holder: Holder,
): Promise<Run | undefined> {
  const entry = entryOf(at.name)
  if (entry === undefined) return Promise.resolve(undefined)
  return within(async () => {
    await requireTerm(holder.term)
    const row = await schedules.find({ ...at }, { lock: true })
    if (row === undefined || row.paused) return undefined
    const standing = row.next_run_at === null ? null : Date.parse(row.next_run_at)
    const now = clock.ms()
    const paced = pacedBy(entry, row.own_cron)
    if (standing !== null && standing <= now) return claimDue(paced, row, standing, now, holder)
    if (row.retry_at !== null && row.retry_at <= clock.instant())
      return claimAgain(paced, row, holder)
    return undefined
  }, 'jobs')
}

async function claimDue(
  entry: Entry,
  row: ScheduleRow,
  standing: number,
  now: number,
  holder: Holder,
): Promise<Run | undefined> {
  const { due, next, skipped } = dueOf(entry, row.time_zone, standing, now)
  const at = { name: row.name, place: row.place }
  const next_run_at = next === null ? null : new Date(next).toISOString()
  // A fault is tried again until the next instant; that one begins anew.
  const anew = { next_run_at, retry_at: null, retry_due_at: null, failures: 0, deaths: 0 }
  const due_at = due === null ? null : new Date(due).toISOString()
  if (skipped > 0 && entry.every === undefined) {
    await noteSkipped(
      row,
      standing,
      holder,
      `${skipped} missed ${skipped === 1 ? 'time' : 'times'}`,
    )
  }
  if (due_at === null || (row.last_due_at !== null && due_at <= row.last_due_at)) {
    await schedules.change(at, { next_run_at })
    return undefined
  }
  if (await ranFor(entry, row, due_at)) {
    await schedules.change(at, { next_run_at, last_due_at: due_at })
    return undefined
  }
  if (isRunning(row)) {
    if (entry.every === undefined)
      await noteSkipped(row, Date.parse(due_at), holder, 'the run before is still going')
    await schedules.change(at, {
      next_run_at,
      last_due_at: due_at,
      skipped_in_row: row.skipped_in_row + 1,
    })
    return undefined
  }
  await markLost(row)
  return begin(
    entry,
    row,
    {
      due_at,
      turn: await turnAfter(row, due_at),
      late: now - Date.parse(due_at) > lease_max_ms,
    },
    anew,
    holder,
  )
}

async function claimAgain(
  entry: Entry,
  row: ScheduleRow,
  holder: Holder,
): Promise<Run | undefined> {
  if (row.retry_due_at === null || isRunning(row)) return undefined
  if (await ranFor(entry, row, row.retry_due_at)) {
    const at = { name: row.name, place: row.place }
    await schedules.change(at, { retry_at: null, retry_due_at: null, failures: 0 })
    return undefined
  }
  const turn = await turnAfter(row, row.retry_due_at)
  return begin(
    entry,
    row,
    { due_at: row.retry_due_at, turn, late: false },
    { retry_at: null, retry_due_at: null },
    holder,
  )
}

const isRunning = (row: ScheduleRow): boolean =>
  row.run_id !== null && row.lease_until !== null && row.lease_until > clock.instant()

async function begin(
  entry: Entry,
  row: ScheduleRow,
  run: { due_at: string; turn: number; late: boolean },
  changes: Partial<ScheduleRow>,
  holder: Holder,
  by = 'timetable',
): Promise<Run> {
  const id = newId()
  await schedule_runs.insert({
    id,
    schedule: row.name,
    place: row.place,
    due_at: run.due_at,
    turn: run.turn,
    started_at: clock.instant(),
    outcome: 'RUNNING',
    daemon: holder.daemon,
    term: holder.term,
    by,
  })
  await schedules.change(
    { name: row.name, place: row.place },
    {
      last_due_at:
        row.last_due_at !== null && row.last_due_at > run.due_at ? row.last_due_at : run.due_at,
      last_run_at: clock.instant(),
      last_status: 'RUNNING',
      lag_ms: Math.max(0, clock.ms() - Date.parse(run.due_at)),
      run_id: id,
      running_on: holder.daemon,
      lease_until: instantIn(leaseOf(entry)),
      skipped_in_row: 0,
      ...changes,
    },
  )
  return {
    id,
    entry,
    place: row.place,
    time_zone: row.time_zone,
    due_at: run.due_at,
    late: run.late,
    by_hand: !timetables_own.includes(by),
  }
}

/** A person's run, claimed like one of the timetable's (OPS-96). */
export function claimByHand(
  at: { name: string; place: string },
  holder: Holder,
  caller: Pick<Caller, 'name'>,
  due_at: string = clock.instant(),
): Promise<Run> {
  const entry = entryOf(at.name)
  if (entry === undefined) throw noSuch('schedule')
  return within(async () => {
    const row = await schedules.find({ ...at }, { lock: true })
    if (row === undefined) throw noSuch('schedule')
    if (isRunning(row)) throw conflict(`${entry.label} is running already.`, 'running')
    if (await ranFor(pacedBy(entry, row.own_cron), row, due_at)) throw ranAlready(row, due_at)
    await markLost(row, true)
    const turn = await turnAfter(row, due_at)
    // What a person starts does not count as the timetable's own instant.
    return begin(
      entry,
      row,
      { due_at, turn, late: false },
      { last_due_at: row.last_due_at, lag_ms: row.lag_ms },
      holder,
      caller.name.slice(0, 160),
    )
  }, 'jobs')
}

/** OPS-94: no day of what is made up day by day is run for twice. */
export const ranAlready = ({ name, time_zone }: ScheduleRow, due_at: string) =>
  conflict(`${name} has run for ${dayIn(time_zone, new Date(due_at))} already.`, 'ran')

async function turnAfter(
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

async function markLost(row: ScheduleRow, again = false): Promise<void> {
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

export const nextFor = (entry: Entry, zone: string): string | null => {
  const next = nextAfter(entry, zone, clock.ms())
  return next === null ? null : new Date(next).toISOString()
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
