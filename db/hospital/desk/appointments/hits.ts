// Bookings that an exception hits, and what becomes of them (APT-15).

import type { Caller } from '../../../core/caller.ts'
import { instantAt } from '../../../core/clock.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { cancelRow } from './moves.ts'
import { nextFree } from './next-free.ts'
import type { Row } from './rows.ts'
import { type Exception, meets } from './sessions.ts'
import { appointments } from './tables.ts'
import { zoneOf } from './times.ts'
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
