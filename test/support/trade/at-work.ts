// Orders under way: one delivered in part, one that came back and waits to be put back and refunded.

import type { Answer } from '../ask.ts'
import type { House } from '../boot.ts'
import { shelfOf } from '../goods.ts'

export interface TradeAtWork {
  /** Who may buy. */
  client_id: string
  /** Of goods that came back: the line that is to be put somewhere. */
  return_item_id: string
}

export async function tradeAtWork(house: House): Promise<TradeAtWork> {
  const admin = await house.people.administrator()
  const second = await house.people.administrator()
  const shelf = await shelfOf(house, { is_default_dispensing: false })
  const product = await shelf.product()
  await shelf.lay(product, 50)
  const client = await well(
    admin.post('/commercial/clients', { name: 'Mto Ltd', kind: 'NGO', status: 'ACTIVE' }),
  )
  await well(
    admin.post('/commercial/contacts', {
      client_id: client.id,
      full_name: 'Neema Mushi',
      email: 'neema@mto.example',
      receives: ['STATEMENT'],
    }),
  )
  const confirmed = async (items: readonly object[]) => {
    const { id, items: lines } = await well(
      admin.post('/commercial/orders', { client_id: client.id, store_id: shelf.store.id, items }),
    )
    await well(admin.post(`/commercial/orders/${id}/confirm`))
    return { path: `/commercial/orders/${id}`, item: lines[0] }
  }
  const line = { product_id: product.id, quantity: 4, unit_price: 1000 }
  const part = await confirmed([{ description: 'Health talks', quantity: 4, unit_price: 1000 }])
  const one = { lines: [{ order_item_id: part.item.id, quantity: 1 }] }
  await well(admin.post(`${part.path}/deliver`, one))
  const whole = await confirmed([line])
  await well(admin.post(`${whole.path}/fulfil`))
  const billed = await well(admin.post(`${whole.path}/invoice`))
  await well(admin.post(`${part.path}/deliver`, one))
  const back = await well(
    admin.post('/commercial/returns', {
      bill_id: billed.bill_id,
      reason: 'Ordered too much',
      reason_code: 'OVERSUPPLY',
      items: [{ ...line, quantity: 2 }],
      restock: true,
      refund_amount: 1000,
      store_id: shelf.store.id,
    }),
  )
  await well(second.post(`/commercial/returns/${back.id}/approve`))
  return { client_id: client.id, return_item_id: back.items[0].id }
}

async function well(asked: Promise<Answer>): Promise<Answer['data']> {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(message)
  return data
}
