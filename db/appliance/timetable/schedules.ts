// The timetable as people see and steer it (PLT-132).

import { hostname } from 'node:os'
import { type Caller, platform_id } from '../../core/caller.ts'
import { clock, nextDay, startOfDay } from '../../core/clock.ts'
import { attempt, rows, within } from '../../store/connection.ts'
import { openedDeployment } from '../deployment/deployment.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { hospitalOf } from '../../hospital/office/hospitals/hospitals.ts'
import { enqueue } from '../../hospital/office/jobs/jobs.ts'
import { conflict, invalid, noSuch } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { ranAlready } from './claims.ts'
import { goesOn, letGo, ranFor } from './days.ts'
import { type Entry, entryOf, nextAfter, nextFor, pacedBy, timetable } from './entries.ts'
import { noteSkipped, type ScheduleRow } from './runs.ts'
import type { Schedule } from './shapes.ts'
import { schedules } from './tables.ts'
import { theDeployment } from './terms.ts'

interface Place {
  place: string
  time_zone: string
}

const paceOf = (entry: Entry): string => entry.cron ?? `${entry.every}`

/** A row for every line of the timetable and every place it is kept at; asked each minute. */
export async function prepare(deployment_zone?: string): Promise<void> {
  const hospitals = await rows<Place>(
    sql`select id as place, timezone as time_zone from hospitals where status <> 'CLOSED' and id <> ${platform_id} order by created_at, id`,
  )
  // What belongs to nobody in particular keeps the first hospital's time.
  const whole_zone = deployment_zone ?? hospitals[0]?.time_zone ?? 'UTC'
  const kept = new Map(
    (await schedules.all({})).map((row) => [`${row.name} ${row.place}`, row] as const),
  )
  for (const entry of timetable()) {
    const places = entry.scope === 'hospital' ? hospitals : [{ place: '', time_zone: whole_zone }]
    for (const place of places) {
      await prepareOne(entry, place, kept.get(`${entry.name} ${place.place}`))
    }
  }
}

async function prepareOne(
  entry: Entry,
  { place, time_zone }: Place,
  kept: ScheduleRow | undefined,
): Promise<void> {
  const paced = pacedBy(entry, kept?.own_cron ?? null)
  const pace = paceOf(paced)
  if (kept?.pace === pace && kept.time_zone === time_zone) return
  const at = { name: entry.name, place }
  await within(async () => {
    const row = await schedules.find(at, { lock: true })
    if (row === undefined) {
      const next_run_at = entry.runs_on === 'each' ? null : nextFor(paced, time_zone)
      // Of two daemons that start together both find it missing; the first to write it is right.
      await attempt(() => schedules.insert({ ...at, pace, time_zone, next_run_at })).catch(
        (error: unknown) => {
          if (!isTaken(error, 'name')) throw error
        },
      )
    } else if (entry.runs_on === 'each')
      await schedules.change(at, { pace, time_zone, next_run_at: null })
    else await repace(entry, row, { own_cron: row.own_cron, time_zone }, 'timetable')
  }, 'jobs')
}

/** By other words or in another zone. An instant that waits to be tried again is tried all the same. */
async function repace(
  entry: Entry,
  row: ScheduleRow,
  { own_cron, time_zone }: { own_cron: string | null; time_zone: string },
  by: string,
): Promise<void> {
  const { name, place, paused } = row
  const paced = pacedBy(entry, own_cron)
  const next_run_at = goesOn(paced, time_zone, row)
  const before = wordsOf(entry, row)
  const gone = paused || before === null ? [] : letGo(before, paced, time_zone, row)
  if (gone[0] !== undefined) {
    const { term } = await theDeployment()
    const message = `${gone.length} missed ${gone.length === 1 ? 'time' : 'times'}: its hours were moved`
    await noteSkipped(row, gone[0], { daemon: hostname(), term }, message, by)
  }
  const pace = paceOf(paced)
  await schedules.change(
    { name, place },
    {
      own_cron,
      pace,
      time_zone,
      ...(paused ? {} : { next_run_at }),
    },
  )
}

/** As it was kept until now; null when that was a duration. */
function wordsOf(entry: Entry, { pace }: ScheduleRow): Entry | null {
  return /^\d+$/.test(pace) ? null : pacedBy(entry, pace)
}

