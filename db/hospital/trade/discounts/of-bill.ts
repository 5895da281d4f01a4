// What was asked for and given on a bill (COM-82), for whoever shows the bill.

import { rows } from '../../../store/connection.ts'
import type { Of } from '../../../store/record-of.ts'
import { sql } from '../../../store/sql.ts'
import type { discountsOf } from '../../neighbours/commercial.ts'

type Discounts = Awaited<ReturnType<typeof discountsOf>>

/** One that was given by hand is an amount. */
export async function ofBill({ hospital_id }: Of, bill_id: string): Promise<Discounts> {
  const found = await rows<Discounts[number]>(
    sql`select d.number, d.created_at as at, coalesce(r.kind, 'AMOUNT') as kind, d.amount, d.status
      from discounts d left join discount_rules r on r.id = d.rule_id
      where d.hospital_id = ${hospital_id} and d.target_id = ${bill_id}
      order by d.created_at desc, d.id desc`,
  )
  return found.map((one) => ({ ...one, amount: Number(one.amount) }))
}
