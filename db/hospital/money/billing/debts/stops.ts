// What of bills and deposits stands in the way of a year's close (ACC-70): W05 and W11.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Stop } from '../../../neighbours/books.ts'

const old_days = 180

export async function stopsOfBills(
  { hospital_id }: Caller,
  { to }: { from: string; to: string },
): Promise<Stop[]> {
  const deposits = await rows<{ id: string; number: string }>(
    sql`select id, number from deposits where hospital_id = ${hospital_id} and remaining > 0
      and business_date < ${nextDay(to, -old_days)} order by business_date, id`,
  )
  const services = await rows<{ id: string; description: string }>(
    sql`select i.id, i.description from bill_items i join bills b on b.id = i.bill_id
      where i.hospital_id = ${hospital_id} and b.status = 'DRAFT' and i.service_status = 'DONE'
        and i.service_date <= ${to} order by i.service_date, i.id`,
  )
  return [
    ...deposits.map(({ id, number }) => ({ code: 'W05', kind: 'deposit', id, reference: number })),
    ...services.map(({ id, description }) => ({
      code: 'W11',
      kind: 'bill_item',
      id,
      reference: description.slice(0, 120),
    })),
  ]
}
