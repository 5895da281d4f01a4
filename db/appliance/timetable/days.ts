// The days of what is made up for each of them (OPS-94): none is run for twice, and none is lost when
// its hours are moved.

import { clock, dayIn, nextDay, startOfDay } from '../../core/clock.ts'
import { rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { type Entry, nextAfter } from './entries.ts'
import type { schedules } from './tables.ts'
import type { RowOf } from '../../store/table.ts'

type Row = RowOf<(typeof schedules)['columns']>

const dayOf = (zone: string, instant: string): string => dayIn(zone, new Date(instant))

const beginOf = (zone: string, day: string): number => Date.parse(startOfDay(zone, day))

/**
 * The next instant by other words than before. What is made up day by day goes on after the last day
 * it ran for: a day that is due or was missed is kept, at its new hour, and none comes twice.
 */
export function goesOn(
  entry: Entry,
  zone: string,
  row: Pick<Row, 'next_run_at' | 'last_due_at' | 'time_zone'>,
): string | null {
  const next = nextAfter(entry, zone, goesOnAfter(entry, zone, row))
  return next === null ? null : new Date(next).toISOString()
}

function goesOnAfter(
  { catch_up }: Entry,
  zone: string,
  { next_run_at, last_due_at, time_zone }: Parameters<typeof goesOn>[2],
): number {
  const now = clock.ms()
  if (catch_up !== 'each') return now
  const standing = next_run_at === null ? null : dayOf(time_zone, next_run_at)
  const waits = standing !== null && standing <= dayIn(time_zone)
  const from = waits ? beginOf(zone, standing) - 1 : now
  if (last_due_at === null) return from
  return Math.max(from, beginOf(zone, nextDay(dayOf(time_zone, last_due_at))) - 1)
}

/** Instants that were missed and that the new words do not make up: their days have none any more. */
export function letGo(
  before: Entry,
  after: Entry,
  zone: string,
  { next_run_at, last_due_at, time_zone }: Parameters<typeof goesOn>[2],
): number[] {
  if (before.catch_up !== 'each' || next_run_at === null) return []
  const gone: number[] = []
  const done = last_due_at === null ? '' : dayOf(time_zone, last_due_at)
  let at: number | null = Date.parse(next_run_at)
  while (at !== null && at <= clock.ms()) {
    const day = dayOf(time_zone, new Date(at).toISOString())
    const due = nextAfter(after, zone, beginOf(zone, day) - 1)
    const kept = day > done && due !== null && due < beginOf(zone, nextDay(day))
    if (!kept) gone.push(at)
    at = nextAfter(before, time_zone, at)
  }
  return gone
}

/** Whether it ran to its end for this instant; for its day, where no day has more than one. */
export async function ranFor(
  entry: Entry,
  { name, place, time_zone }: Pick<Row, 'name' | 'place' | 'time_zone'>,
  due_at: string,
): Promise<boolean> {
  if (entry.catch_up !== 'each') return false
  const due = Date.parse(due_at)
  const day = dayOf(time_zone, due_at)
  const [from, until] = [beginOf(time_zone, day), beginOf(time_zone, nextDay(day))]
  const one = nextAfter(entry, time_zone, from - 1)
  const two = one === null ? null : nextAfter(entry, time_zone, one)
  const alone = two === null || two >= until
  const [first, end] = alone ? [from, until] : [due, due + 1]
  const found = await rows(
    sql`select id from schedule_runs
        where schedule = ${name} and place = ${place} and outcome = 'DONE'
          and due_at >= ${new Date(first).toISOString()} and due_at < ${new Date(end).toISOString()}
        limit 1`,
  )
  return found.length > 0
}
