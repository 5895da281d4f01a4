// What lies in the cupboards, when it was last checked, and what is still open there (5.7).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName } from '../products/record.ts'
import type { CupboardRow, CupboardsAsked } from './shapes.ts'

interface Found {
  store_id: string
  store_name: string
  product_id: string
  name: string
  strength: string | null
  schedule: string | null
  balance: number
  last_line_at: string
  last_check_at: string | null
  open_discrepancy: string | null
}

/** The newest line of each page says what lies there (STK-71). */
export async function cupboards(caller: Caller, asked: CupboardsAsked): Promise<CupboardRow[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await rows<Found>(
    sql`select e.store_id, s.name as store_name, e.product_id, p.name, p.strength,
        p.controlled_schedule as schedule, e.balance, e.at as last_line_at,
        (select max(c.at) from controlled_checks c where c.store_id = e.store_id
          and c.missed_at is null) as last_check_at,
        (select min(d.number) from controlled_discrepancies d where d.store_id = e.store_id
          and d.product_id = e.product_id and d.status${oneOf(['OPEN', 'INVESTIGATING'])}
        ) as open_discrepancy
      from controlled_entries e join stores s on s.id = e.store_id
      join products p on p.id = e.product_id${where([
        sql`e.hospital_id = ${caller.hospital_id}`,
        sql`e.line_no = (select max(l.line_no) from controlled_entries l
          where l.store_id = e.store_id and l.product_id = e.product_id)`,
        scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
        when(asked.store_id, sql`e.store_id = ${asked.store_id}`),
      ])} order by s.name, p.name, e.id`,
  )
  return found.map(({ name, strength, balance, ...row }) => ({
    ...row,
    product_name: productName({ name, strength }),
    balance: Number(balance) / 1000,
  }))
}
