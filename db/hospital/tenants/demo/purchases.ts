// What the hospital of made-up people buys: suppliers, orders at every step of their way, goods that came,
// an invoice that waits for its money and one that does not match. Each step by another who works there.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { open as writeInvoice } from '../../goods/procurement/invoices/drafts.ts'
import { match } from '../../goods/procurement/invoices/matching.ts'
import { post as postInvoice } from '../../goods/procurement/invoices/posting.ts'
import { open as writeOrder } from '../../goods/procurement/orders/drafts.ts'
import { approve, send, submit } from '../../goods/procurement/orders/moves.ts'
import { open as writePayment } from '../../goods/procurement/payments/drafts.ts'
import { submit as submitPayment } from '../../goods/procurement/payments/paying.ts'
import { open as writeReceipt } from '../../goods/procurement/receipts/drafts.ts'
import { post as postReceipt } from '../../goods/procurement/receipts/posting.ts'
import { open as addSupplier } from '../../goods/procurement/suppliers/record.ts'
import { open as addProduct } from '../../goods/stock/products/products.ts'
import { open as openStore } from '../../goods/stock/stores/stores.ts'

interface Day {
  zone: string
  as: (role: string) => Caller
}

const medicine = { class: 'MEDICINE', route: 'Oral' } as const
const bought = [
  { ...medicine, name: 'Metformin', strength: '500 mg', form: 'Tablet', price: 45 },
  { ...medicine, name: 'Amlodipine', strength: '5 mg', form: 'Tablet', price: 38 },
  { ...medicine, name: 'Cefixime', strength: '200 mg', form: 'Capsule', price: 310 },
] as const

interface Scene extends Day {
  store_id: string
  supplier_id: string
  products: readonly { id: string; price: number }[]
  life: { lot: string; expiry: string }
}

/** Nothing of it where the people of purchasing are not there. */
export async function purchases(day: Day): Promise<void> {
  const people = ['procurement', 'supervisor', 'storekeeper', 'accountant', 'manager']
  if (people.some((role) => day.as(role).user_id === null)) return
  const scene = await within(() => begun(day))
  await within(() => ordered(scene, 0))
  await within(() => ordered(scene, 1, 'submit'))
  await within(() => ordered(scene, 2, 'send'))
  await within(() => cameInPart(scene))
  await within(() => invoicedAndOwed(scene))
}

async function begun(day: Day): Promise<Scene> {
  const { as, zone } = day
  const keeper = as('storekeeper').user_id
  const store = await openStore(as('manager'), {
    code: 'DEMO-MAIN',
    name: 'Central store',
    kind: 'MAIN',
    keepers: keeper === null ? [] : [keeper],
  })
  const products: { id: string; price: number }[] = []
  for (const { price, ...one } of bought) {
    const { id } = await addProduct(as('pharmacist'), { ...one, base_unit: 'tablet' })
    products.push({ id, price })
  }
  const { id: supplier_id } = await addSupplier(as('procurement'), {
    name: 'Kilimo Pharma Ltd',
    kind: 'WHOLESALER',
    tin: '101-202-303',
    contact_person: 'Neema Lyimo',
    payment_terms_days: 30,
    lead_days: 5,
  })
  await addSupplier(as('procurement'), { name: 'Zonal medical stores', kind: 'MSD' })
  const life = { lot: 'KP2401', expiry: nextDay(dayIn(zone), 700) }
  return { ...day, store_id: store.id, supplier_id, products, life }
}

async function ordered(scene: Scene, at: number, upto?: 'submit' | 'send') {
  const { as, store_id, supplier_id, products } = scene
  const { id: product_id, price } = products[at % products.length] as Scene['products'][number]
  const order = await writeOrder(as('procurement'), {
    supplier_id,
    deliver_to_store_id: store_id,
    lines: [{ product_id, quantity: 1000 * (at + 1), unit_price: price }],
  })
  if (upto === undefined) return order
  await submit(as('procurement'), order.id, {})
  if (upto === 'submit') return order
  await approve(as('supervisor'), order.id, 'Needed for the month')
  return send(as('procurement'), order.id, {})
}

async function received(scene: Scene, order_id: string, product_id: string, quantity: number) {
  const receipt = await writeReceipt(scene.as('storekeeper'), {
    order_id,
    delivery_note_no: 'DN-118',
    lines: [{ product_id, quantity, ...scene.life }],
  })
  return postReceipt(scene.as('storekeeper'), receipt.id, null)
}

/** Half came, and the supplier asks for all of it. */
async function cameInPart(scene: Scene): Promise<void> {
  const { id: product_id, price } = scene.products[1] as Scene['products'][number]
  const order = await ordered(scene, 1, 'send')
  await received(scene, order.id, product_id, 1000)
  const invoice = await writeInvoice(scene.as('accountant'), {
    number: 'KP/0417',
    order_id: order.id,
    lines: [{ product_id, quantity: 2000, unit_price: price }],
  })
  await match(scene.as('accountant'), invoice.id)
}

async function invoicedAndOwed(scene: Scene): Promise<void> {
  const { id: product_id } = scene.products[2] as Scene['products'][number]
  const order = await ordered(scene, 2, 'send')
  await received(scene, order.id, product_id, 3000)
  const accountant = scene.as('accountant')
  const invoice = await writeInvoice(accountant, { number: 'KP/0421', order_id: order.id })
  await match(accountant, invoice.id)
  await postInvoice(accountant, invoice.id, null)
  const payment = await writePayment(accountant, {
    supplier_id: scene.supplier_id,
    allocations: [{ invoice_id: invoice.id, amount: 500_000 }],
  })
  await submitPayment(accountant, payment.id)
}
