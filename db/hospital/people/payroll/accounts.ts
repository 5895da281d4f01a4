// An account of the ledger that somebody names.

import type { Caller } from '../../../core/caller.ts'
import { noSuch } from '../../../core/refusal.ts'
import { booksOf } from '../../money/accounting/books.ts'

export async function accountThere(caller: Caller, id: string | null | undefined): Promise<void> {
  if (typeof id !== 'string') return
  const { chart } = await booksOf(caller)
  if (!chart.by_id.has(id)) throw noSuch('account')
}
