// A scheme by its code or its name, as people type it.

import type { Caller } from '../../../db/core/caller.ts'
import { noneCalled } from '../../../db/core/refusal.ts'

export async function schemeCalled(caller: Caller, typed: string) {
  const { schemeByPayer } = await import('../../../db/hospital/money/tariff/schemes.ts')
  const found = await schemeByPayer(caller, typed)
  if (found === undefined) throw noneCalled('scheme', typed)
  return found
}
