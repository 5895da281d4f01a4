// The queue of a point (3.3; QUE-3 to QUE-7): called, skipped, sent on, given up. Where an entry has
// a visit, the visit moves with it, in the same transaction.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { row, rows } from '../../connection.ts'
import { conflict, invalid, noSuch } from '../../refusal.ts'
import { either, oneOf, sql, when, where } from '../../sql.ts'
import { fresh } from '../../versions.ts'
import { staffOf } from '../neighbours/people.ts'
import { patientById } from '../patients/patients.ts'
import * as points from '../service-points/service-points.ts'
import type { PointRow } from '../service-points/service-points.ts'
import { finishAndGoOn, offHold } from './advance.ts'
import { counterOf } from './counters.ts'
import { finish, servedElsewhere, turn, waitOver } from './entries.ts'
import { viewEntries, viewEntry, ticketOf } from './entry-view.ts'
import { joinTeam, moved } from './events.ts'
import { go, type Gone, mustBeMine } from './go.ts'
import { holdNow } from './hold.ts'
import { entry_life, visit_life } from './life.ts'
import { classOf } from './order.ts'
import { type Entry, entryRow, locked, type Visit } from './rows.ts'
import { serveEntry, serveNow } from './serve.ts'
import type { CallNextInput, FinishInput, QueueEntry, ServeInput, TransferInput } from './shapes.ts'
import { queue_entries } from './tables.ts'
import { targetNamed } from './targets.ts'
import { entry_states, type EntryState, type HoldReason, open_entry_states } from './words.ts'

/** In calling order; those whom somebody serves first. */
export async function queueOf(
  caller: Caller,
  point_id: string,
  asked: { status?: string; clinician_id?: string },
): Promise<QueueEntry[]> {
  const states = asked.status === undefined ? open_entry_states : statesOf(asked.status)
  const clinician =
    asked.clinician_id === 'me' ? ((await staffOf(caller))?.staff_id ?? '') : asked.clinician_id
  const found = await queue_entries.read(
    sql`select ${queue_entries.selection('e')} from queue_entries e
      join service_points p on p.id = e.service_point_id${where([
        sql`e.hospital_id = ${caller.hospital_id}`,
        sql`e.service_point_id = ${point_id}`,
        sql`e.status${oneOf(states)}`,
        when(clinician, sql`(e.clinician_id = ${clinician} or e.clinician_id is null)`),
      ])}
      order by case e.status when 'SERVING' then 0 when 'CALLED' then 1 when 'WAITING' then 2 else 3 end,
        ${classOf('e', 'p')}, e.sort_at, e.sort_id limit 1000`,
  )
  return viewEntries(caller, found)
}

function statesOf(typed: string): EntryState[] {
  const words = typed.split(',').map((word) => word.trim())
  if (words.some((word) => !(entry_states as readonly string[]).includes(word))) {
    throw invalid('status', `must be among ${entry_states.join(', ')}.`)
  }
  return words as EntryState[]
}

