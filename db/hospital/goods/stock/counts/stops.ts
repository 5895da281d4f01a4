// What of the stock stands in the way of a year's close (ACC-69): C07, counts that are open.

import { nextDay, startOfDay } from '../../../../core/clock.ts'
import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Stop } from '../../../neighbours/books.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'

export async function stopsOfStock(
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const { timezone } = await hospitalOf(caller)
  const found = await rows<{ id: string; number: string }>(
    sql`select id, number from stock_counts where hospital_id = ${caller.hospital_id}
      and status in ('COUNTING', 'RECOUNT', 'REVIEW')
      and snapshot_at >= ${startOfDay(timezone, from)}
      and snapshot_at < ${startOfDay(timezone, nextDay(to))} order by number`,
  )
  return found.map(({ id, number }) => ({
    code: 'C07',
    kind: 'stock_count',
    id,
    reference: number,
  }))
}
