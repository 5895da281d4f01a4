// Bookings that an exception hits, and what becomes of them (APT-15).

import type { Caller } from '../../../core/caller.ts'
import { dayIn, instantAt, nextDay } from '../../../core/clock.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { freePlaces } from './fit.ts'
import { cancelRow } from './moves.ts'
import type { Row } from './rows.ts'
import { scheduleRecord } from './schedules.ts'
import { type Exception, meets } from './sessions.ts'
import { appointments } from './tables.ts'
import { localOf, zoneOf } from './times.ts'
import { coming_states } from './words.ts'

const hit_max = 1000

export async function hitBy(caller: Caller, one: Exception): Promise<Row[]> {
  if (one.kind !== 'CLOSED') return []
  const found = await appointments.read(
    sql`select ${appointments.selection()} from appointments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`facility_id = ${one.facility_id}`,
      sql`local_day >= ${one.from_date} and local_day <= ${one.to_date}`,
      sql`status${oneOf(coming_states)}`,
      when(one.schedule_id, sql`schedule_id = ${one.schedule_id}`),
      when(one.clinician_id, sql`clinician_id = ${one.clinician_id}`),
      when(one.department, sql`department = ${one.department}`),
    ])} order by scheduled_for, id limit ${hit_max}`,
  )
  const { start_time, end_time } = one
  if (start_time === null || end_time === null) return found
  const zone = await zoneOf(caller, one.facility_id)
  return found.filter((row) =>
    meets(
      { start: row.scheduled_for, end: row.end_at },
      {
        start: instantAt(zone, row.local_day, start_time),
        end: instantAt(zone, row.local_day, end_time),
      },
    ),
  )
}

/** Cancelled by the hospital, told with the next free times, and listed until booked anew. */
export async function cancelHit(
  caller: Caller,
  hit: readonly Row[],
  reason: string,
): Promise<void> {
  const options = new Map<string, string>()
  for (const row of hit) {
    const key = `${row.schedule_id} ${row.kind}`
    if (!options.has(key)) options.set(key, await nextFree(caller, row))
    await cancelRow(caller, row, {
      reason,
      by: 'HOSPITAL',
      options: options.get(key) ?? '',
      needs_rebooking: true,
    })
  }
}

async function nextFree(caller: Caller, row: Row): Promise<string> {
  if (row.schedule_id === null) return ''
  const schedule = await scheduleRecord.get(caller, row.schedule_id)
  const zone = await zoneOf(caller, row.facility_id)
  const from = dayIn(zone, new Date(row.scheduled_for))
  const range = { from, to: nextDay(from, 30) }
  const wanted = { facility_id: row.facility_id, kind: row.kind, portal: false, but: {} }
  const free = await freePlaces(caller, wanted, [schedule], range)
  return free
    .slice(0, 3)
    .map((start) => shortOf(zone, start))
    .join(', ')
}

/** `17/03 10:15` */
function shortOf(zone: string, at: string): string {
  const local = localOf(zone, at)
  return `${local.slice(8, 10)}/${local.slice(5, 7)} ${local.slice(11)}`
}
