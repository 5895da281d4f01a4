// What the house does by itself for visits and queues (section 7).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, timeIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { openEmergencyOf } from '../../neighbours/appointments.ts'
import { pendingFor } from '../../neighbours/diagnostics.ts'
import { notify } from '../../office/notifications/notify.ts'
import { untoldToday } from '../../office/notifications/once-today.ts'
import { settingsOf } from '../patients/settings.ts'
import { zoneOf } from '../../office/places/hours.ts'
import * as points from '../service-points/service-points.ts'
import { service_points } from '../service-points/tables.ts'
import { closeStale } from './moves/close.ts'
import { changed } from './queue/display-feed.ts'
import { finish } from './queue/entries.ts'
import { noShowNow } from './queue/entry-moves.ts'
import { queueEntryRecord, visitRecord, type Visit } from './rows.ts'
import { queue_entries, visits } from './tables.ts'

const at_once = 200

export interface Stale {
  visit: Visit
  /** Why it stays open. */
  kept: 'emergency' | 'stat' | null
}

/** Open, not admitted, and touched by nobody for the hospital's hours (VIS-17). */
export async function staleVisits(caller: Caller): Promise<Stale[]> {
  const { auto_close_hours } = await settingsOf(caller)
  const found = await visits.read(
    sql`select ${visits.selection('v')} from visits v where v.hospital_id = ${caller.hospital_id}
      and v.status not in ('CHECKED_OUT', 'CANCELLED', 'ADMITTED')
      and v.touched_at <= ${instantIn(-hours(auto_close_hours))}
      order by v.touched_at, v.id limit ${at_once}`,
  )
  return Promise.all(found.map(async (visit) => ({ visit, kept: await keptBy(caller, visit) })))
}

async function keptBy(caller: Caller, visit: Visit): Promise<Stale['kept']> {
  if ((await openEmergencyOf(caller, visit.id)) !== null) return 'emergency'
  const pending = await pendingFor(caller, { visit_id: visit.id })
  return pending.some(({ priority }) => priority === 'STAT') ? 'stat' : null
}

/** Each in a transaction of its own: one that cannot be closed keeps no other open. */
export async function closeStaleVisits(
  caller: Caller,
  signal?: AbortSignal,
): Promise<{ closed: number; kept: number }> {
  const stale = await staleVisits(caller)
  let closed = 0
  for (const { visit, kept } of stale) {
    if (signal?.aborted === true) break
    if (kept !== null) continue
    await within(async () => {
      const now = await visitRecord.locked(caller, visit.id)
      // Somebody came in between.
      if (now.touched_at !== visit.touched_at) return
      await closeStale({ ...caller, facility_id: now.facility_id }, now)
      closed += 1
    }, 'jobs')
  }
  const left = stale.filter(({ kept }) => kept !== null)
  if (left.length > 0) await within(() => tellKept(caller, left), 'jobs')
  return { closed, kept: left.length }
}

/** The whole list, once for each visit that comes to stand in it on a day. */
async function tellKept(caller: Caller, left: readonly Stale[]): Promise<void> {
  const ids = left.map(({ visit }) => visit.id)
  if ((await untoldToday(caller, 'visit.stale', ids)).length === 0) return
  const numbers = left.map(({ visit }) => visit.number).slice(0, 20)
  await notify(caller, {
    to: { role: 'nurse_in_charge' },
    kind: 'visit.stale',
    title: 'Visits that nobody has touched',
    body: `Open with an emergency or an urgent order: ${numbers.join(', ')}.`,
  })
}

/** Called often enough and nobody came (every 30 s). */
export async function noShows(caller: Caller): Promise<number> {
  const due = await rows<{ id: string; visit_id: string | null }>(
    sql`select e.id, e.visit_id from queue_entries e
      join service_points p on p.id = e.service_point_id
      where e.hospital_id = ${caller.hospital_id} and e.status = 'CALLED'
        and e.calls >= p.max_calls and e.called_at <= ${instantIn(-minutes(1))}
      order by e.called_at limit ${at_once}`,
  )
  let gone = 0
  for (const { id, visit_id } of due) {
    await within(async () => {
      const visit = visit_id === null ? null : await visitRecord.locked(caller, visit_id)
      const entry = await queueEntryRecord.get(caller, id)
      const point = await points.servicePointRecord.get(caller, entry.service_point_id)
      const patience = minutes(point.no_show_after_minutes)
      const called = Date.parse(entry.called_at ?? entry.entered_at)
      if (entry.status !== 'CALLED' || clock.ms() - called < patience) return
      await noShowNow(caller, visit, entry, null)
      gone += 1
    }, 'jobs')
  }
  return gone
}

/** 00:05: entries that were left over from closed visits and tokens of nobody (QUE-1). */
export async function closeDay(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const left = await rows<{ id: string; facility_id: string; day: string }>(
    sql`select e.id, e.facility_id, e.day from queue_entries e left join visits v on v.id = e.visit_id
      where e.hospital_id = ${hospital_id}
        and e.status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD')
        and (v.id is null or v.status in ('CHECKED_OUT', 'CANCELLED'))
      order by e.id limit 5000`,
  )
  let ended = 0
  for (const { id, facility_id, day } of left) {
    const today = dayIn(await zoneOf(caller, facility_id), clock.now())
    if (day >= today) continue
    await within(async () => {
      const entry = await queue_entries.find({ hospital_id, id }, { lock: true })
      if (entry === undefined || entry.finished_at !== null) return
      await finish(caller, entry, 'CANCELLED', 'day over')
      ended += 1
    }, 'jobs')
  }
  return ended
}

/** QUE-14: a point with hours opens and closes by itself; who still waits there stays. */
export async function keepHours(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const timed = (await service_points.all({ hospital_id, active: true })).filter(
    ({ opens_at, closes_at }) => opens_at !== null && closes_at !== null,
  )
  let moved = 0
  for (const point of timed) {
    const now = timeIn(await zoneOf(caller, point.facility_id), clock.now())
    // Only the minute itself moves a point: what somebody did by hand since stands.
    const move =
      now === point.opens_at && point.status !== 'OPEN'
        ? 'open'
        : now === point.closes_at && point.status !== 'CLOSED'
          ? 'close'
          : null
    if (move === null) continue
    await within(async () => {
      await points.move(caller, point, move, 'By its hours')
      changed(caller, point.id)
    }, 'jobs')
    moved += 1
  }
  return moved
}
