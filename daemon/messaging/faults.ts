// What the edge says when the house fails, and the failures that a developer plans for the calls of a test
// key (MSG-145, MSG-583).

import type { Caller } from '../../db/core/caller.ts'
import type { Refusal } from '../../db/core/refusal.ts'
import type { MessagingCaller } from '../../db/messaging/caller.ts'
import { refuse } from '../../db/messaging/refusals.ts'
import { takeFault } from '../../db/messaging/testing/faults.ts'
import type { PlannedFault } from '../edge/api.ts'
import type { Route } from '../edge/route.ts'

/** MSG-583: calls of a test key that make something, but those that plan. */
export async function plannedFault(caller: Caller, route: Route): Promise<PlannedFault | null> {
  const by = caller as MessagingCaller
  const may = by.mode === 'test' && route.method === 'POST' && route.test_only !== true
  const found = may && route.access !== 'open' ? await takeFault(by) : null
  if (found === null) return null
  const fault = { refusal: null, hold_ms: 0, loses_answer: false }
  switch (found.kind) {
    case 'internal_error':
      return { ...fault, refusal: { after: fallen() } }
    case 'unavailable':
      return { ...fault, refusal: { before: away() } }
    case 'slow':
      return { ...fault, hold_ms: found.delayMs }
    default:
      return { ...fault, loses_answer: true }
  }
}

export const fallen = (): Refusal =>
  refuse('internal_error', 'Something went wrong on the server; it is safe to try again.')

/** MSG-145. */
export const away = (refusal?: Refusal): Refusal =>
  refuse('upstream_unavailable', 'The service cannot reach its database; try again shortly.', {
    retry_after_s: Math.min(refusal?.retry_after_s ?? 2, 2),
  })
