// The clock of a mode (MSG-582): live is the house's own, test is real time and an offset that only
// grows. Kept in memory, because every send of a test key asks; whoever moves it forgets it here.

import { clock } from '../../core/clock.ts'
import { afterCommit, inTransaction } from '../../store/connection.ts'
import type { Mode, Owner } from '../caller.ts'
import { msg_test_states } from './tables.ts'
import { onOtherDatabase } from '../../store/kept.ts'

const kept_ms = 1000
const kept = new Map<string, { offset_ms: number; until: number }>()
onOtherDatabase(() => kept.clear())

/** The moment it is for this account in this mode, in milliseconds. */
export const now = async (account: Pick<Owner, 'account_id'>, mode: Mode): Promise<number> =>
  clock.ms() + (mode === 'test' ? await offsetOf(account.account_id) : 0)

export const instantOf = async (owner: Owner): Promise<string> =>
  new Date(await now(owner, owner.mode)).toISOString()

export async function offsetOf(account_id: string): Promise<number> {
  const known = kept.get(account_id)
  if (known !== undefined && known.until > performance.now()) return known.offset_ms
  const found = await msg_test_states.findAnywhere({ account_id })
  const offset_ms = found?.clock_offset_ms ?? 0
  if (!inTransaction()) kept.set(account_id, { offset_ms, until: performance.now() + kept_ms })
  return offset_ms
}

/** Called by whoever moves or resets the clock. */
export function forgetClock(account_id: string): void {
  kept.delete(account_id)
  if (inTransaction()) afterCommit(() => kept.delete(account_id))
}

export const forgetClocks = (): void => kept.clear()
