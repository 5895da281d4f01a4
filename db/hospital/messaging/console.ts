// A sign-in exchanged for a key of the messaging API that lives some minutes (MSG-112).

import type { Caller } from '../../caller.ts'
import type { Static } from '../../kinds/kinds.ts'
import { type AccountRow, findAccount } from '../../messaging/accounts/accounts.ts'
import { createConsoleKey } from '../../messaging/keys/keys.ts'
import { accountFor } from '../../messaging/messages/hospital.ts'
import { consoleScopes, expanded } from '../../messaging/scopes.ts'
import { conflict } from '../../refusal.ts'
import { record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { factsFor } from '../hospitals/messaging.ts'
import type { ConsoleKey } from './shapes.ts'

/** For the caller's own hospital, with what the caller may do there. */
export async function openConsole(
  caller: Caller,
  purpose: string | null,
): Promise<Static<typeof ConsoleKey>> {
  const account = await accountFor(factsFor(await hospitalOf(caller)))
  if (account === null) throw conflict('This hospital has no messaging account.')
  return open(caller, account, consoleScopes(caller.permissions), purpose)
}

/** For any account, by the platform; why stands in the audit of both. */
export async function openConsoleOf(
  caller: Caller,
  account_id: string,
  reason: string,
): Promise<Static<typeof ConsoleKey>> {
  const account = await findAccount(account_id)
  return open(caller, account, [...expanded(['*', 'account:manage'])], reason)
}

async function open(
  caller: Caller,
  account: AccountRow,
  scopes: readonly string[],
  reason: string | null,
): Promise<Static<typeof ConsoleKey>> {
  const made = await createConsoleKey(
    { actor: `user:${caller.user_id ?? caller.name}`, address: caller.ip },
    account,
    {
      name: caller.name,
      scopes,
      session_id: caller.session_id,
      address: caller.ip,
      ...(reason === null ? {} : { reason }),
    },
  )
  record(caller, 'messaging.console_key', {
    entity_type: 'messaging_key',
    entity_id: made.id,
    reason,
  })
  return { key: made.key, scopes: made.scopes, expires_at: made.expiresAt ?? '' }
}
