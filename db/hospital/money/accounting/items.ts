// What areas say is open on the accounts of one grouping, together.

import type { Caller } from '../../../core/caller.ts'
import type { billingItems, OpenItem } from '../../neighbours/books.ts'

export type Asks = readonly (typeof billingItems)[]

/** Undefined: nobody counts this grouping, so nothing can be held against the ledger. */
export async function itemsFrom(
  asks: Asks,
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<OpenItem[] | undefined> {
  const found: OpenItem[] = []
  let known = false
  for (const ask of asks) {
    const items = await ask(caller, grouping, as_of)
    if (items === undefined) continue
    known = true
    found.push(...items)
  }
  return known ? found : undefined
}
