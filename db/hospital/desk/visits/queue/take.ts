// An entry in hand: kept from others together with its visit, and whether the visit stands at it.

import type { Caller } from '../../../../core/caller.ts'
import { fresh } from '../../../../core/versions.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { type Entry, queueEntryRecord, visitRecord, type Visit } from '../rows.ts'

interface Held {
  visit: Visit | null
  entry: Entry
  point: PointRow
}

/** An entry of a route, kept from others together with its visit. */
export async function take(caller: Caller, id: string): Promise<Held> {
  const seen = await queueEntryRecord.get(caller, id)
  const visit = seen.visit_id === null ? null : await visitRecord.locked(caller, seen.visit_id)
  const entry = await queueEntryRecord.locked(caller, id)
  fresh(caller, entry)
  return {
    visit,
    entry,
    point: await points.servicePointRecord.get(caller, entry.service_point_id),
  }
}

/** The visit stands at this very entry, and not at the cashier while it waits to go elsewhere. */
export const leads = (visit: Visit | null, entry: Entry): visit is Visit =>
  visit !== null &&
  visit.queue_entry_id === entry.id &&
  visit.status !== 'AWAITING_PAYMENT' &&
  visit.status !== 'ADMITTED'
