// What an ended licence refuses of rooms that know nothing of the hospital (PLT-77). Silence allows it.

import { question } from './question.ts'

/** Throws where the licence of that hospital has ended: `what` ends the sentence `Renew it to …`. */
export const refuseUnlicensedHouse = question(
  async (_hospital_id: string, _what: string): Promise<void> => {},
)
