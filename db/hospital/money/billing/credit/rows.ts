// Credit notes as rows, and their life as data (3.4).

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { credit_note_lines, credit_notes } from './tables.ts'
import { credit_states } from './words.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { billingHistory } from '../history.ts'

export type CreditRow = RowOf<(typeof credit_notes)['columns']>
export type CreditLine = RowOf<(typeof credit_note_lines)['columns']>

const credit_life = life('credit note', credit_states, {
  issue: { from: ['DRAFT'], to: 'ISSUED', permission: 'creditnote:issue' },
  discard: { from: ['DRAFT'], to: 'DISCARDED', permission: 'creditnote:create' },
  apply: { from: ['ISSUED'], to: 'APPLIED', house: true },
})

export const creditNoteRecord = recordWithLife(credit_notes, {
  life: credit_life,
  called: ({ number, bill_number }) => number ?? `of bill ${bill_number}`,
  history: billingHistory('credit_note'),
})

/** 3.4: what its deposit was worth is used or given back. */
export async function creditApplied(caller: Caller, id: string): Promise<void> {
  const note = await creditNoteRecord.locked(caller, id)
  if (note.status === 'ISSUED') await creditNoteRecord.moved(caller, note, 'apply')
}
