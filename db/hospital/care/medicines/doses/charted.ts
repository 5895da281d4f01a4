// The medicines of a stay that ran at some time between two moments.

import type { Caller } from '../../../../core/caller.ts'
import type { ItemRow } from '../prescribing/record.ts'
import { prescription_items, prescriptions } from '../prescribing/tables.ts'

export async function itemsBetween(
  { hospital_id }: Caller,
  admission_id: string,
  from: string,
  to: string,
): Promise<ItemRow[]> {
  const of = await prescriptions.all({ hospital_id, admission_id }, { order: ['created_at', 'id'] })
  const ids = of.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await prescription_items.all(
    { hospital_id, prescription_id: ids },
    { order: ['start_at', 'id'] },
  )
  return rows.filter(
    ({ status, start_at, ended_at, stop_at }) =>
      status !== 'DRAFT' && start_at < to && (ended_at ?? stop_at ?? to) >= from,
  )
}
