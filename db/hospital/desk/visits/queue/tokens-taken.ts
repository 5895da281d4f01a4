// Tokens that are taken before registration (QUE-2), and the visits they are bound to.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/places/hours.ts'
import * as points from '../../service-points/service-points.ts'
import { changed } from './display-feed.ts'
import { finish, tokenFor, turn } from './entries.ts'
import { viewEntry } from './entry-view.ts'
import { moved } from '../moves/events.ts'
import { leave, mayPrioritise } from '../moves/go.ts'
import { entry_life } from '../life.ts'
import { alreadyClosed, queueEntryRecord, isOpen, visitRecord } from '../rows.ts'
import type { QueueEntry, TokenInput } from '../shapes.ts'
import { queue_entries, visits } from '../tables.ts'

export async function takeToken(
  caller: Caller,
  point_id: string,
  input: TokenInput,
): Promise<QueueEntry> {
  mayPrioritise(caller, input.priority)
  const point = await points.servicePointRecord.get(caller, point_id)
  if (point.status === 'CLOSED') throw conflict(`${point.name} is closed.`, 'point_closed')
  const now = clock.instant()
  const id = newId()
  const priority = input.priority ?? 5
  const made = await queue_entries.insert({
    id,
    hospital_id: caller.hospital_id,
    facility_id: point.facility_id,
    service_point_id: point.id,
    token: await tokenFor(caller, null, point),
    day: await today(caller, point.facility_id),
    priority,
    priority_reason: priority < 5 ? 'STAFF_DECISION' : null,
    status: 'WAITING',
    entered_at: now,
    sort_at: now,
    sort_id: id,
    label: input.label || null,
  })
  changed(caller, point.id)
  record(caller, 'queue_entry.token', {
    entity_type: 'queue_entry',
    entity_id: id,
    entity_label: made.token,
    to_state: 'WAITING',
  })
  return viewEntry(caller, made)
}

/** The visit keeps this token and the earlier waiting instant; its own entry ends. */
export async function attach(caller: Caller, id: string, visit_id: string): Promise<QueueEntry> {
  const visit = await visitRecord.locked(caller, visit_id)
  const entry = await queueEntryRecord.get(caller, id)
  fresh(caller, entry)
  if (!isOpen(visit)) throw alreadyClosed()
  if (entry.visit_id !== null) throw conflict(`${entry.token} belongs to a visit already.`)
  if (!['WAITING', 'CALLED', 'SERVING'].includes(entry.status)) {
    throw entry_life.refusal(entry.status, entry.token)
  }
  if (visit.status !== 'REGISTERED' && visit.status !== 'WAITING') {
    throw conflict(`Visit ${visit.number} is on its way already: its token is ${visit.token}.`)
  }
  await leave(caller, visit)
  const point = await points.servicePointRecord.get(caller, entry.service_point_id)
  const bound = await turn(caller, entry, 'attach', {
    visit_id,
    patient_id: visit.patient_id,
    priority: Math.min(entry.priority, visit.priority),
  })
  const status =
    entry.status === 'SERVING' ? 'IN_SERVICE' : entry.status === 'CALLED' ? 'CALLED' : 'WAITING'
  await moved(
    caller,
    visit,
    'attach',
    {
      status,
      stage: point.kind,
      service_point_id: point.id,
      queue_entry_id: entry.id,
      token: entry.token,
      first_waiting_at: entry.entered_at,
      waiting_since: status === 'WAITING' ? entry.entered_at : null,
    },
    { detail: { token: entry.token } },
  )
  return viewEntry(caller, bound)
}

/** A token of nobody: whoever took it is gone. One of a visit ends with the visit's own cancel. */
export async function cancelToken(caller: Caller, id: string, reason: string): Promise<QueueEntry> {
  const entry = await queueEntryRecord.get(caller, id)
  fresh(caller, entry)
  entry_life.move('cancel', entry.status, entry.token)
  if (entry.visit_id !== null) {
    const visit = await visits.find({ hospital_id: caller.hospital_id, id: entry.visit_id })
    throw conflict(`${entry.token} belongs to visit ${visit?.number}: cancel the visit.`)
  }
  const gone = await finish(caller, entry, 'CANCELLED', 'cancel')
  record(caller, 'queue_entry.cancel', {
    entity_type: 'queue_entry',
    entity_id: id,
    entity_label: entry.token,
    from_state: entry.status,
    to_state: 'CANCELLED',
    reason,
  })
  return viewEntry(caller, gone)
}
