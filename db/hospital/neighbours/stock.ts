// What areas above stock ask of it (STK-160 to STK-162); those below it call its rules by name.

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

/** By the code of a tariff: the one active product whose `tariff_code` it is. */
export const productsOfCodes = question(
  async (_caller: Caller, _codes: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(),
)

export interface Issued {
  product_id: string
  batch_id: string
  lot: string | null
  expiry: string | null
  quantity: number
  value: number
  chargeable: boolean
  /** Which line of what was asked. */
  line?: number
}

export interface IssueAsked {
  store_id?: string | null
  lines: readonly {
    product_id: string
    quantity: number
    /** A pack of the product; absent: its base unit. */
    unit?: string | null
    batch_id?: string | null
    /** Of a controlled drug: drawn up beside it and wasted before the same witness (STK-76). */
    wasted?: number | null
    /** Its number where lines come one by one; absent: its place. */
    line?: number
  }[]
  /** DISPENSE, SALE, DELIVERY, WARD_USE or ISSUE. */
  kind: string
  source: string
  source_id: string
  /** As people call what asks; it stands on the move. */
  reference?: string | null
  patient_id?: string | null
  /** That used or dispensed it; absent: the store's. */
  department?: string | null
  /** Of controlled drugs (STK-75). */
  prescription?: { number: string; prescriber_name: string } | null
  witness_token?: string | null
  accept_short_expiry?: boolean
  /** When it really happened (STK-15). */
  occurred_at?: string | null
  note?: string | null
}

/** STK-160: all of it or nothing; what is short, expired or held is refused in stock's words. */
export const issue = question(async (_caller: Caller, _asked: IssueAsked): Promise<Issued[]> => [])
