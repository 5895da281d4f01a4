// Holding everything at once (MSG-308): nothing new is submitted; answers and receipts go on.

import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { change, setting } from '../settings/settings.ts'

/** Answers whether it was otherwise before. */
export async function pauseQueue(
  by: Actor,
  paused: boolean,
  reason: string | null,
): Promise<boolean> {
  if ((await setting('gateway_paused')) === paused) return false
  await change({ gateway_paused: paused }, by.actor)
  await note(by, paused ? 'queue.pause' : 'queue.resume', { entity: 'queue', reason })
  nudge('links')
  nudge('queue')
  return true
}
