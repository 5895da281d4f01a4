// The form a kind has now: as shipped, as the hospital changed it, or as a change that waited for
// the period to end.

import type { RowOf } from '../../../store/table.ts'
import { noSuch } from '../../../core/refusal.ts'
import { registry, type SequenceKind } from '../../registry.ts'
import { type Form, periodOf } from './patterns.ts'
import type { sequences } from './tables.ts'

export type Row = RowOf<(typeof sequences)['columns']>

export function shippedKind(kind: string): SequenceKind {
  const shipped = registry.sequences.get(kind)
  if (shipped === undefined) throw noSuch('sequence')
  return shipped
}

export const formOf = ({ pattern, scope, reset }: Form): Form => ({ pattern, scope, reset })

/** On a day of a branch: branches in different time zones may be in different periods. */
export function formOn(shipped: SequenceKind, row: Row | undefined, day: string): Form {
  if (row === undefined) return formOf(shipped)
  const { pending, pending_after } = row
  const is_past = pending_after !== null && periodOf(row.reset, day) > pending_after
  return pending !== null && is_past ? pending : formOf(row)
}
