// What the books prove where a test posts entries itself: they have no document, which ACC-121 rightly says.

import type { Caller } from '../../../db/core/caller.ts'
import { verify } from '../../../db/hospital/money/accounting/proofs/verify.ts'

export async function faultsButDocuments(caller: Caller) {
  const { checks } = await verify(caller)
  return checks.filter(({ state, id }) => state === 'FAILED' && id !== 'ACC-121')
}
