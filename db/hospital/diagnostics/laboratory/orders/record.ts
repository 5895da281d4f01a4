// An order goes from state to state by what happens to its items; nobody sets its state (3.1).

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { type ItemState, type LineState, order_states, type OrderState } from '../words.ts'
import { diagnostic_items, diagnostic_order_history, diagnostic_orders } from './tables.ts'

export type OrderRow = RowOf<(typeof diagnostic_orders)['columns']>
export type ItemRow = RowOf<(typeof diagnostic_items)['columns']>

const open_states = ['REQUESTED', 'IN_PROGRESS', 'PART_RELEASED'] as const

export const order_life = life('order', order_states, {
  cancel: { from: open_states, to: order_states, permission: 'diagnostic:order' },
  review: {
    from: ['PART_RELEASED', 'COMPLETED'],
    to: order_states,
    permission: 'diagnostic:order',
  },
  progress: { from: order_states, to: order_states, house: true },
})

export const orderRecord = recordWithLife(diagnostic_orders, {
  life: order_life,
  type: 'diagnostic_order',
  called: ({ number }) => number,
  history: historyIn(diagnostic_order_history),
  sequence: 'diagnostic_order',
})

/** What a line says of the state of its item. */
interface LineSeen {
  status: LineState
  /** Out, and not final yet. */
  preliminary?: boolean
}

const standing: Readonly<Record<string, ItemState>> = {
  COLLECTED: 'COLLECTED',
  RECEIVED: 'RECEIVED',
}

/** DIA-25: the first that fits. */
export function itemState(
  lines: readonly LineSeen[],
  specimen: { status: string } | undefined,
): ItemState {
  const live = lines.filter(({ status }) => status !== 'CANCELLED')
  const all = (...states: LineState[]) => live.every(({ status }) => states.includes(status))
  const some = (...states: LineState[]) => live.some(({ status }) => states.includes(status))
  if (live.length === 0) return 'CANCELLED'
  const is_open = live.some(({ preliminary }) => preliminary === true)
  if (all('RELEASED')) return is_open ? 'PART_RELEASED' : 'RELEASED'
  if (some('RELEASED')) return 'PART_RELEASED'
  if (all('VERIFIED')) return 'VERIFIED'
  if (all('ENTERED', 'VERIFIED')) return 'RESULTED'
  if (some('ENTERED', 'VERIFIED')) return 'IN_PROGRESS'
  return standing[specimen?.status ?? ''] ?? 'ORDERED'
}

/** 3.1. */
export function orderState(items: readonly { status: ItemState }[]): OrderState {
  const live = items.filter(({ status }) => status !== 'CANCELLED')
  if (live.length === 0) return 'CANCELLED'
  if (live.every(({ status }) => status === 'RELEASED')) return 'COMPLETED'
  if (live.some(({ status }) => status === 'RELEASED' || status === 'PART_RELEASED')) {
    return 'PART_RELEASED'
  }
  return live.every(({ status }) => status === 'ORDERED' || status === 'SCHEDULED')
    ? 'REQUESTED'
    : 'IN_PROGRESS'
}
