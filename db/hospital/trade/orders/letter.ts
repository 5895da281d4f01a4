// The confirmation of an order as a letter to whoever of the client is sent orders (3.3).

import type { Caller } from '../../../core/caller.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { sendMail } from '../../office/outbox/send.ts'
import { contactsOf } from '../clients/contacts/contacts.ts'
import type { OrderItem, OrderRow } from './record.ts'

const shown_most = 50

export async function sendConfirmation(
  caller: Caller,
  row: OrderRow,
  items: readonly OrderItem[],
): Promise<void> {
  if (row.client_id === null) return
  const { said, currency } = await purseOf(caller)
  const lines = items
    .slice(0, shown_most)
    .map(
      ({ description, quantity, line_total }) =>
        `- ${description}: ${quantity / 1000} = ${said(line_total)}`,
    )
  const text = [`Order ${row.number}`, ...lines, `Total: ${currency.code} ${said(row.total)}`]
  for (const { email, receives } of await contactsOf(caller, row.client_id)) {
    if (email === null || !receives.includes('ORDER')) continue
    await sendMail(caller, {
      to: email,
      subject: `Order ${row.number} is confirmed`,
      text: text.join('\n'),
      entity: { type: 'sales_order', id: row.id },
    })
  }
}
