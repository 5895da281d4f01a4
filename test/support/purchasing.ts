// Purchasing of a test: a shelf, somebody for each step, a supplier, orders that are written in one line.

import type { Answer } from './ask.ts'
import type { House } from './boot.ts'
import { type Shelf, shelfOf } from './goods.ts'
import type { Person } from './people.ts'

export interface Purchasing extends Shelf {
  buyer: Person
  head: Person
  boss: Person
  director: Person
  accountant: Person
  supplier: { id: string; name: string }
  /** A draft: `order([{ product_id, quantity: 10, unit_price: 500 }])`. */
  order(lines: unknown[], more?: Record<string, unknown>): Promise<{ id: string; number: string }>
  /** The same, approved and sent. */
  sent(lines: unknown[], more?: Record<string, unknown>): Promise<Answer['data']>
  /** Received and posted by the keeper. */
  received(order_id: string, lines: unknown[], more?: object): Promise<Answer['data']>
}

export async function purchasingOf(
  house: House,
  more: Record<string, unknown> = {},
): Promise<Purchasing> {
  const shelf = await shelfOf(house, more)
  const { people } = house
  const buyer = await people.with('procurement')
  const head = await people.with('supervisor')
  const boss = await people.with('manager')
  const director = await people.with('director')
  const accountant = await people.with('accountant')
  const named = await buyer.post('/procurement/suppliers', {
    name: `MedSupply ${shelf.store.code}`,
    kind: 'WHOLESALER',
    tin: '123-456-789',
    payment_terms_days: 30,
  })
  if (named.status !== 201) throw new Error(named.message)
  const order = async (lines: unknown[], also: Record<string, unknown> = {}) => {
    const made = await buyer.post('/procurement/orders', {
      supplier_id: named.data.id,
      deliver_to_store_id: shelf.store.id,
      lines,
      ...also,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  return {
    ...shelf,
    buyer,
    head,
    boss,
    director,
    accountant,
    supplier: named.data,
    order,
    async sent(lines, also) {
      const { id } = await order(lines, also)
      const path = `/procurement/orders/${id}`
      const given = await buyer.post(`${path}/submit`, { single_source_reason: 'The only one' })
      if (given.status !== 200) throw new Error(given.message)
      for (const by of [head, boss, director]) {
        const { data, message, status } = await by.post(`${path}/approve`)
        if (status !== 200) throw new Error(message)
        if (data.status === 'APPROVED') break
      }
      const done = await buyer.post(`${path}/send`)
      if (done.status !== 200) throw new Error(done.message)
      return done.data
    },
    async received(order_id, lines, also = {}) {
      const made = await shelf.keeper.post('/procurement/receipts', { order_id, lines, ...also })
      if (made.status !== 201) throw new Error(made.message)
      const done = await shelf.keeper.post(`/procurement/receipts/${made.data.id}/post`)
      if (done.status !== 200) throw new Error(done.message)
      return done.data
    },
  }
}
