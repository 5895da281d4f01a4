// The chain of entries (ACC-14): each hash holds the one before it, so a changed row shows.

import { hash as digest } from 'node:crypto'
import type { RowOf } from '../../../../store/table.ts'
import type { journal_entries, journal_lines } from '../tables.ts'

export type EntryRow = RowOf<(typeof journal_entries)['columns']>
export type LineRow = RowOf<(typeof journal_lines)['columns']>

type Hashed = Pick<
  EntryRow,
  | 'previous_hash'
  | 'chain_no'
  | 'reference'
  | 'entry_date'
  | 'moved_from'
  | 'kind'
  | 'source'
  | 'source_id'
  | 'memo'
>
type HashedLine = Pick<
  LineRow,
  | 'account_id'
  | 'debit'
  | 'credit'
  | 'facility_id'
  | 'department'
  | 'party_kind'
  | 'party_id'
  | 'tax_code'
>

/** SHA-256 of the hash before, LF, and the entry as JSON: fields in this order, lines in theirs. */
export function hashOf(entry: Hashed, lines: readonly HashedLine[]): string {
  const text = JSON.stringify([
    entry.chain_no,
    entry.reference,
    entry.entry_date,
    entry.moved_from,
    entry.kind,
    entry.source,
    entry.source_id,
    entry.memo,
    lines.map((line) => [
      line.account_id,
      line.debit,
      line.credit,
      line.facility_id,
      line.department,
      line.party_kind,
      line.party_id,
      line.tax_code,
    ]),
  ])
  return digest('sha256', `${entry.previous_hash}\n${text}`)
}
