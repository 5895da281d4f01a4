// Whom an order's steps are told to.

import type { Caller } from '../../../../core/caller.ts'
import { notify } from '../../../office/notifications/notify.ts'
import type { ItemRow, OrderRow } from './record.ts'

/** The laboratory hears of what cannot wait; no name leaves the house with it. */
export async function tellUrgent(
  caller: Caller,
  order: OrderRow,
  items: readonly ItemRow[],
): Promise<void> {
  if (order.priority !== 'STAT') return
  const codes = items.map((item) => (item.restricted ? item.section : item.test_code)).join(', ')
  await notify(caller, {
    to: { permission: 'specimen:receive' },
    kind: 'diagnostic.stat',
    title: `STAT ${order.number}`,
    body: `${codes}${order.location === null ? '' : `, ${order.location}`}`,
    entity: { type: 'diagnostic_order', id: order.id },
  })
}

/** Whoever ordered hears when somebody else took it back. */
export async function tellOrderer(
  caller: Caller,
  order: OrderRow,
  said: { kind: string; title: string; body: string },
): Promise<void> {
  if (order.by_id === null || order.by_id === caller.user_id) return
  await notify(caller, {
    to: { user: order.by_id },
    ...said,
    entity: { type: 'diagnostic_order', id: order.id },
  })
}