export async function list(caller: Caller, area?: string): Promise<Schedule[]> {
  const places = await placesOf(caller)
  const found = await schedules.all({ place: places })
  const listed = timetable().filter((entry) => area === undefined || entry.area === area)
  const rows = await Promise.all(
    listed.map(async (entry) => {
      const row = found.find((one) => one.name === entry.name)
      return [entry, row ?? (await unwritten(caller, entry, places))] as const
    }),
  )
  return rows.flatMap(([entry, row]) => (row === undefined ? [] : [view(entry, row)]))
}

/** Where no daemon has led yet, no row stands; it is shown, and steered, as the first would make it. */
async function unwritten(
  caller: Caller,
  entry: Entry,
  places: readonly string[],
): Promise<ScheduleRow | undefined> {
  const place = placeFor(caller, entry)
  if (!places.includes(place)) return undefined
  const time_zone = await zoneOf(caller, entry)
  const next_run_at = entry.runs_on === 'each' ? null : nextFor(entry, time_zone)
  return {
    ...never_run,
    name: entry.name,
    place,
    time_zone,
    pace: paceOf(entry),
    next_run_at,
  }
}

const never_run = {
  own_cron: null,
  last_due_at: null,
  last_run_at: null,
  last_status: null,
  last_success_at: null,
  last_took_ms: null,
  lag_ms: null,
  paused: false,
  pause_reason: null,
  run_id: null,
  running_on: null,
  lease_until: null,
  retry_due_at: null,
  retry_at: null,
  failures: 0,
  deaths: 0,
  failed_in_row: 0,
  skipped_in_row: 0,
} as const

const placeFor = ({ hospital_id }: Caller, { scope }: Entry): string =>
  scope === 'hospital' ? hospital_id : ''

/** As `prepare` has it from the daemon. */
async function zoneOf(caller: Caller, { scope }: Entry): Promise<string> {
  const configured = openedDeployment()?.configuration.get('timetable.timezone') ?? null
  if (scope !== 'hospital' && configured !== null) return configured
  return (await hospitalOf(caller)).timezone
}

export async function find(caller: Caller, name: string): Promise<Schedule> {
  const { entry, row } = await rowOf(caller, name)
  return view(entry, row)
}

/** What belongs to the whole deployment is not one hospital's to steer where several share it. */
async function placesOf(caller: Caller): Promise<string[]> {
  const others = await rows(
    sql`select id from hospitals where id <> ${platform_id} and id <> ${caller.hospital_id} limit 1`,
  )
  return others.length === 0 ? ['', caller.hospital_id] : [caller.hospital_id]
}

async function rowOf(caller: Caller, name: string): Promise<{ entry: Entry; row: ScheduleRow }> {
  const entry = entryOf(name)
  if (entry === undefined) throw noSuch('schedule')
  const place = placeFor(caller, entry)
  const places = await placesOf(caller)
  const row = (await schedules.find({ name, place })) ?? (await unwritten(caller, entry, places))
  if (row === undefined || !places.includes(place)) throw noSuch('schedule')
  return { entry, row }
}

/** The same with its row in the database, for whoever is about to change it. */
async function steered(caller: Caller, name: string): Promise<{ entry: Entry; row: ScheduleRow }> {
  const { entry, row } = await rowOf(caller, name)
  const at = { name, place: row.place }
  await prepareOne(entry, row, await schedules.find(at))
  return { entry, row: (await schedules.find(at, { lock: true })) ?? row }
}

/**
 * As a job, so that who asked can follow it; it is claimed like any run (OPS-96). With a day, for what
 * fell due on it.
 */
export async function start(
  caller: Caller,
  name: string,
  day?: string,
): Promise<{ job_id: string }> {
  const { entry, row } = await steered(caller, name)
  const due_at = day === undefined ? undefined : await dueOn(entry, row, day)
  const { id } = await enqueue(caller, {
    kind: 'schedule',
    input: { name, place: row.place, ...(due_at === undefined ? {} : { due_at }) },
    max_attempts: 1,
  })
  record(caller, 'schedule.run', {
    entity_type: 'schedule',
    entity_label: entry.label,
    ...(due_at === undefined ? {} : { query: { due_at } }),
  })
  return { job_id: id }
}

export async function dueOf(caller: Caller, name: string, day: string): Promise<string> {
  const { entry, row } = await rowOf(caller, name)
  return dueOn(entry, row, day)
}

