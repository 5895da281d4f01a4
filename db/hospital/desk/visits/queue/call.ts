// Calling a patient to a counter (3.3; QUE-6, QUE-7): the next one, or one out of turn.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { patientById } from '../../patients/patients.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { counterOf } from './counters.ts'
import { servedElsewhere, turn, waitOver } from './entries.ts'
import { viewEntry } from './entry-view.ts'
import { joinTeam, moved } from '../moves/events.ts'
import { entry_life, visit_life } from '../life.ts'
import { classOf } from './order.ts'
import { type Entry, queueEntryRecord, visitRecord, type Visit } from '../rows.ts'
import type { CallNextInput, QueueEntry } from '../shapes.ts'
import { queue_entries } from '../tables.ts'
import { take } from './take.ts'
import { takeTurn } from '../../../../store/turn.ts'

/** QUE-6: the first who waits for anybody or for this caller; null when nobody does. */
export async function callNext(
  caller: Caller,
  point_id: string,
  input: CallNextInput,
): Promise<QueueEntry | null> {
  const point = await points.servicePointRecord.get(caller, point_id)
  mustBeOpen(point)
  const counter = counterOf(point, input.counter)
  await oneCallerAtATime(point)
  await counterFree(caller, point, counter)
  const clinician = input.clinician_id ?? (await staffOf(caller))?.staff_id ?? ''
  // Whoever is moved by somebody else at this moment is passed over; the next one is called.
  const passed: string[] = []
  for (;;) {
    const next = await firstWaiting(caller, point, clinician, passed)
    if (next === undefined) return null
    const called = await tryCall(caller, next, counter)
    if (called !== null) return viewEntry(caller, called)
    passed.push(next.id)
  }
}

function mustBeOpen({ status, name }: PointRow): void {
  if (status === 'PAUSED') throw conflict(`${name} is paused.`, 'point_paused')
  if (status === 'CLOSED') throw conflict(`${name} is closed.`, 'point_closed')
}

/** SQLite has one writer; on PostgreSQL the calls of one point follow one another. */
const oneCallerAtATime = ({ id }: PointRow): Promise<void> => takeTurn(`queue ${id}`)

/** QUE-7. */
async function counterFree(caller: Caller, point: PointRow, counter: string): Promise<void> {
  const busy = await queue_entries.find({
    hospital_id: caller.hospital_id,
    service_point_id: point.id,
    counter,
    status: ['CALLED', 'SERVING'],
  })
  if (busy === undefined) return
  throw conflict(`Counter ${counter} is still serving ${busy.token}.`, 'counter_busy')
}

const firstWaiting = (
  { hospital_id }: Caller,
  point: PointRow,
  clinician: string,
  passed: readonly string[],
): Promise<{ id: string; visit_id: string | null } | undefined> =>
  row<{ id: string; visit_id: string | null }>(
    sql`select e.id, e.visit_id from queue_entries e
      join service_points p on p.id = e.service_point_id
      where e.hospital_id = ${hospital_id} and e.service_point_id = ${point.id}
        and e.status = 'WAITING' and not (e.id${oneOf(passed)})
        and (e.clinician_id is null or e.clinician_id = ${clinician} or e.priority = 1)
      order by ${classOf('e', 'p')}, e.sort_at, e.sort_id limit 1`,
  )

/** The visit first, then its entry, as every move; null when it was moved in the meantime. */
async function tryCall(
  caller: Caller,
  next: { id: string; visit_id: string | null },
  counter: string,
): Promise<Entry | null> {
  const visit = next.visit_id === null ? null : await visitRecord.locked(caller, next.visit_id)
  const entry = await queueEntryRecord.locked(caller, next.id)
  if (entry.status !== 'WAITING') return null
  return callNow(caller, visit, entry, counter)
}

async function callNow(
  caller: Caller,
  visit: Visit | null,
  entry: Entry,
  counter: string,
): Promise<Entry> {
  const called = await turn(caller, entry, 'call', {
    status: 'CALLED',
    counter,
    calls: entry.calls + 1,
    called_at: clock.instant(),
    called_by: caller.user_id,
    ...waitOver(entry),
  })
  if (visit === null) return called
  if (visit.status === 'WAITING' && visit.queue_entry_id === entry.id) {
    await moved(
      caller,
      visit,
      'call',
      { status: visit_life.move('call', visit.status, visit.number) },
      { detail: { counter } },
    )
  } else await joinTeam(caller, visit.id)
  return called
}

export async function call(caller: Caller, id: string, typed: string): Promise<QueueEntry> {
  const { visit, entry, point } = await take(caller, id)
  if (point.status === 'CLOSED') mustBeOpen(point)
  const counter = counterOf(point, typed)
  if (entry.status === 'CALLED' || entry.status === 'SERVING') {
    await inOtherHands(caller, entry, point)
  }
  entry_life.move('call', entry.status, entry.token)
  await oneCallerAtATime(point)
  await counterFree(caller, point, counter)
  return viewEntry(caller, await callNow(caller, visit, entry, counter))
}

async function inOtherHands(caller: Caller, entry: Entry, point: PointRow): Promise<void> {
  if (entry.called_by === caller.user_id) return
  const name =
    entry.patient_id === null
      ? entry.token
      : (await patientById(caller, entry.patient_id)).full_name
  await servedElsewhere(caller, name, entry, point)
}
