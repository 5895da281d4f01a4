// What is asked of stock and procurement (STK-160 to STK-166) before it stands.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

export interface Witness {
  user_id: string
  staff_id: string | null
  name: string
  licence_no: string | null
}

/** STK-74: takes the token a second person left, once; null while nobody can be a witness. */
export const takeWitness = question(
  async (_caller: Caller, _token: string, _purpose: string): Promise<Witness | null> => null,
)
