// Confirming an order (3.3, COM-11, COM-31, COM-33, COM-48): its prices are agreed on, its client may owe
// it, and its goods are held.

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { productName, type ProductRow } from '../../goods/stock/products/record.ts'
import { products } from '../../goods/stock/products/tables.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { notify } from '../../office/notifications/notify.ts'
import { judged } from '../clients/credit.ts'
import { clientRecord, type ClientRow } from '../clients/record.ts'
import { sendConfirmation } from './letter.ts'
import { order_content, orderRecord, type OrderItem, type OrderRow } from './record.ts'
import { reserveFor, type Shortage } from './reserving.ts'
import { standing } from './restate.ts'
import type { ConfirmOrder } from './shapes.ts'

/** The client is held before its order: of two who confirm at one limit the second sees the first. */
export async function confirm(
  caller: Caller,
  id: string,
  asked: ConfirmOrder,
): Promise<{ row: OrderRow; shortages: Shortage[] }> {
  const { client_id } = await orderRecord.get(caller, id)
  const client = client_id === null ? null : await clientRecord.locked(caller, client_id)
  const before = await orderRecord.begin(caller, id, 'confirm')
  const items = await order_content.of(caller, id)
  const prepay = asked.prepay === true || client === null || client.credit_limit === 0
  refuseUnready(before, client, prepay)
  await refuseGoods(caller, items)
  const override_reason = await creditOf(caller, before, client, { ...asked, prepay })
  const held = await reserveFor(caller, before, items)
  const { state } = await standing(caller, { ...before, prepay })
  const row = await orderRecord.moved(
    caller,
    before,
    'confirm',
    {
      ...state,
      prepay,
      override_reason,
      store_id: held.store_id,
      reserved_until: held.until,
      confirmed_at: clock.instant(),
      confirmed_by_name: caller.name,
    },
    override_reason,
  )
  if (asked.send === true) await sendConfirmation(caller, row, items)
  return { row, shortages: held.shortages }
}

function refuseUnready(row: OrderRow, client: ClientRow | null, prepay: boolean): void {
  const { number, approval_status, client_name, client_po } = row
  if (approval_status === 'PENDING') {
    throw conflict(`Order ${number} waits for approval of its discount.`, 'approval')
  }
  if (approval_status === 'REFUSED') {
    throw conflict(`The prices of order ${number} were refused: change them.`, 'approval')
  }
  if (client === null && row.patient_id === null) {
    throw conflict(`Open a client for ${client_name ?? ''} first.`, 'client')
  }
  if (client === null) return
  const { status, name } = client
  const stops = status === 'CLOSED' || (status !== 'ACTIVE' && !prepay)
  if (stops) throw conflict(`${name} is ${status}.`, 'state')
  if (client.po_required && client_po === null) {
    throw conflict(`${name} buys with an order number of its own: give client_po.`, 'client_po')
  }
}

async function refuseGoods({ hospital_id }: Caller, items: readonly OrderItem[]): Promise<void> {
  const ids = items.flatMap(({ product_id }) => (product_id === null ? [] : [product_id]))
  const found = ids.length === 0 ? [] : await products.all({ hospital_id, id: [...new Set(ids)] })
  const by_id = new Map<string | null, ProductRow>(found.map((one) => [one.id, one]))
  for (const { position, product_id } of items) {
    const product = by_id.get(product_id)
    if (product === undefined) continue
    const name = productName(product)
    if (!product.active) throw conflict(`Line ${position}: ${name} is no longer sold.`)
    // COM-33: licences of clients are not kept yet, so nobody has one.
    if (product.controlled) {
      throw conflict(
        `Line ${position}: ${name} is a controlled drug: the buyer has no licence for it.`,
        'controlled',
      )
    }
  }
}

/** The reason of who stood above the limit; null where nothing stood in the way. */
async function creditOf(
  caller: Caller,
  order: OrderRow,
  client: ClientRow | null,
  { prepay, override_reason }: ConfirmOrder & { prepay: boolean },
): Promise<string | null> {
  if (client === null || prepay) return null
  const { allowed, reason = '' } = await judged(caller, client, order.total, 'this order')
  if (allowed) return null
  if (!override_reason || !can(caller, 'credit:override')) throw conflict(reason, 'credit')
  await anotherPerson(caller, order.created_by_id, 'credit:override', {
    words: 'You made this order: somebody else must override the limit.',
  })
  await tellOverride(caller, order, client, `${reason} ${override_reason}`)
  return override_reason
}

async function tellOverride(
  caller: Caller,
  { id, number }: OrderRow,
  { name, account_manager_id }: ClientRow,
  body: string,
): Promise<void> {
  const notice = {
    kind: 'order.override',
    title: `Order ${number} of ${name} was confirmed above its credit`,
    body,
    entity: { type: 'sales_order', id },
  }
  await notify(caller, { ...notice, to: { permission: 'client:credit' } })
  if (account_manager_id === null || account_manager_id === caller.user_id) return
  await notify(caller, { ...notice, to: { user: account_manager_id } })
}
