// Calling once more, and taking back the last move (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import * as points from '../../service-points/service-points.ts'
import { changed } from './display-feed.ts'
import { finish, turn } from './entries.ts'
import { viewEntry } from './entry-view.ts'
import { moved } from '../moves/events.ts'
import { mustBeMine } from '../moves/go.ts'
import { entry_life } from '../life.ts'
import { type Entry, queueEntryRecord, isOpen, visitRecord, type Visit } from '../rows.ts'
import type { QueueEntry } from '../shapes.ts'
import { queue_entries } from '../tables.ts'
import { undoable } from './undo.ts'
import type { EntryState, VisitState } from '../words.ts'

export async function recall(caller: Caller, id: string): Promise<QueueEntry> {
  const seen = await queueEntryRecord.get(caller, id)
  const visit = seen.visit_id === null ? null : await visitRecord.locked(caller, seen.visit_id)
  const entry = await queueEntryRecord.get(caller, id)
  fresh(caller, entry)
  entry_life.move('recall', entry.status, entry.token)
  if (visit !== null) await mustBeMine(caller, visit, entry)
  const point = await points.servicePointRecord.get(caller, entry.service_point_id)
  if (entry.calls >= point.max_calls + 2) {
    throw conflict(`${entry.token} was called ${entry.calls} times: mark it as a no-show.`)
  }
  const called = await turn(caller, entry, 'recall', {
    calls: entry.calls + 1,
    called_at: clock.instant(),
  })
  return viewEntry(caller, called)
}

const visit_states: Readonly<Partial<Record<EntryState, VisitState>>> = {
  WAITING: 'WAITING',
  CALLED: 'CALLED',
  SERVING: 'IN_SERVICE',
}

/** As before the last move: the same person, within two minutes, and nobody has gone on since. */
export async function undo(caller: Caller, id: string): Promise<QueueEntry> {
  const seen = await queueEntryRecord.get(caller, id)
  const visit = seen.visit_id === null ? null : await visitRecord.locked(caller, seen.visit_id)
  const entry = await queueEntryRecord.get(caller, id)
  fresh(caller, entry)
  const gone = conflict('This can no longer be undone.', 'too_late')
  if (!undoable(caller, entry) || entry.last_move === null) throw gone
  const next =
    entry.next_entry_id === null ? null : await queueEntryRecord.get(caller, entry.next_entry_id)
  if (next !== null && next.status !== 'WAITING') throw gone
  if (visit !== null && !isOpen(visit)) throw gone
  const was = entry.last_move.was as Partial<Entry>
  if (next !== null) await finish(caller, next, 'CANCELLED', 'undo')
  const { hospital_id } = caller
  await queue_entries.change({ hospital_id, id }, { ...was, next_entry_id: null, last_move: null })
  changed(caller, entry.service_point_id)
  if (visit !== null) await visitBack(caller, visit, { ...entry, ...was })
  return viewEntry(caller, await queueEntryRecord.get(caller, id))
}

async function visitBack(caller: Caller, visit: Visit, entry: Entry): Promise<void> {
  const status = visit_states[entry.status]
  if (status === undefined) return
  const point = await points.servicePointRecord.get(caller, entry.service_point_id)
  await moved(caller, visit, 'undo', {
    status,
    stage: point.kind,
    service_point_id: point.id,
    queue_entry_id: entry.id,
    wanted_point_id: null,
    hold_reason: null,
    waiting_since: status === 'WAITING' ? entry.entered_at : null,
  })
}
