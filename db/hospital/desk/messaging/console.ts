// A sign-in exchanged for a key of the messaging API that lives some minutes (MSG-112).

import type { Caller } from '../../../core/caller.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import {
  consoleOf,
  consoleOfHospital,
  type Opened,
  type SignedIn,
} from '../../../messaging/messages/console.ts'
import { conflict } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import type { ConsoleKey } from './shapes.ts'

type Key = Static<typeof ConsoleKey>

/** For the caller's own hospital, with what the caller may do there. */
export async function openConsole(caller: Caller, purpose: string | null): Promise<Key> {
  const opened = await consoleOfHospital(
    actorOf(caller),
    factsFor(await hospitalOf(caller)),
    caller.permissions,
    signedIn(caller, purpose),
  )
  if (opened === null) throw conflict('This hospital has no messaging account.')
  return noted(caller, opened, purpose)
}

/** For any account, by the platform; why stands in the audit of both. */
export const openConsoleOf = async (
  caller: Caller,
  account_id: string,
  reason: string,
): Promise<Key> =>
  noted(caller, await consoleOf(actorOf(caller), account_id, signedIn(caller, reason)), reason)

const actorOf = ({ user_id, name, ip }: Caller) => ({
  actor: `user:${user_id ?? name}`,
  address: ip,
})

const signedIn = ({ name, session_id, ip }: Caller, reason: string | null): SignedIn => ({
  name,
  session_id,
  address: ip,
  ...(reason === null ? {} : { reason }),
})

function noted(caller: Caller, { id, ...key }: Opened, reason: string | null): Key {
  record(caller, 'messaging.console_key', {
    entity_type: 'messaging_key',
    entity_id: id,
    reason,
  })
  return key
}
