// What was last bought of a product: of whom, when, and at which price of its base unit.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'

export async function lastReceived(caller: Caller, product_id: string) {
  const last = await row<{
    received_on: string
    supplier_name: string
    value: number
    base_quantity: number
  }>(
    sql`select r.received_on, s.name as supplier_name, l.value, l.base_quantity
      from goods_receipt_lines l join goods_receipts r on r.id = l.receipt_id
      join goods_suppliers s on s.id = r.supplier_id
      where l.hospital_id = ${caller.hospital_id} and l.product_id = ${product_id}
        and r.status = 'POSTED' and r.kind in ('PURCHASE', 'DIRECT') and l.base_quantity > 0
      order by r.posted_at desc, l.id desc limit 1`,
  )
  if (last === null || last === undefined) return null
  const { major } = await purseOf(caller)
  const { received_on, supplier_name, value, base_quantity } = last
  const price = major(Math.round((Number(value) * 1000) / Number(base_quantity)))
  return { received_on, supplier_name, price }
}
