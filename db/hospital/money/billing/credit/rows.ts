// Credit notes as rows, and their life as data (3.4).

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { credit_note_lines, credit_notes } from './tables.ts'
import { credit_states } from './words.ts'
import { noteMove } from '../history.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type CreditRow = RowOf<(typeof credit_notes)['columns']>
export type CreditLine = RowOf<(typeof credit_note_lines)['columns']>

export const credit_life = life('credit note', credit_states, {
  issue: { from: ['DRAFT'], to: 'ISSUED', permission: 'creditnote:issue' },
  discard: { from: ['DRAFT'], to: 'DISCARDED', permission: 'creditnote:create' },
  apply: { from: ['ISSUED'], to: 'APPLIED', house: true },
})

export const creditNoteRecord = recordOf(credit_notes, 'credit note')

export const calledCredit = ({ number, bill_number }: CreditRow): string =>
  number ?? `of bill ${bill_number}`

export async function creditMoved(
  caller: Caller,
  before: CreditRow,
  move: 'issue' | 'discard' | 'apply',
  changes: Partial<CreditRow> = {},
  reason: string | null = null,
): Promise<CreditRow> {
  const { hospital_id } = caller
  const status = credit_life.move(move, before.status, calledCredit(before))
  await credit_notes.change({ hospital_id, id: before.id }, { ...changes, status })
  const after = { ...before, ...changes, status, version: before.version + 1 }
  await noteMove(caller, {
    thing: 'credit_note',
    id: before.id,
    label: calledCredit(after),
    move,
    from: before.status,
    to: status,
    reason,
    patient_id: before.patient_id,
  })
  return after
}

/** 3.4: what its deposit was worth is used or given back. */
export async function creditApplied(caller: Caller, id: string): Promise<void> {
  const note = await creditNoteRecord.locked(caller, id)
  if (note.status === 'ISSUED') await creditMoved(caller, note, 'apply')
}
