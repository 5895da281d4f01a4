// What a move of money says in the ledger (P-60 to P-63), from the move alone.

import type { RowOf } from '../../../../store/table.ts'
import type { funding_moves } from './tables.ts'
import type { PostingLine } from '../entries/lines.ts'

export type Moving = Pick<
  RowOf<(typeof funding_moves)['columns']>,
  | 'kind'
  | 'facility_id'
  | 'account_id'
  | 'to_account_id'
  | 'contra_account_id'
  | 'to_facility_id'
  | 'amount'
  | 'department'
>

export function moveSource({ kind, to_facility_id }: Moving): string {
  if (kind !== 'TRANSFER') return `FUNDING_${kind}`
  return to_facility_id === null ? 'FUNDING_TRANSFER' : 'FUNDING_SEND'
}

export function moveLines(move: Moving, party: PostingLine['party'] = null): PostingLine[] {
  const { kind, facility_id, account_id, amount, department } = move
  const contra = { account_id: move.contra_account_id ?? '', department, party, facility_id }
  if (kind === 'DEPOSIT') {
    return [
      { account_id, debit: amount, facility_id },
      { ...contra, credit: amount },
    ]
  }
  if (kind === 'WITHDRAWAL') {
    return [
      { ...contra, debit: amount },
      { account_id, credit: amount, facility_id },
    ]
  }
  const { to_account_id, to_facility_id } = move
  return [
    to_facility_id === null
      ? { account_id: to_account_id ?? '', debit: amount, facility_id }
      : { role: 'cash_transit', debit: amount, facility_id: to_facility_id },
    { account_id, credit: amount, facility_id },
  ]
}

export const receivedLines = ({ to_account_id, to_facility_id, amount }: Moving): PostingLine[] => [
  { account_id: to_account_id ?? '', debit: amount, facility_id: to_facility_id },
  { role: 'cash_transit', credit: amount, facility_id: to_facility_id },
]
