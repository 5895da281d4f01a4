// What credit notes and refunds ask of claims (BIL-72) before they stand.
// What cover and bills ask of each other and of claims, which stand below them. Silence: there are no
// bills, there are no claims.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

export interface ClaimOfItem {
  item_id: string
  number: string
  /** SUBMITTED or later: nothing of it may change by a credit note. */
  submitted: boolean
}

/** The live claims in which these lines of bills stand. */
export const claimsOfItems = question(
  async (_caller: Caller, _item_ids: readonly string[]): Promise<ClaimOfItem[]> => [],
)

/** In the same transaction: the scheme's part of these lines fell, in minor units. */
export const claimLinesCredited = question(
  async (
    _caller: Caller,
    _credited: readonly { item_id: string; amount: number; quantity: number | null }[],
  ): Promise<void> => undefined,
)

/** The account on which a scheme's debt stands, by its kind (P-02): `ar_national` or `ar_scheme`. */
export const schemeRole = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _scheme_id: string | null,
  ): Promise<'ar_national' | 'ar_scheme'> => 'ar_scheme',
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

/** A bill with a scheme's share was issued: its claim is made or extended (BIL-113). */
export const schemeBillIssued = question(
  async (_caller: Caller, _bill_id: string): Promise<void> => undefined,
)

/** BIL-72: the claim that was submitted with one of these lines, by its number; null: none was. */
export const submittedClaimOf = question(
  async (_caller: Caller, _item_ids: readonly string[]): Promise<string | null> => null,
)

/**
 * BIL-72, BIL-120: the scheme's part of these lines falls by so much, in minor units, because they
 * were credited, cancelled or given to another payer. A claim with nothing left is CANCELLED.
 */
export const claimLinesFell = question(
  async (
    _caller: Caller,
    _lines: readonly { item_id: string; amount: number }[],
    _reason: string,
  ): Promise<void> => undefined,
)
