// An entry in hand: kept from others together with its visit, and whether the visit stands at it.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { type Entry, entryRow, locked, type Visit } from '../rows.ts'
import { queue_entries } from '../tables.ts'

interface Held {
  visit: Visit | null
  entry: Entry
  point: PointRow
}

/** An entry of a route, kept from others together with its visit. */
export async function take(caller: Caller, id: string): Promise<Held> {
  const seen = await entryRow(caller, id)
  const visit = seen.visit_id === null ? null : await locked(caller, seen.visit_id)
  const entry = await lockedEntry(caller, id)
  fresh(caller, entry)
  return { visit, entry, point: await points.rowOf(caller, entry.service_point_id) }
}

export async function lockedEntry({ hospital_id }: Caller, id: string): Promise<Entry> {
  const entry = await queue_entries.find({ hospital_id, id }, { lock: true })
  if (entry === undefined) throw noSuch('queue entry')
  return entry
}

/** The visit stands at this very entry, and not at the cashier while it waits to go elsewhere. */
export const leads = (visit: Visit | null, entry: Entry): visit is Visit =>
  visit !== null &&
  visit.queue_entry_id === entry.id &&
  visit.status !== 'AWAITING_PAYMENT' &&
  visit.status !== 'ADMITTED'