/** Only what is made up for each day that was missed can be given a day of its own. */
async function dueOn(entry: Entry, row: ScheduleRow, day: string): Promise<string> {
  if (entry.catch_up !== 'each') {
    throw conflict(`${entry.name} does not run for one day or another.`, 'not_each')
  }
  const from = Date.parse(startOfDay(row.time_zone, day))
  const until = Date.parse(startOfDay(row.time_zone, nextDay(day)))
  const paced = pacedBy(entry, row.own_cron)
  const due = nextAfter(paced, row.time_zone, from - 1)
  if (due === null || due >= until) {
    throw conflict(`${entry.name} does not fall due on ${day}.`, 'not_due')
  }
  if (due > clock.ms()) throw conflict(`${day} is not over for ${entry.name}.`, 'not_due')
  const due_at = new Date(due).toISOString()
  if (await ranFor(paced, row, due_at)) throw ranAlready(row, due_at)
  return due_at
}

/** OPS-96: by other cron words than the program's own, or by those again. What cannot be paused can. */
export async function move(caller: Caller, name: string, cron: string | null): Promise<Schedule> {
  const { entry, row } = await steered(caller, name)
  if (entry.every !== undefined || entry.runs_on === 'each') {
    throw conflict(`${name} has no hour that could be moved.`, 'not_movable')
  }
  const own_cron = cron === entry.cron ? null : cron
  const paced = pacedBy(entry, own_cron)
  if (nextFor(paced, row.time_zone) === null) throw invalid('cron', 'never comes.')
  await repace(entry, row, { own_cron, time_zone: row.time_zone }, caller.name)
  record(caller, 'schedule.move', {
    entity_type: 'schedule',
    entity_id: entry.name,
    entity_label: entry.label,
    changes: { cron: [row.own_cron ?? entry.cron, paced.cron] },
  })
  return find(caller, name)
}

export async function pause(caller: Caller, name: string, reason: string): Promise<Schedule> {
  const { entry, row } = await steered(caller, name)
  if (!entry.pausable) throw conflict(`${entry.label} cannot be paused.`, 'not_pausable')
  await schedules.change(
    { name, place: row.place },
    { paused: true, pause_reason: reason, next_run_at: null, retry_at: null, retry_due_at: null },
  )
  note(caller, 'schedule.pause', entry, row, { paused: true, reason })
  return find(caller, name)
}

/** From now on: what fell due meanwhile is not made up. */
export async function resume(caller: Caller, name: string): Promise<Schedule> {
  const { entry, row } = await steered(caller, name)
  if (!row.paused) throw conflict(`${entry.label} is not paused.`, 'not_paused')
  await schedules.change(
    { name, place: row.place },
    {
      paused: false,
      pause_reason: null,
      next_run_at: goesOn(pacedBy(entry, row.own_cron), row.time_zone, row),
    },
  )
  note(caller, 'schedule.resume', entry, row, { paused: false })
  return find(caller, name)
}

function note(
  caller: Caller,
  action: string,
  entry: Entry,
  row: ScheduleRow,
  { paused, reason }: { paused: boolean; reason?: string },
): void {
  record(caller, action, {
    entity_type: 'schedule',
    entity_id: entry.name,
    entity_label: entry.label,
    changes: { paused: [row.paused, paused] },
    reason,
  })
}

function view(entry: Entry, row: ScheduleRow): Schedule {
  const each = entry.runs_on === 'each' ? nextAfter(entry, row.time_zone, clock.ms()) : null
  return {
    ...row,
    name: entry.name,
    label: entry.label,
    area: entry.area,
    cron: row.own_cron ?? entry.cron ?? null,
    every: entry.every === undefined ? null : durationOf(entry.every),
    scope: entry.scope,
    runs_on: entry.runs_on,
    catch_up: entry.catch_up,
    weight: entry.weight,
    deadline_s: entry.deadline_s,
    pausable: entry.pausable,
    next_run_at: each === null ? row.next_run_at : new Date(each).toISOString(),
  }
}

function durationOf(ms: number): string {
  const units = [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const
  const unit = units.find(([, size]) => ms % size === 0)
  return unit === undefined ? `${ms}ms` : `${ms / unit[1]}${unit[0]}`
}
