// Counts (3.3): planned, counted, counted again where much differs, looked at and approved.

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { mustKeep, storeRecord } from '../stores/keeping.ts'
import { stock_count_lines, stock_count_moves, stock_counts } from './tables.ts'
import { count_states } from './words.ts'

export type CountRow = RowOf<(typeof stock_counts)['columns']>
export type CountLineRow = RowOf<(typeof stock_count_lines)['columns']>

const counting = 'stock:count'
const approving = 'stock:approve'

const count_life = life('count', count_states, {
  start: { from: ['PLANNED'], to: 'COUNTING', permission: counting },
  count: { from: ['COUNTING'], to: 'COUNTING', permission: counting },
  submit: { from: ['COUNTING'], to: ['REVIEW', 'RECOUNT'], permission: counting },
  recount: { from: ['RECOUNT'], to: ['REVIEW', 'RECOUNT'], permission: counting },
  send_back: { from: ['REVIEW'], to: 'RECOUNT', permission: approving, reason: 'required' },
  approve: { from: ['REVIEW'], to: 'APPROVED', permission: approving },
  cancel: {
    from: ['PLANNED', 'COUNTING', 'RECOUNT', 'REVIEW'],
    to: 'CANCELLED',
    permission: counting,
    reason: 'required',
  },
})

export const countRecord = recordWithLife(stock_counts, {
  life: count_life,
  type: 'stock_count',
  called: ({ number }) => number,
  history: historyIn(stock_count_moves),
  sequence: 'stock_count',
})
export const count_content = linesOf(stock_count_lines, 'count_id')

/** What stands now: of two figures the second. */
export const finalOf = ({ counted, recounted }: CountLineRow): number | null => recounted ?? counted

/** Who was asked to count may, and who keeps the store (STK-40). */
export async function mayCount(caller: Caller, { store_id, counters }: CountRow): Promise<void> {
  if (caller.user_id !== null && counters.includes(caller.user_id)) return
  await mustKeep(caller, await storeRecord.get(caller, store_id))
}
