// Whoever has yet to count a drawer sees no figure that gives its cash away, in whatever list, ledger or
// report it stands (BIL-93).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { blindDrawerOf } from '../../neighbours/books.ts'

/** Whether sums of money may stand beside a list. */
export const seesSums = async (caller: Caller): Promise<boolean> =>
  (await blindDrawerOf(caller)) === null

/** Of what shows the account of that drawer, or everything. */
export async function refuseBlind(
  caller: Caller,
  shows: (account_id: string) => boolean = () => true,
): Promise<void> {
  const drawer = await blindDrawerOf(caller)
  if (drawer === null || !shows(drawer.account_id)) return
  throw conflict('Count your drawer first: this shows what lies in it.', 'blind')
}
