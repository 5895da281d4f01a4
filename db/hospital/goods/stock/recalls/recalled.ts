// Whether a lot is recalled (STK-91): by every recall that nobody took back, also once it is closed.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { recall_batches } from './tables.ts'

/** As lots are compared: `b 12` is `B12`. An empty one stands for every lot. */
export const lotKey = (lot: string | null): string => folded(lot ?? '').replaceAll(/\s/g, '')

/** By which recall it is. */
export async function recallOfLot(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  product_id: string,
  lot: string | null,
): Promise<{ id: string; number: string } | null> {
  const found = await row<{ id: string; number: string }>(
    sql`select r.id, r.number from recall_lots l join recalls r on r.id = l.recall_id
      where l.hospital_id = ${hospital_id} and l.product_id = ${product_id}
        and l.lot_key${oneOf(['', lotKey(lot)])} and not r.withdrawn order by r.number limit 1`,
  )
  return found ?? null
}

/** Whether a recall is about this batch. */
export const isOfRecall = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  recall_id: string,
  batch_id: string,
): Promise<boolean> =>
  (await recall_batches.find({ hospital_id, recall_id, batch_id })) !== undefined
