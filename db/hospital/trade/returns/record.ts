// A return as it is kept: asked for, decided on, put back and paid back.

import { life } from '../../../core/states.ts'
import { linesOf } from '../../../store/lines-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { sales_return_items, sales_return_moves, sales_returns } from './tables.ts'
import { return_states } from './words.ts'

export type ReturnRow = RowOf<(typeof sales_returns)['columns']>
export type ReturnItem = RowOf<(typeof sales_return_items)['columns']>

const approve = 'return:approve'

export const return_life = life('return', return_states, {
  approve: { from: ['REQUESTED'], to: ['APPROVED', 'COMPLETED'], permission: approve },
  reject: { from: ['REQUESTED'], to: 'REJECTED', permission: approve, reason: 'required' },
  /** Of one that is approved by who approves: the rule asks. */
  cancel: { from: ['REQUESTED', 'APPROVED'], to: 'CANCELLED', reason: 'required' },
  restock: {
    from: ['APPROVED'],
    to: ['APPROVED', 'COMPLETED'],
    permission: 'return:restock',
  },
  refund: { from: ['APPROVED'], to: ['APPROVED', 'COMPLETED'], permission: 'return:refund' },
})

export const returnRecord = recordWithLife(sales_returns, {
  life: return_life,
  type: 'sales_return',
  called: ({ number }) => number,
  history: historyIn(sales_return_moves),
  sequence: 'sales_return',
})

export const return_content = linesOf(sales_return_items, 'return_id')

export const placedOf = ({
  restocked_good,
  restocked_quarantine,
  destroyed,
}: Pick<ReturnItem, 'restocked_good' | 'restocked_quarantine' | 'destroyed'>): number =>
  restocked_good + restocked_quarantine + destroyed

/** Where it stands once nothing waits any more. */
export const endOf = ({
  restock_status,
  refund_status,
}: Pick<ReturnRow, 'restock_status' | 'refund_status'>): 'APPROVED' | 'COMPLETED' =>
  restock_status === 'PENDING' || refund_status === 'PENDING' ? 'APPROVED' : 'COMPLETED'
