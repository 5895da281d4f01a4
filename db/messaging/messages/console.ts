// The door for consoles (MSG-112): keys that stand for a sign-in.

import { type AccountRow, findAccount } from '../accounts/accounts.ts'
import type { Actor } from '../caller.ts'
import { createConsoleKey } from '../keys/keys.ts'
import { consoleScopes, expanded } from '../scopes.ts'
import { accountFor, type HospitalFacts } from './hospital.ts'

export interface SignedIn {
  name: string
  session_id: string | null
  address: string | null
  reason?: string
}

export interface Opened {
  id: string
  key: string
  scopes: string[]
  expires_at: string
}

/** Null where the hospital has no account. */
export async function consoleOfHospital(
  by: Actor,
  hospital: HospitalFacts,
  permissions: ReadonlySet<string>,
  signed_in: SignedIn,
): Promise<Opened | null> {
  const account = await accountFor(hospital)
  return account === null ? null : open(by, account, consoleScopes(permissions), signed_in)
}

export const consoleOf = async (
  by: Actor,
  account_id: string,
  signed_in: SignedIn,
): Promise<Opened> =>
  open(by, await findAccount(account_id), [...expanded(['*', 'account:manage'])], signed_in)

async function open(
  by: Actor,
  account: AccountRow,
  scopes: readonly string[],
  signed_in: SignedIn,
): Promise<Opened> {
  const made = await createConsoleKey(by, account, { ...signed_in, scopes })
  return { id: made.id, key: made.key, scopes: made.scopes, expires_at: made.expiresAt ?? '' }
}
