// What was issued for something and did not come back (STK-161): by batch, the oldest issue first.

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { issue_kinds } from './words.ts'

export interface StillOut {
  source: string
  source_id: string
  product_id: string
  batch_id: string
  lot: string | null
  expiry: string | null
  /** In thousandths of the base unit, above 0. */
  quantity: number
}

export async function stillOut(
  { hospital_id }: Of,
  source: string,
  source_ids: readonly string[],
): Promise<StillOut[]> {
  if (source_ids.length === 0) return []
  const found = await rows<StillOut>(
    sql`select m.source, m.source_id, m.product_id, m.batch_id, b.lot, b.expiry,
        -m.quantity - coalesce((select sum(r.quantity) from stock_moves r
          where r.back_of_id = m.id), 0) as quantity
      from stock_moves m join batches b on b.id = m.batch_id
      where m.hospital_id = ${hospital_id} and m.source = ${source}
        and m.source_id${oneOf(source_ids)} and m.kind${oneOf([...issue_kinds])} order by m.id`,
  )
  return found
    .map((one) => ({ ...one, quantity: Number(one.quantity) }))
    .filter(({ quantity }) => quantity > 0)
}
