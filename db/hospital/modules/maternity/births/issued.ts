// Which births are notified, and by which paper.

import type { Caller } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import { birth_notifications } from './tables.ts'

export type NotificationRow = RowOf<(typeof birth_notifications)['columns']>

export async function issuedAmong(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  birth_ids: readonly string[],
): Promise<ReadonlyMap<string, NotificationRow>> {
  if (birth_ids.length === 0) return new Map()
  const found = await birth_notifications.all({
    hospital_id,
    birth_id: [...birth_ids],
    status: 'ISSUED',
  })
  return new Map(found.map((row) => [row.birth_id, row]))
}
