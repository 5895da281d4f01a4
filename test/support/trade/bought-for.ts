// What a client buys for a patient: offered, ordered, delivered, brought back.

import { newId } from '../../../db/core/ids.ts'
import type { Answer } from '../ask.ts'
import type { Person } from '../people.ts'

/** Ids by the path under which they stand. */
export async function boughtFor(
  hands: Person,
  patient_id: string,
  said: string,
): Promise<Record<string, string>> {
  const name = `Mteja ${newId().slice(-8)}`
  const client = await well(
    hands.post('/commercial/clients', { name, kind: 'NGO', status: 'ACTIVE' }),
  )
  const body = {
    client_id: client.id,
    patient_id,
    notes: said,
    items: [{ description: 'Wheelchair', quantity: 2, unit_price: 1000 }],
  }
  const quotation = await well(hands.post('/commercial/quotations', body))
  const order = await well(hands.post('/commercial/orders', body))
  const path = `/commercial/orders/${order.id}`
  await well(hands.post(`${path}/confirm`))
  const lines = [{ order_item_id: order.items[0].id, quantity: 1 }]
  const delivery = await well(hands.post(`${path}/deliver`, { lines }))
  await well(hands.post(`${path}/invoice`))
  const back = await well(
    hands.post('/commercial/returns', {
      patient_id,
      reason: said,
      reason_code: 'OTHER',
      items: [{ description: 'Wheelchair', quantity: 1 }],
    }),
  )
  return {
    'commercial/clients': client.id,
    'commercial/quotations': quotation.id,
    'commercial/orders': order.id,
    'commercial/deliveries': delivery.id,
    'commercial/returns': back.id,
  }
}

async function well(asked: Promise<Answer>): Promise<Answer['data']> {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(message)
  return data
}
