// What the licence has to say to areas above it (PLT-77): silence allows everything.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

/** Throws where the licence has ended: `what` ends the sentence `Renew it to …`. */
export const refuseUnlicensed = question(
  async (_caller: Caller, _what: string): Promise<void> => {},
)
