// Deliveries, the newest first, and one of them.

import { inScope } from '../../../office/places/facilities.ts'
import type { Caller } from '../../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { storesOf } from '../../../goods/stock/stores/keeping.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Delivery, DeliveryFilter, DeliveryOpened } from '../shapes.ts'
import { sales_orders } from '../tables.ts'
import { delivery_content, deliveryRecord, type DeliveryLine, type DeliveryRow } from './record.ts'
import { deliveries } from './tables.ts'

export async function list(
  caller: Caller,
  asked: DeliveryFilter & PageAsked,
): Promise<Page<Delivery>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const found = await pageFrom(deliveries, asked, {
    from: sql` from deliveries${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.order_id, sql`order_id = ${asked.order_id}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      billed(asked.invoiced),
      from === undefined ? undefined : sql`delivered_at >= ${startOfDay(timezone, from)}`,
      to === undefined ? undefined : sql`delivered_at < ${startOfDay(timezone, nextDay(to))}`,
      matching('deliveries', asked.search),
    ])}`,
    order: sql` order by delivered_at desc, id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

/** All of its order is billed. */
function billed(wanted: boolean | undefined): Sql | undefined {
  if (wanted === undefined) return undefined
  const is = sql`order_id in (select o.id from sales_orders o where o.invoice_status = 'INVOICED')`
  return wanted ? is : sql`not ${is}`
}

async function shownMany(caller: Caller, found: readonly DeliveryRow[]): Promise<Delivery[]> {
  const { hospital_id } = caller
  const lines = await delivery_content.ofMany(
    caller,
    found.map(({ id }) => id),
  )
  const stores = await storesOf(
    caller,
    found.flatMap(({ store_id }) => (store_id === null ? [] : [store_id])),
  )
  const orders = await sales_orders.all({
    hospital_id,
    id: [...new Set(found.map(({ order_id }) => order_id))],
  })
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id])),
  )
  return found.map((row) => ({
    ...row,
    reference: row.number,
    order_reference: numbers.get(row.order_id) ?? '',
    client_name: row.client_name ?? patients.get(row.patient_id ?? '')?.full_name ?? '',
    store_name: stores.get(row.store_id ?? '')?.name ?? null,
    lines: (lines.get(row.id) ?? []).map(lineShown),
    moves: deliveryRecord.moves(caller, row),
  }))
}

const lineShown = ({ quantity, batches, ...line }: DeliveryLine) => ({
  ...line,
  quantity: quantity / 1000,
  batches,
})

export async function find(caller: Caller, id: string): Promise<DeliveryOpened> {
  const [shown] = await shownMany(caller, [await deliveryRecord.get(caller, id)])
  return { ...(shown as Delivery), history: await deliveryRecord.history(caller, id) }
}