/** QUE-6: the first who waits for anybody or for this caller; null when nobody does. */
export async function callNext(
  caller: Caller,
  point_id: string,
  input: CallNextInput,
): Promise<QueueEntry | null> {
  const point = await points.rowOf(caller, point_id)
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
async function oneCallerAtATime({ id }: PointRow): Promise<void> {
  await rows(
    either({
      sqlite: sql`select 1 as turn`,
      postgres: sql`select 1 as turn from (select pg_advisory_xact_lock(hashtextextended(${`kituo.queue.${id}`}, 0))) held`,
    }),
  )
}

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
  const visit = next.visit_id === null ? null : await locked(caller, next.visit_id)
  const entry = await lockedEntry(caller, next.id)
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

interface Held {
  visit: Visit | null
  entry: Entry
  point: PointRow
}

/** An entry of a route, kept from others together with its visit. */
async function take(caller: Caller, id: string): Promise<Held> {
  const seen = await entryRow(caller, id)
  const visit = seen.visit_id === null ? null : await locked(caller, seen.visit_id)
  const entry = await lockedEntry(caller, id)
  fresh(caller, entry)
  return { visit, entry, point: await points.rowOf(caller, entry.service_point_id) }
}

async function lockedEntry({ hospital_id }: Caller, id: string): Promise<Entry> {
  const entry = await queue_entries.find({ hospital_id, id }, { lock: true })
  if (entry === undefined) throw noSuch('queue entry')
  return entry
}

/** The visit stands at this very entry, and not at the cashier while it waits to go elsewhere. */
const leads = (visit: Visit | null, entry: Entry): visit is Visit =>
  visit !== null &&
  visit.queue_entry_id === entry.id &&
  visit.status !== 'AWAITING_PAYMENT' &&
  visit.status !== 'ADMITTED'

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

export async function serve(caller: Caller, id: string, input: ServeInput): Promise<QueueEntry> {
  const { visit, entry, point } = await take(caller, id)
  entry_life.move('serve', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  if (leads(visit, entry)) {
    const { entry: served, warnings } = await serveNow(caller, visit, input)
    return { ...(await viewEntry(caller, served ?? entry)), warnings }
  }
  const served = await serveEntry(caller, entry, point, input)
  if (entry.visit_id !== null) await joinTeam(caller, entry.visit_id)
  return { ...(await viewEntry(caller, served)), warnings: [] }
}

/** The visit goes on as a bare advance, or to the point that is named. */
export async function finishEntry(
  caller: Caller,
  id: string,
  input: FinishInput,
): Promise<QueueEntry> {
  const { visit, entry } = await take(caller, id)
  entry_life.move('finish', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  if (!leads(visit, entry)) {
    return { ...(await viewEntry(caller, await finish(caller, entry, 'DONE'))), next: null }
  }
  const { to, note, overrides } = input
  const gone = to
    ? await go(caller, visit, { point: await targetNamed(caller, visit, to), note, overrides })
    : await finishAndGoOn(caller, visit, {
        ...(note ? { note } : {}),
        ...(overrides && { overrides }),
      })
  return answer(caller, id, gone)
}

async function answer(caller: Caller, id: string, gone: Gone): Promise<QueueEntry> {
  const entry = await entryRow(caller, id)
  return {
    ...(await viewEntry(caller, entry)),
    warnings: gone.warnings,
    next: gone.entry === null ? null : await ticketOf(caller, gone.entry),
  }
}

/** Behind the next few of its class; after three times the clerk is told. */
export async function skip(
  caller: Caller,
  id: string,
): Promise<{ entry: QueueEntry; message: string }> {
  const { visit, entry, point } = await take(caller, id)
  entry_life.move('skip', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  const behind = await lastOf(entry, point.skip_places)
  const skips = entry.skips + 1
  const skipped = await turn(caller, entry, 'skip', {
    status: 'WAITING',
    skips,
    called_by: null,
    ...(behind === undefined
      ? {}
      : { sort_at: behind.sort_at, sort_id: `${behind.sort_id.slice(0, 60)}+` }),
  })
  if (leads(visit, entry) && visit.status === 'CALLED') {
    await moved(caller, visit, 'skip', { status: 'WAITING' })
  }
  const message =
    skips < 3
      ? 'Skipped.'
      : `${entry.token} was skipped ${skips} times: mark it as a no-show if nobody comes.`
  return { entry: await viewEntry(caller, skipped), message }
}

/** QUE-15: fewer than that behind it puts the entry last. */
async function lastOf(
  entry: Entry,
  places: number,
): Promise<{ sort_at: string; sort_id: string } | undefined> {
  const after = await rows<{ sort_at: string; sort_id: string }>(
    sql`select sort_at, sort_id from queue_entries
      where service_point_id = ${entry.service_point_id} and status = 'WAITING'
        and priority = ${entry.priority} and id <> ${entry.id}
        and (sort_at > ${entry.sort_at} or (sort_at = ${entry.sort_at} and sort_id > ${entry.sort_id}))
      order by sort_at, sort_id limit ${places}`,
  )
  return after.at(-1)
}

export async function noShow(
  caller: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<QueueEntry> {
  const { visit, entry, point } = await take(caller, id)
  entry_life.move('no-show', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  if (entry.calls < point.max_calls && !reason) {
    throw conflict(
      `${entry.token} was called ${entry.calls} time${entry.calls === 1 ? '' : 's'}: call ${point.max_calls} times, or give a reason.`,
    )
  }
  return viewEntry(caller, await noShowNow(caller, visit, entry, reason ?? null))
}

export async function noShowNow(
  caller: Caller,
  visit: Visit | null,
  entry: Entry,
  reason: string | null,
): Promise<Entry> {
  const gone = await finish(caller, entry, 'NO_SHOW', 'no-show')
  if (leads(visit, entry)) {
    await moved(
      caller,
      visit,
      'hold',
      {
        status: 'ON_HOLD',
        hold_reason: 'NO_SHOW',
        queue_entry_id: null,
        waiting_since: null,
      },
      { reason: reason ?? 'Did not come when called' },
    )
  }
  return gone
}

export async function holdEntry(
  caller: Caller,
  id: string,
  input: { hold_reason: HoldReason; note?: string | null },
): Promise<QueueEntry> {
  const { visit, entry } = await take(caller, id)
  entry_life.move('hold', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  if (leads(visit, entry)) {
    await holdNow(caller, visit, entry, input.hold_reason, input.note)
  } else {
    await turn(caller, entry, 'hold', { status: 'ON_HOLD', held_at: clock.instant() })
  }
  return viewEntry(caller, await entryRow(caller, id))
}

export async function resumeEntry(caller: Caller, id: string): Promise<QueueEntry> {
  const { visit, entry } = await take(caller, id)
  entry_life.move('resume', entry.status, entry.token)
  if (leads(visit, entry)) await offHold(caller, visit, {})
  else await turn(caller, entry, 'resume', { status: 'WAITING', held_at: null })
  return viewEntry(caller, await entryRow(caller, id))
}

/** Priority and token are kept; the waiting begins anew. Answers the new entry. */
export async function transfer(
  caller: Caller,
  id: string,
  input: TransferInput,
): Promise<QueueEntry> {
  const { visit, entry, point } = await take(caller, id)
  entry_life.move('transfer', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  const to = await targetNamed(
    caller,
    visit ?? { facility_id: entry.facility_id, clinician_id: null, department: null },
    input.to,
  )
  if (to.id === point.id) {
    throw conflict(`The patient is already waiting at ${point.name}.`, 'same_point')
  }
  if (!leads(visit, entry)) return carry(caller, entry, to, input)
  // Sent to another point: what was not finished here was not served here.
  await finish(caller, entry, 'TRANSFERRED', 'transfer')
  const gone = await go(caller, visit, {
    point: to,
    from: entry,
    move: 'transfer',
    overrides: input.overrides,
    clinician_id: input.clinician_id,
    note: input.note,
    reason: input.reason,
  })
  const shown = gone.entry === null ? await entryRow(caller, id) : gone.entry
  return { ...(await viewEntry(caller, shown)), warnings: gone.warnings }
}

async function link({ hospital_id }: Caller, from: Entry, to: Entry): Promise<void> {
  await queue_entries.change({ hospital_id, id: from.id }, { next_entry_id: to.id })
  await queue_entries.change({ hospital_id, id: to.id }, { from_entry_id: from.id })
}

/** A token without a visit, or an admitted patient's entry. */
async function carry(
  caller: Caller,
  entry: Entry,
  to: PointRow,
  { clinician_id, note }: TransferInput,
): Promise<QueueEntry> {
  await finish(caller, entry, 'TRANSFERRED', 'transfer')
  const now = clock.instant()
  const made = await queue_entries.insert({
    hospital_id: caller.hospital_id,
    facility_id: to.facility_id,
    service_point_id: to.id,
    visit_id: entry.visit_id,
    patient_id: entry.patient_id,
    token: entry.token,
    day: entry.day,
    priority: entry.priority,
    priority_reason: entry.priority_reason,
    status: 'WAITING',
    clinician_id: clinician_id ?? null,
    entered_at: now,
    sort_at: now,
    sort_id: entry.id,
    from_entry_id: entry.id,
    label: entry.label,
    note: note ?? null,
  })
  await link(caller, entry, made)
  return viewEntry(caller, made)
}
