// What cover and bills ask of each other and of claims, which stand below them. Silence: there are no
// bills, there are no claims.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** A membership or a pre-authorisation changed: drafts that lean on it are covered anew (3.6). */
export const coverChanged = question(
  async (_caller: Caller, _about: { membership_id: string }): Promise<void> => undefined,
)

/** The number that a scheme gave, or null where it is no more: it stands on the drafts of the visit. */
export const authorisationGiven = question(
  async (
    _caller: Caller,
    _about: {
      visit_id: string
      scheme_id: string
      membership_id: string
      number: string | null
    },
  ): Promise<void> => undefined,
)

/** A claim beyond DRAFT that uses this authorisation, by its number (3.6). */
export const claimsUseAuthorisation = question(
  async (
    _caller: Caller,
    _about: { visit_id: string; scheme_id: string; number: string | null },
  ): Promise<string | null> => null,
)

export interface SchemeTook {
  bill_id: string
  scheme_id: string
  membership_id: string | null
  lines: readonly { item_id: string; amount: number; preauth_id: string | null }[]
}

/** A scheme took over a part of an issued bill (BIL-50): its claim is made or extended, in minor units. */
export const schemeTookOver = question(
  async (_caller: Caller, _took: SchemeTook): Promise<void> => undefined,
)

/** A bill with a scheme's share was issued: its claim is made or extended (BIL-113). */
export const schemeBillIssued = question(
  async (_caller: Caller, _bill_id: string): Promise<void> => undefined,
)
