// Groups of the hospital's own account, made of people it named (MSG-609).

import { ownerIn } from '../accounts/accounts.ts'
import { type Actor, ownerCaller } from '../caller.ts'
import { gather, type Gathered } from '../contacts/gathering.ts'
import { readNumber } from '../routing/numbers.ts'
import { accountOf } from './hospital-reads.ts'
import type { HospitalFacts } from './hospital.ts'

/** The number as messages are sent to it; null where none can be. */
export const reachable = (phone: string | null): string | null =>
  phone === null ? null : readNumber(phone)

export async function makeAudience(
  by: Actor,
  hospital: HospitalFacts,
  name: string,
  people: readonly Gathered[],
): Promise<{ group_id: string; added: number }> {
  const owner = ownerIn(await accountOf(hospital), 'live')
  return gather(ownerCaller(owner, by), name, people)
}
