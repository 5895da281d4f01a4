// The timetable as people see and steer it (PLT-132).

import { type Caller, platform_id } from '../caller.ts'
import { clock } from '../clock.ts'
import { attempt, rows, within } from '../connection.ts'
import { isTaken } from '../engines/engine.ts'
import { record } from '../hospital/audit/record.ts'
import { enqueue } from '../hospital/jobs/jobs.ts'
import { conflict, noSuch } from '../refusal.ts'
import { sql } from '../sql.ts'
import { type Entry, entryOf, nextAfter, timetable } from './entries.ts'
import { nextFor, type ScheduleRow } from './runs.ts'
import type { Schedule } from './shapes.ts'
import { schedules } from './tables.ts'

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
  const pace = paceOf(entry)
  if (kept?.pace === pace && kept.time_zone === time_zone) return
  const next_run_at = entry.runs_on === 'each' ? null : nextFor(entry, time_zone)
  const at = { name: entry.name, place }
  await within(async () => {
    if ((await schedules.find(at)) === undefined) {
      // Of two daemons that start together both find it missing; the first to write it is right.
      await attempt(() => schedules.insert({ ...at, pace, time_zone, next_run_at })).catch(
        (error: unknown) => {
          if (!isTaken(error, 'name')) throw error
        },
      )
    } else await schedules.change(at, { pace, time_zone, ...(kept?.paused ? {} : { next_run_at }) })
  }, 'jobs')
}

export async function list(caller: Caller, area?: string): Promise<Schedule[]> {
  const places = await placesOf(caller)
  const found = await schedules.all({ place: places })
  return timetable()
    .filter((entry) => area === undefined || entry.area === area)
    .flatMap((entry) => {
      const row = found.find((one) => one.name === entry.name)
      return row === undefined ? [] : [view(entry, row)]
    })
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
  const place = entry?.scope === 'hospital' ? caller.hospital_id : ''
  if (entry === undefined || !(await placesOf(caller)).includes(place)) throw noSuch('schedule')
  const row = await schedules.find({ name, place })
  if (row === undefined) throw noSuch('schedule')
  return { entry, row }
}

/** As a job, so that who asked can follow it; it is claimed like any run (OPS-96). */
export async function start(caller: Caller, name: string): Promise<{ job_id: string }> {
  const { entry, row } = await rowOf(caller, name)
  const { id } = await enqueue(caller, {
    kind: 'schedule',
    input: { name, place: row.place },
    max_attempts: 1,
  })
  record(caller, 'schedule.run', { entity_type: 'schedule', entity_label: entry.label })
  return { job_id: id }
}

export async function pause(caller: Caller, name: string, reason: string): Promise<Schedule> {
  const { entry, row } = await rowOf(caller, name)
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
  const { entry, row } = await rowOf(caller, name)
  if (!row.paused) throw conflict(`${entry.label} is not paused.`, 'not_paused')
  await schedules.change(
    { name, place: row.place },
    { paused: false, pause_reason: null, next_run_at: nextFor(entry, row.time_zone) },
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
    cron: entry.cron ?? null,
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
