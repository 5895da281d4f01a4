// A batch of salaries as it is kept (people 3.8).

import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { batch_states } from '../words.ts'
import { payment_batch_lines, payment_batch_moves, payment_batches } from './tables.ts'

export type BatchRow = RowOf<(typeof payment_batches)['columns']>
export type BatchLine = RowOf<(typeof payment_batch_lines)['columns']>

const batch_life = life('payment batch', batch_states, {
  send: { from: ['PREPARED'], to: 'SENT', permission: 'payroll:pay' },
  pay: { from: ['SENT'], to: 'PAID', permission: 'payroll:pay' },
  cancel: {
    from: ['PREPARED', 'SENT'],
    to: 'CANCELLED',
    permission: 'payroll:pay',
    reason: 'required',
  },
})

export const batchRecord = recordWithLife(payment_batches, {
  life: batch_life,
  type: 'payment_batch',
  called: ({ number }) => number,
  history: historyIn(payment_batch_moves),
  sequence: 'payment_batch',
})
export const batch_moves = batch_life.names

export const batch_content = linesOf(payment_batch_lines, 'batch_id')

export const inBatchAlready = (): Error =>
  conflict(
    'A payslip of these is in another batch already: look at the batches of this run.',
    'batch',
  )
