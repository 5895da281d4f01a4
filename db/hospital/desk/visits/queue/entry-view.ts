// Queue entries as they go out, and the ticket a patient is given.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rowsOf as patientRows } from '../../patients/rows.ts'
import { viewRows } from '../../patients/register/view.ts'
import { byIds } from '../../service-points/service-points.ts'
import { heldNow } from './entries.ts'
import { entry_life } from '../life.ts'
import { placesAt } from './order.ts'
import type { Entry } from '../rows.ts'
import type { QueueEntry } from '../shapes.ts'
import { queue_entries } from '../tables.ts'
import { undoable } from './undo.ts'
import { brief } from '../view.ts'

export async function viewEntries(caller: Caller, found: readonly Entry[]): Promise<QueueEntry[]> {
  if (found.length === 0) return []
  const patients = await patientRows(caller, [
    ...new Set(found.flatMap(({ patient_id }) => patient_id ?? [])),
  ])
  const shown = new Map((await viewRows(caller, patients)).map((one) => [one.id, one] as const))
  const point_ids = [...new Set(found.map(({ service_point_id }) => service_point_id))]
  const points = await byIds(caller, point_ids)
  const waiting = found.some(({ status }) => status === 'WAITING')
  const places = waiting ? await placesAt(caller, point_ids) : new Map()
  return found.map((entry) => {
    const point = points.get(entry.service_point_id)
    const place = places.get(entry.id)
    const waited = waitedS(entry)
    const served = servedS(entry)
    return {
      id: entry.id,
      service_point_id: entry.service_point_id,
      visit_id: entry.visit_id,
      patient: shown.get(entry.patient_id ?? '') ?? null,
      token: entry.token,
      priority: entry.priority,
      priority_reason: entry.priority_reason,
      status: entry.status,
      counter: entry.counter,
      clinician_id: entry.clinician_id,
      position: place?.position ?? null,
      estimated_wait_minutes: place?.estimated_wait_minutes ?? null,
      calls: entry.calls,
      skips: entry.skips,
      entered_at: entry.entered_at,
      called_at: entry.called_at,
      started_at: entry.started_at,
      finished_at: entry.finished_at,
      waiting_minutes: Math.floor(waited / 60),
      service_minutes: served === null ? null : Math.floor(served / 60),
      over_target:
        waited > (point?.target_wait_minutes ?? 30) * 60 ||
        (served ?? 0) > (point?.target_service_minutes ?? 15) * 60,
      from_entry_id: entry.from_entry_id,
      next_entry_id: entry.next_entry_id,
      label: entry.label,
      note: entry.note,
      moves: [
        ...entry_life.open(caller, entry.status),
        ...(undoable(caller, entry) ? ['undo'] : []),
      ],
      version: entry.version,
    }
  })
}

export const viewEntry = async (caller: Caller, entry: Entry): Promise<QueueEntry> =>
  (await viewEntries(caller, [entry]))[0] as QueueEntry

export async function entriesOf(caller: Caller, visit_id: string): Promise<QueueEntry[]> {
  const { hospital_id } = caller
  return viewEntries(
    caller,
    await queue_entries.all({ hospital_id, visit_id }, { order: ['entered_at', 'id'] }),
  )
}

export async function ticketOf(caller: Caller, entry: Entry) {
  const point = (await byIds(caller, [entry.service_point_id])).get(entry.service_point_id)
  const place = (await placesAt(caller, [entry.service_point_id])).get(entry.id)
  return {
    token: entry.token,
    service_point: brief(point) as NonNullable<ReturnType<typeof brief>>,
    counter: entry.counter,
    position: place?.position ?? null,
    estimated_wait_minutes: place?.estimated_wait_minutes ?? null,
  }
}

function waitedS(entry: Entry): number {
  if (entry.waited_s !== null) return entry.waited_s
  const until = entry.finished_at === null ? clock.ms() : Date.parse(entry.finished_at)
  const all = Math.round((until - Date.parse(entry.entered_at)) / 1000)
  return Math.max(0, all - entry.held_s - heldNow(entry))
}

function servedS(entry: Entry): number | null {
  if (entry.service_s !== null) return entry.service_s
  if (entry.started_at === null || entry.finished_at !== null) return null
  const all = Math.round((clock.ms() - Date.parse(entry.started_at)) / 1000)
  return Math.max(0, all - entry.held_s - heldNow(entry))
}
