// An order as a letter to its supplier (3.6): what is ordered, where it is delivered and until when.

import { type Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { sendMail } from '../../../office/outbox/send.ts'
import { storeRecord } from '../../stock/stores/keeping.ts'
import type { SupplierRow } from '../suppliers/record.ts'
import { order_content, type OrderRow } from './record.ts'

const shown_most = 50

/** Of an order with more lines the rest is counted: its paper says them all. */
export async function mailOrder(
  caller: Caller,
  order: OrderRow,
  supplier: SupplierRow,
  message: string | null,
): Promise<void> {
  const { email, name } = supplier
  if (email === null || email === '')
    throw invalid('channel', `EMAIL: ${name} has no e-mail address.`)
  const lines = await order_content.of(caller, order.id)
  const store = await storeRecord.get(caller, order.deliver_to_store_id)
  const { said, currency } = await purseOf(caller)
  const more = lines.length - shown_most
  const text = [
    ...(message === null ? [] : [message, '']),
    `Order ${order.number}`,
    ...lines
      .slice(0, shown_most)
      .map(
        ({ description, quantity, unit, unit_price, line_total }) =>
          `- ${description}: ${quantity / 1000} ${unit ?? ''} x ${said(unit_price)} = ${said(line_total)}`,
      ),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(order.discount_amount > 0 ? [`Discount: ${said(order.discount_amount)}`] : []),
    ...(order.tax_amount > 0 ? [`Tax: ${said(order.tax_amount)}`] : []),
    ...(order.freight > 0 ? [`Freight: ${said(order.freight)}`] : []),
    `Total: ${currency.code} ${said(order.total)}`,
    `Deliver to ${store.name}${order.expected_on === null ? '' : ` by ${order.expected_on}`}.`,
    ...(order.terms === null ? [] : ['', order.terms]),
  ]
  await sendMail(caller, {
    to: email,
    subject: `Order ${order.number}`,
    text: text.join('\n'),
    entity: { type: 'purchase_order', id: order.id },
  })
}
