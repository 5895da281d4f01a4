// What of purchasing stands in the way of a year's close (ACC-69): C05, what came or was invoiced in it and
// is not posted.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Stop } from '../../neighbours/books.ts'

export async function stopsOfPurchasing(
  { hospital_id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const found = await rows<{ kind: string; id: string; reference: string }>(
    sql`select 'goods_receipt' as kind, id, number as reference from goods_receipts
      where hospital_id = ${hospital_id} and status in ('DRAFT', 'INSPECTED')
        and received_on between ${from} and ${to}
      union all
      select 'supplier_invoice' as kind, id, number as reference from supplier_invoices
      where hospital_id = ${hospital_id} and status in ('DRAFT', 'MATCHED', 'EXCEPTION')
        and invoice_date between ${from} and ${to}
      order by reference`,
  )
  return found.map((one) => ({ code: 'C05', ...one }))
}
