// A quotation as it is kept: written, agreed on, sent, answered, and made an order.

import { conflict, type Refusal } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { linesOf } from '../../../store/lines-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { quotation_items, quotation_moves, quotations } from './tables.ts'
import { quotation_states } from './words.ts'

export type QuotationRow = RowOf<(typeof quotations)['columns']>
export type QuotationLine = RowOf<(typeof quotation_items)['columns']>

const write = 'quotation:write'
const approve = 'quotation:approve'

export const quotation_life = life('quotation', quotation_states, {
  approve_discount: { from: ['DRAFT'], to: 'DRAFT', permission: approve },
  refuse_discount: { from: ['DRAFT'], to: 'DRAFT', permission: approve, reason: 'required' },
  send: { from: ['DRAFT'], to: 'SENT', permission: write },
  accept: { from: ['SENT'], to: 'ACCEPTED', permission: write },
  decline: { from: ['SENT'], to: 'DECLINED', permission: write },
  expire: { from: ['SENT'], to: 'EXPIRED', permission: write },
  revise: {
    from: ['SENT', 'DECLINED', 'EXPIRED', 'ACCEPTED'],
    to: 'DRAFT',
    permission: write,
  },
  convert: { from: ['ACCEPTED'], to: 'CONVERTED', permission: write },
  cancel: {
    from: ['DRAFT', 'SENT', 'ACCEPTED'],
    to: 'CANCELLED',
    permission: write,
    reason: 'required',
  },
  /** Its order was cancelled. */
  give_back: { from: ['CONVERTED'], to: ['ACCEPTED', 'EXPIRED'], house: true },
})

/** From the second version on its number says which. */
export const calledQuotation = ({
  number,
  version_no,
}: Pick<QuotationRow, 'number' | 'version_no'>): string =>
  version_no === 1 ? number : `${number}/${version_no}`

export const quotationRecord = recordWithLife(quotations, {
  life: quotation_life,
  called: calledQuotation,
  history: historyIn(quotation_moves),
  sequence: 'quotation',
})

export const quotation_content = linesOf(quotation_items, 'quotation_id')

/** COM-25: what was sent is not written over. */
export function notADraft(row: QuotationRow): Refusal {
  const refusal = quotation_life.refusal(row.status, calledQuotation(row))
  if (row.status !== 'SENT') return refusal
  const said = refusal.message.replace(' is SENT.', ' was sent.')
  return conflict(said, 'state', { facts: { state: row.status } })
}
