// An order as it is kept: written, confirmed, delivered in parts, billed in parts.

import { life } from '../../../core/states.ts'
import { linesOf } from '../../../store/lines-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { sales_order_items, sales_order_moves, sales_orders } from './tables.ts'
import { order_states } from './words.ts'

export type OrderRow = RowOf<(typeof sales_orders)['columns']>
export type OrderItem = RowOf<(typeof sales_order_items)['columns']>

const approve = 'quotation:approve'
const deliver = 'salesorder:deliver'

export const order_life = life('order', order_states, {
  approve_discount: { from: ['DRAFT'], to: 'DRAFT', permission: approve },
  refuse_discount: { from: ['DRAFT'], to: 'DRAFT', permission: approve, reason: 'required' },
  confirm: { from: ['DRAFT'], to: 'CONFIRMED', permission: 'salesorder:confirm' },
  deliver: {
    from: ['CONFIRMED', 'PART_FULFILLED'],
    to: ['PART_FULFILLED', 'FULFILLED'],
    permission: deliver,
  },
  fulfil: { from: ['CONFIRMED', 'PART_FULFILLED'], to: 'FULFILLED', permission: deliver },
  close_short: {
    from: ['PART_FULFILLED'],
    to: ['FULFILLED', 'CLOSED'],
    permission: 'salesorder:cancel',
    reason: 'required',
  },
  invoice: {
    from: ['CONFIRMED', 'PART_FULFILLED', 'FULFILLED'],
    to: ['CONFIRMED', 'PART_FULFILLED', 'FULFILLED', 'CLOSED'],
    permission: 'salesorder:invoice',
  },
  /** Of a draft by who writes orders, of a confirmed one by who may cancel them: the rule asks. */
  cancel: { from: ['DRAFT', 'CONFIRMED'], to: 'CANCELLED', reason: 'required' },
  /** All of it is delivered and billed. */
  settle: { from: ['FULFILLED'], to: 'CLOSED', house: true },
  /** A bill of it was taken back. */
  unbill: { from: ['CLOSED'], to: 'FULFILLED', house: true },
  /** A delivery of it was taken back. */
  undeliver: {
    from: ['PART_FULFILLED', 'FULFILLED'],
    to: ['CONFIRMED', 'PART_FULFILLED'],
    house: true,
  },
})

export const orderRecord = recordWithLife(sales_orders, {
  life: order_life,
  type: 'sales_order',
  called: ({ number }) => number,
  history: historyIn(sales_order_moves),
  sequence: 'sales_order',
})

export const order_content = linesOf(sales_order_items, 'order_id')
