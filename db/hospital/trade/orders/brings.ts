import { answer } from '../../../core/question.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import { onOrder, openOrderOf, orderBillChanged, orderHeld } from '../../neighbours/commercial.ts'
import type { Brings } from '../../registry.ts'
import { deliveryRecord } from './deliveries/record.ts'
import { onOrderOfClients, openOrder } from './for-clients.ts'
import { changed, hold } from './invoicing/told.ts'
import { orderRecord } from './record.ts'
import { sales_orders } from './tables.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'orders',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

const series = (kind: string, label: string, pattern: string) =>
  ({
    kind,
    label,
    area: 'orders',
    pattern,
    scope: 'HOSPITAL',
    reset: 'YEARLY',
    gapless: false,
  }) as const

const of_patients = ['sales_orders', 'deliveries'] as const

export const brings: Brings = {
  area: 'orders',
  sequences: [
    series('sales_order', 'Order of a client', 'SO-{YYYY}-{SEQ:5}'),
    series('delivery', 'Delivery', 'DN-{YYYY}-{SEQ:5}'),
  ],
  reads: { delivery: 'salesorder:read' },
  entities: [
    {
      type: 'sales_order',
      read: 'salesorder:read',
      write: 'salesorder:write',
      async exists({ hospital_id }, id) {
        const found = await sales_orders.find({ hospital_id, id })
        return found && { label: found.number, patient_id: found.patient_id }
      },
    },
  ],
  papers: [
    {
      kind: 'sales_order',
      title: { en: 'Order confirmation', sw: 'Uthibitisho wa oda' },
      async read(caller, id) {
        const { number, total, status, confirmed_at, created_at } = await orderRecord.get(
          caller,
          id,
        )
        return {
          number,
          date: (confirmed_at ?? created_at).slice(0, 10),
          amount: total,
          status: status === 'CANCELLED' ? 'CANCELLED' : 'VALID',
        }
      },
    },
    {
      kind: 'delivery',
      title: { en: 'Delivery note', sw: 'Hati ya kupokea mizigo' },
      async read(caller, id) {
        const { number, delivered_at, status } = await deliveryRecord.get(caller, id)
        return {
          number,
          date: delivered_at.slice(0, 10),
          amount: null,
          status: status === 'REVERSED' ? 'REVERSED' : 'VALID',
        }
      },
    },
  ],
  notifications: [
    notice('order.moved', 'Prices of an order were refused, or its goods let go', 'Who wrote it'),
    notice('order.late', 'Orders that are late', 'Who wrote them'),
    notice('client.month_not_billed', 'A client was not billed for the month', 'Who bills orders'),
    notice(
      'order.override',
      'An order was confirmed above its credit',
      'Holders of client:credit, and who looks after the client',
    ),
  ],
  answers: [
    answer(orderBillChanged, changed),
    answer(orderHeld, hold),
    answer(onOrder, onOrderOfClients),
    answer(openOrderOf, openOrder),
  ],
  async repointPatient({ hospital_id }, { from, to, only }) {
    const moved: Record<string, string[]> = {}
    for (const table of of_patients) {
      const own = only === undefined ? sql`` : sql` and id${oneOf(only[table] ?? [])}`
      const found = await rows<{ id: string }>(
        sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
          and patient_id = ${from}${own}`,
      )
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) continue
      await run(
        sql`update ${raw(table)} set patient_id = ${to} where hospital_id = ${hospital_id}
          and id${oneOf(ids)}`,
      )
      moved[table] = ids
    }
    return moved
  },
}
