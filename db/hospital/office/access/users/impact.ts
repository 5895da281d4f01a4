// How many people a switch would touch: whoever works at a branch and holds one of these permissions.

import type { Caller } from '../../../../core/caller.ts'
import { holders } from './holders.ts'

export async function impactOf(
  caller: Caller,
  facility_id: string,
  codes: readonly string[],
): Promise<number> {
  const found = new Set<string>()
  for (const code of codes) {
    for (const id of await holders(caller, code, facility_id)) found.add(id)
  }
  return found.size
}
