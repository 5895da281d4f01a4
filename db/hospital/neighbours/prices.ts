// What billing asks of the price list (BIL-18) before it stands. Money is in minor units.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

export interface Price {
  code: string
  name: string
  category: string
  department: string | null
  /** Null: the code is known and has no price. */
  price: number | null
  min_price: number | null
  tax_code: string | null
  /** Another account of income than the category's. */
  account_id: string | null
}

/** The price in force on that day for that payer. Silence knows no code. */
export const priceOf = question(
  async (
    _caller: Caller,
    _asked: {
      code: string
      payer: string | null
      day: string
      visit_class: string | null
    },
  ): Promise<Price | null> => null,
)
