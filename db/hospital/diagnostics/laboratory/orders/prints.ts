// How often the report of an order was printed as it stands. What was signed, released or corrected since makes another
// report: its first print is an original, whatever was printed before (DIA-150).

import type { Caller } from '../../../../core/caller.ts'
import type { OrderRow } from './record.ts'
import { diagnostic_orders } from './tables.ts'

/** This time with it. */
export async function printedAgain(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { id, prints }: Pick<OrderRow, 'id' | 'prints'>,
): Promise<number> {
  await diagnostic_orders.change({ hospital_id, id }, { prints: prints + 1 })
  return prints + 1
}

export async function reportedAnew(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  order_ids: readonly string[],
): Promise<void> {
  await diagnostic_orders.change({ hospital_id, id: [...order_ids] }, { prints: 0 })
}
