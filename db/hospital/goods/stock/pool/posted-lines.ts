// What moves say in the ledger: the value from one account to another, added up. Made of the rows
// alone, so that the proof of the books builds the same lines anew (ACC-93).

import type { PostingLine } from '../../../money/accounting/entries/lines.ts'
import type { stock_moves } from './tables.ts'
import type { RowOf } from '../../../../store/table.ts'

type Move = Pick<
  RowOf<(typeof stock_moves)['columns']>,
  | 'value'
  | 'facility_id'
  | 'department'
  | 'posted_as'
  | 'stock_account_id'
  | 'other_account_id'
  | 'other_facility_id'
>

export function linesOfMoves(moves: readonly Move[]): PostingLine[] {
  const sums = new Map<string, PostingLine & { debit: number; credit: number }>()
  for (const move of moves) {
    if (move.posted_as === null || move.value === 0) continue
    for (const line of sidesOf(move)) add(sums, line)
  }
  return [...sums.values()]
}

function sidesOf(move: Move): PostingLine[] {
  const { value, facility_id, department, stock_account_id, other_account_id } = move
  const amount = Math.abs(value)
  const stock = { account_id: stock_account_id ?? '', facility_id, department: null }
  const other = {
    account_id: other_account_id ?? '',
    facility_id: move.other_facility_id ?? facility_id,
    department,
  }
  return value > 0
    ? [
        { ...stock, debit: amount },
        { ...other, credit: amount },
      ]
    : [
        { ...other, debit: amount },
        { ...stock, credit: amount },
      ]
}

/** What comes and what goes on one account stand apart: nothing is set off in silence. */
function add(
  sums: Map<string, PostingLine & { debit: number; credit: number }>,
  line: PostingLine,
): void {
  const { debit = 0, credit = 0 } = line
  const key = JSON.stringify([line.account_id, line.facility_id, line.department, debit > 0])
  const before = sums.get(key)
  if (before === undefined) sums.set(key, { ...line, debit, credit })
  else {
    before.debit += debit
    before.credit += credit
  }
}
