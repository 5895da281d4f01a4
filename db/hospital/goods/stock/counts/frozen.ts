// A count that freezes its products (3.3): while it is live they do not move in its store.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

/** `by` is the document that moves: a count posts what it found itself. */
export async function refuseFrozen(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  store_ids: readonly string[],
  product_ids: readonly string[],
  by: { source: string; source_id: string },
): Promise<void> {
  const own = by.source === 'stock_count' ? by.source_id : ''
  const found = await row<{ number: string; name: string }>(
    sql`select c.number, s.name from stock_counts c join stores s on s.id = c.store_id
      where c.hospital_id = ${hospital_id} and c.store_id${oneOf([...new Set(store_ids)])}
        and c.frozen and c.status in ('COUNTING', 'RECOUNT', 'REVIEW') and c.id <> ${own}
        and exists (select 1 from stock_count_lines l where l.count_id = c.id
          and l.product_id${oneOf([...new Set(product_ids)])})
      order by c.number limit 1`,
  )
  if (found === undefined) return
  throw conflict(`${found.name} is being counted (${found.number}): try again after it.`, 'frozen')
}
