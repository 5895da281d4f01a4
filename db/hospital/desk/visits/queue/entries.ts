// Entries of the queue as they are written: one enters, one ends. Which is right when, other files
// know.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict } from '../../../../core/refusal.ts'
import { settingsOf } from '../../patients/settings.ts'
import { today } from '../../../office/places/hours.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { changed } from './display-feed.ts'
import { type Entry, timeAt, type Visit } from '../rows.ts'
import { queue_entries } from '../tables.ts'
import { nextToken } from './tokens.ts'
import type { EntryState } from '../words.ts'

export interface Entering {
  visit: Visit
  point: PointRow
  from?: Entry | undefined
  /** QUE-4; now when nothing is said. */
  sort_at?: string | undefined
  clinician_id?: string | null | undefined
  note?: string | null | undefined
}

export async function enter(caller: Caller, asked: Entering): Promise<Entry> {
  const { visit, point, from } = asked
  const { hospital_id } = caller
  const id = newId()
  const entered_at = clock.instant()
  const made = await queue_entries
    .insert({
      id,
      hospital_id,
      facility_id: point.facility_id,
      service_point_id: point.id,
      visit_id: visit.id,
      patient_id: visit.patient_id,
      token: await tokenFor(caller, visit.token, point),
      day: await today(caller, point.facility_id),
      priority: visit.priority,
      priority_reason: visit.priority_reason,
      status: 'WAITING',
      clinician_id: asked.clinician_id ?? clinicianAt(visit, point),
      entered_at,
      sort_at: asked.sort_at ?? entered_at,
      sort_id: id,
      from_entry_id: from?.id ?? null,
      note: asked.note ?? null,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'patient_id')
        ? conflict('This patient waits somewhere else at this moment. Look again.', 'two_places')
        : error
    })
  if (from !== undefined) {
    await queue_entries.change({ hospital_id, id: from.id }, { next_entry_id: id })
  }
  changed(caller, point.id)
  return made
}

/** One token for the visit all day, or one of each point's own. */
export async function tokenFor(
  caller: Caller,
  has: string | null,
  point: PointRow,
): Promise<string> {
  const { token_mode } = await settingsOf(caller)
  if (token_mode === 'VISIT' && has !== null) return has
  const day = await today(caller, point.facility_id)
  return nextToken(caller, { facility_id: point.facility_id, prefix: point.token_prefix, day })
}

/** Only a clinician of the point is waited for by name there. */
const clinicianAt = ({ clinician_id }: Visit, { clinician_ids }: PointRow): string | null =>
  clinician_id !== null && clinician_ids.includes(clinician_id) ? clinician_id : null

/** Writes an entry as it becomes, with what it was for `undo`. */
export async function turn(
  caller: Caller,
  entry: Entry,
  move: string,
  changes: Partial<Entry>,
): Promise<Entry> {
  const { hospital_id, user_id } = caller
  const was = Object.fromEntries(
    Object.keys(changes).map((key) => [key, (entry as Record<string, unknown>)[key]]),
  )
  const last_move = { move, at: clock.instant(), user_id, was }
  await queue_entries.change({ hospital_id, id: entry.id }, { ...changes, last_move })
  changed(caller, entry.service_point_id)
  return { ...entry, ...changes, last_move, version: entry.version + 1 }
}

/** The patient leaves this point: served, or without having been. */
export function finish(
  caller: Caller,
  entry: Entry,
  status: Extract<EntryState, 'DONE' | 'TRANSFERRED' | 'CANCELLED' | 'NO_SHOW'>,
  move: string = status === 'DONE' ? 'finish' : status.toLowerCase(),
): Promise<Entry> {
  const held_s = entry.held_s + heldNow(entry)
  const { started_at } = entry
  return turn(caller, entry, move, {
    status,
    finished_at: clock.instant(),
    held_at: null,
    held_s,
    ...(started_at !== null && status === 'DONE'
      ? { service_s: Math.max(0, secondsSince(started_at) - held_s) }
      : {}),
  })
}

/** QUE-13: the wait ends with the first call, or where the service begins without one. */
export function waitOver(entry: Entry): Partial<Entry> {
  if (entry.waited_s !== null) return {}
  const held_s = entry.held_s + heldNow(entry)
  const waited_s = Math.max(0, secondsSince(entry.entered_at) - held_s)
  // From now on what is held is time of the service.
  return { waited_s, held_s: 0, held_at: null }
}

export const secondsSince = (at: string): number =>
  Math.max(0, Math.round((clock.ms() - Date.parse(at)) / 1000))

export const heldNow = ({ held_at }: Entry): number =>
  held_at === null ? 0 : secondsSince(held_at)

/** VIS-9, in its words. */
export async function servedElsewhere(
  caller: Caller,
  name: string,
  entry: Entry,
  point: PointRow,
): Promise<never> {
  const at = await timeAt(caller, entry.facility_id, entry.started_at ?? entry.called_at ?? '')
  throw conflict(
    `${name} is being served at ${point.name} (${entry.counter ?? point.counters[0]}) since ${at}. Finish or transfer there first.`,
    'served_elsewhere',
  )
}
