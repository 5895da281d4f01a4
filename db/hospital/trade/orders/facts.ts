// What stands on the papers of an order: its confirmation, and the note that goes with a delivery.

import type { Caller } from '../../../core/caller.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { storesOf } from '../../goods/stock/stores/keeping.ts'
import { buyerOf, lineOnPaper, totalsOnPaper } from '../quotations/facts.ts'
import { openOf } from './amounts.ts'
import { delivery_content, deliveryRecord } from './deliveries/record.ts'
import { order_content, orderRecord } from './record.ts'

export async function orderFacts(caller: Caller, id: string, lang: Language | undefined) {
  const row = await orderRecord.get(caller, id)
  const { owner, buyer, for_patient } = await buyerOf(caller, row, lang)
  return {
    row,
    owner,
    facts: {
      number: row.number,
      at: row.confirmed_at ?? row.updated_at,
      required_by: row.required_by,
      client_po: row.client_po,
      quotation: row.quotation_number,
      prepay: row.prepay,
      buyer,
      for_patient,
      lines: (await order_content.of(caller, id)).map(lineOnPaper),
      ...totalsOnPaper(row),
      notes: row.notes,
      prepared_by: row.confirmed_by_name ?? row.created_by_name,
    },
  }
}

export async function deliveryFacts(caller: Caller, id: string, lang: Language | undefined) {
  const row = await deliveryRecord.get(caller, id)
  const order = await orderRecord.get(caller, row.order_id)
  const { owner, buyer, for_patient } = await buyerOf(caller, order, lang)
  const stores = await storesOf(caller, row.store_id === null ? [] : [row.store_id])
  const items = await order_content.of(caller, order.id)
  return {
    row,
    owner,
    facts: {
      number: row.number,
      at: row.delivered_at,
      order: order.number,
      client_po: order.client_po,
      buyer,
      for_patient,
      store: stores.get(row.store_id ?? '')?.name ?? null,
      vehicle: row.vehicle,
      driver: row.driver,
      address: row.address,
      lines: (await delivery_content.of(caller, id)).map(
        ({ position, description, quantity, unit, batches }) => ({
          position,
          description,
          quantity,
          unit,
          batches,
        }),
      ),
      open: items
        .filter((item) => openOf(item) > 0)
        .map((item) => ({
          description: item.description,
          quantity: openOf(item),
          unit: item.unit,
        })),
      delivered_by: row.delivered_by_name,
      received_by: row.received_by,
    },
  }
}
