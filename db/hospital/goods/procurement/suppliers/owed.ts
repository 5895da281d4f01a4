// What is owed to suppliers, and what of them is ordered and not received yet.

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
const nothing: Owed = { balance: 0, overdue: 0, on_order: 0, advance: 0 }

export async function owedTo(caller: Caller, ids: readonly string[]): Promise<Map<string, Owed>> {
  const of = new Map<string, Owed>(ids.map((id) => [id, { ...nothing }]))
  if (ids.length === 0) return of
  const day = await today(caller)
  const { hospital_id } = caller
  const found = await rows<Partial<Owed> & { supplier_id: string }>(
    sql`select supplier_id, cast(sum(total) as bigint) as on_order from purchase_orders
      where hospital_id = ${hospital_id} and supplier_id${oneOf([...ids])}
        and status in ('SENT', 'PART_RECEIVED') group by supplier_id`,
  )
  for (const { supplier_id, ...sums } of found) {
    const owed = of.get(supplier_id)
    if (owed === undefined) continue
    for (const [name, sum] of Object.entries(sums)) owed[name as keyof Owed] = Number(sum ?? 0)
  }
  void day
  return of
}
