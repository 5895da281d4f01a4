// A run is claimed once for each due instant, whoever asks and however often.
//
// A schedule's row is locked while it is claimed, so two daemons meet there; the row remembers the
// last due instant, so a clock that goes back repeats nothing (OPS-92).

import type { Caller } from '../../core/caller.ts'
import { clock, dayIn, instantIn } from '../../core/clock.ts'
import { rows, within } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { conflict, noSuch } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { ranFor } from './days.ts'
import { dueOf, type Entry, entryOf, pacedBy } from './entries.ts'
import {
  type Holder,
  isRunning,
  lease_max_ms,
  leaseOf,
  markLost,
  noteSkipped,
  type Run,
  type ScheduleRow,
  timetables_own,
  turnAfter,
} from './runs.ts'
import { schedule_runs, schedules } from './tables.ts'
import { requireTerm } from './terms.ts'

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
      caller.name,
    )
  }, 'jobs')
}

/** OPS-94: no day of what is made up day by day is run for twice. */
export const ranAlready = ({ name, time_zone }: ScheduleRow, due_at: string) =>
  conflict(`${name} has run for ${dayIn(time_zone, new Date(due_at))} already.`, 'ran')
