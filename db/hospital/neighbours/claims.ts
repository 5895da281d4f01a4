// What credit notes and refunds ask of claims (BIL-72) before they stand.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface ClaimOfItem {
  item_id: string
  scheme_id: string
  number: string
  /** SUBMITTED or later: nothing of it may change by a credit note. */
  submitted: boolean
}

/** The live claims in which these lines of bills stand. */
export const claimsOfItems = question(
  async (_caller: Caller, _item_ids: readonly string[]): Promise<ClaimOfItem[]> => [],
)

export interface FellOfClaim {
  item_id: string
  scheme_id: string
  /** The payment by which the scheme took it over (BIL-50); null of what the bill gave it. */
  payment_id: string | null
  amount: number
}

/** In the same transaction: a scheme's part of these lines fell, in minor units. */
export const claimLinesCredited = question(
  async (_caller: Caller, _credited: readonly FellOfClaim[]): Promise<void> => undefined,
)
