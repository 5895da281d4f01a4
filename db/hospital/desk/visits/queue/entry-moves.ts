// The moves of an entry (3.3): served, finished, skipped, given up, held, resumed. Where it has a
// visit, the visit moves with it, in the same transaction.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { finishAndGoOn, offHold } from '../moves/advance.ts'
import { finish, turn } from './entries.ts'
import { viewEntry, ticketOf } from './entry-view.ts'
import { joinTeam, moved } from '../moves/events.ts'
import { go, type Gone, mustBeMine } from '../moves/go.ts'
import { holdNow } from '../moves/hold.ts'
import { entry_life } from '../life.ts'
import { type Entry, queueEntryRecord, type Visit } from '../rows.ts'
import { serveEntry, serveNow } from './serve.ts'
import type { FinishInput, QueueEntry, ServeInput } from '../shapes.ts'
import { take, leads } from './take.ts'
import { targetNamed } from './targets.ts'
import type { HoldReason } from '../words.ts'

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
  const entry = await queueEntryRecord.get(caller, id)
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
  return viewEntry(caller, await queueEntryRecord.get(caller, id))
}

export async function resumeEntry(caller: Caller, id: string): Promise<QueueEntry> {
  const { visit, entry } = await take(caller, id)
  entry_life.move('resume', entry.status, entry.token)
  if (leads(visit, entry)) await offHold(caller, visit, {})
  else await turn(caller, entry, 'resume', { status: 'WAITING', held_at: null })
  return viewEntry(caller, await queueEntryRecord.get(caller, id))
}
