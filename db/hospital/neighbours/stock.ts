// What is asked of stock and procurement (STK-160 to STK-166) before it stands.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

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

/** Null: no such batch, or nobody keeps stock. */
export const batchOf = question(
  async (
    _caller: Caller,
    _batch_id: string,
  ): Promise<{ batch_id: string; product_id: string; lot: string | null } | null> => null,
)

export interface Issued {
  product_id: string
  batch_id: string
  lot: string | null
  expiry: string | null
  quantity: number
  value: number
  chargeable: boolean
}

/** STK-160: all of it or nothing; what is short, expired or held is refused in stock's words. */
export const issue = question(
  async (
    _caller: Caller,
    _asked: {
      store_id?: string | null
      lines: readonly { product_id: string; quantity: number; batch_id?: string | null }[]
      kind: string
      source: string
      source_id: string
      patient_id?: string | null
      witness_token?: string | null
    },
  ): Promise<Issued[]> => [],
)
