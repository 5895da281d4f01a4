// Purchasing in every state, for sweeps that ask each route of it: whoever sweeps made none of it.

import { ledgerOf } from './money/books.ts'
import type { House } from './boot.ts'
import { purchasingOf } from './purchasing.ts'

export interface Bought {
  /** A receipt, what came by it, and one that brought other goods for those that went back. */
  bought: string
  bought_batch: string
  replacement: string
}

export async function purchases(house: House): Promise<Bought> {
  const desk = await purchasingOf(house, { is_default_dispensing: false })
  const { accountant, boss, buyer, keeper, supplier } = desk
  const product = await desk.product({ class: 'GENERAL', strength: null, form: null, route: null })
  const line = { product_id: product.id, quantity: 10, unit_price: 100 }
  const chief = await house.people.with('chief_accountant')
  const books = await ledgerOf(house)
  await books.post(chief, { '1110': 100_000, '3101': -100_000 })
  const well = async (work: Promise<{ status: number; message: string; data: { id: string } }>) => {
    const { status, message, data } = await work
    if (status >= 300) throw new Error(message)
    return data.id
  }
  const invoiced = async (number: string) => {
    const order = await desk.sent([line])
    await desk.received(order.id, [{ product_id: product.id, quantity: 10 }])
    return well(accountant.post('/procurement/invoices', { number, order_id: order.id }))
  }
  const at = '/procurement/invoices'
  /** Returns that wait for each of their steps, of goods that are invoiced in part. */
  const sentBack = async (): Promise<Bought> => {
    const of = await desk.sent([{ ...line, quantity: 100 }])
    const came = await desk.received(of.id, [{ product_id: product.id, quantity: 100 }])
    const [{ batch_id }] = came.lines
    const written = async (settle: string, ...acts: string[]) => {
      const path = '/procurement/returns'
      const lines = [{ batch_id, quantity: 1 }]
      const asked = { receipt_id: came.id, reason: 'DAMAGED', settle, lines }
      const id = await well(keeper.post(path, asked))
      for (const act of acts) {
        const by = act === 'approve' ? boss : keeper
        await well(by.post(`${path}/${id}/${act}`))
      }
    }
    const some = { number: 'P-5', order_id: of.id, lines: [{ ...line, quantity: 90 }] }
    const bill = await well(accountant.post(at, some))
    await well(accountant.post(`${at}/${bill}/match`))
    await well(accountant.post(`${at}/${bill}/post`))
    for (const settle of ['CREDIT', 'REPLACE', 'CREDIT', 'REPLACE'])
      await written(settle, 'approve', 'send')
    const again = await desk.received(of.id, [{ product_id: product.id, quantity: 2 }])
    await written('CREDIT', 'approve')
    await written('CREDIT', 'approve')
    await written('CREDIT')
    await written('CREDIT')
    return { bought: came.id, bought_batch: batch_id, replacement: again.id }
  }
  const back = await sentBack()
  const posted = await invoiced('P-1')
  await well(accountant.post(`${at}/${posted}/match`))
  await well(accountant.post(`${at}/${posted}/post`))
  const matched = await invoiced('P-2')
  await well(accountant.post(`${at}/${matched}/match`))
  await invoiced('P-3')
  const dear = await desk.sent([line])
  const odd = { number: 'P-4', order_id: dear.id, lines: [line] }
  const waits = await well(accountant.post(at, odd))
  await well(accountant.post(`${at}/${waits}/match`))
  const payment = (amount: number) =>
    well(
      accountant.post('/procurement/payments', {
        supplier_id: supplier.id,
        allocations: [{ invoice_id: posted, amount }],
      }),
    )
  const moved = async (id: string, ...acts: string[]) => {
    for (const act of acts) {
      const by = act === 'approve' ? boss : accountant
      await well(by.post(`/procurement/payments/${id}/${act}`))
    }
  }
  await moved(await payment(10), 'submit', 'approve', 'pay')
  await moved(await payment(20), 'submit', 'approve')
  await moved(await payment(30), 'submit')
  await payment(40)
  const received = (by = keeper) =>
    well(by.post('/procurement/receipts', { order_id: dear.id, lines: [{ ...line, quantity: 1 }] }))
  await received()
  const gone = await well(buyer.post('/procurement/suppliers', { name: 'Closed shop' }))
  await well(buyer.post(`/procurement/suppliers/${gone}/deactivate`, { reason: 'It closed' }))
  const order = '/procurement/orders'
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => desk.order([line])))
  const [, rejected, approved, submitted, refused] = made.map(({ id }) => id)
  for (const id of [rejected, approved, submitted, refused])
    await well(buyer.post(`${order}/${id}/submit`))
  for (const id of [rejected, refused])
    await well(desk.head.post(`${order}/${id}/reject`, { note: 'Not now' }))
  await well(desk.head.post(`${order}/${approved}/approve`))
  return back
}
