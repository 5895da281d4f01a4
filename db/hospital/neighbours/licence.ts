// What the licence has to say to areas above it (PLT-77): silence allows everything.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** Throws where the licence has ended: `what` ends the sentence `Renew it to …`. */
export const refuseUnlicensed = question(
  async (_caller: Caller, _what: string): Promise<void> => {},
)

/** Throws where the plan has no room for one more. */
export const refuseBeyondPlan = question(
  async (_caller: Caller, _of: 'branches' | 'users'): Promise<void> => {},
)

/** How the plan stands; null where nobody keeps one. */
export const licenceNow = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
  ): Promise<{ status: string; ends_on: string | null } | null> => null,
)
