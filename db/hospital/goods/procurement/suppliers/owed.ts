// What is owed to suppliers, what was paid them ahead, and what of them is ordered and has not come yet.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'

export interface Owed {
  balance: number
  overdue: number
  on_order: number
  advance: number
}

export async function owedTo(caller: Caller, ids: readonly string[]): Promise<Map<string, Owed>> {
  const of = new Map<string, Owed>(
    ids.map((id) => [id, { balance: 0, overdue: 0, on_order: 0, advance: 0 }]),
  )
  if (ids.length === 0) return of
  const day = await today(caller)
  const { hospital_id } = caller
  const some = sql`hospital_id = ${hospital_id} and supplier_id${oneOf([...ids])}`
  const found = await rows<Partial<Owed> & { supplier_id: string }>(
    sql`select supplier_id, cast(sum(balance) as bigint) as balance,
        cast(sum(case when due_on < ${day} then balance else 0 end) as bigint) as overdue
      from supplier_invoices where ${some} and status in ('POSTED', 'PART_PAID')
      group by supplier_id`,
  )
  const ordered = await rows<Partial<Owed> & { supplier_id: string }>(
    sql`select supplier_id, cast(sum(total) as bigint) as on_order from purchase_orders
      where ${some} and status in ('SENT', 'PART_RECEIVED') group by supplier_id`,
  )
  const ahead = await rows<Partial<Owed> & { supplier_id: string }>(
    sql`select supplier_id, cast(sum(unused) as bigint) as advance from supplier_advances
      where ${some} group by supplier_id`,
  )
  for (const { supplier_id, ...sums } of [...found, ...ordered, ...ahead]) {
    const owed = of.get(supplier_id)
    if (owed === undefined) continue
    for (const [name, sum] of Object.entries(sums)) owed[name as keyof Owed] = Number(sum ?? 0)
  }
  return of
}
