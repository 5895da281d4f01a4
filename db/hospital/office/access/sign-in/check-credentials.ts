// A second person at the same workstation proves who he or she is (platform 4.17): the same lock and the
// same count as a sign-in, and no session. It opens its own transaction, because a wrong guess is
// counted although the answer is a refusal.

import type { Caller } from '../../../../core/caller.ts'
import { within } from '../../../../store/connection.ts'
import { conflict, invalid, isRefusal, notPermitted, Refusal } from '../../../../core/refusal.ts'
import { byId } from '../../hospitals/hospitals.ts'
import { mayDo, type User } from '../callers.ts'
import { holdAccount, wrong } from './attempts.ts'
import { countedIn } from './identify.ts'
import { clear, keyOfUser, lockedOut, lockedUntil } from './lockouts.ts'
import { shutFor } from './shut.ts'
import { proves } from './two-factor.ts'
import { countedWrong, looked, whosePassword } from './whose-password.ts'

export interface Credentials {
  identifier: string
  password: string
  /** Of an account that has two-factor on. */
  code?: string | null | undefined
  /** What this person must hold. */
  permission: string
}

export interface SecondPerson {
  user_id: string
  staff_id: string | null
  name: string
}

export async function checkCredentials(caller: Caller, asked: Credentials): Promise<SecondPerson> {
  const hospital = await byId(caller.hospital_id)
  const all = await looked(await countedIn(hospital, [asked.identifier.trim()]))
  const owner = await whosePassword(asked.password, all)
  const outcome = await within(async () => {
    if (owner !== undefined && owner.kind === 'STAFF') return proved(caller, owner, asked)
    const until = await countedWrong(caller, hospital.id, all)
    return until === null ? notRight() : shutOut(until)
  })
  if (isRefusal(outcome)) throw outcome
  return outcome
}

const notRight = (): Refusal =>
  new Refusal(400, 'invalid', "The witness's name or password is not right.", {
    field: 'password',
  })

/** No route with a token answers 429 (PLT-7). */
const shutOut = (until: string): Refusal => conflict(lockedOut(until).message, 'locked')

async function proved(
  caller: Caller,
  found: User,
  { code, permission }: Credentials,
): Promise<SecondPerson | Refusal> {
  const user = await holdAccount(found)
  // While the password was compared somebody may have changed it.
  if (user === undefined || user.password !== found.password || user.status === 'CLOSED') {
    return notRight()
  }
  const key = keyOfUser(user)
  const until = await lockedUntil(key)
  if (until !== null) return shutOut(until)
  const shut = await shutFor(user)
  if (shut !== null) return conflict(shut, 'witness')
  if (user.totp_enabled_at !== null) {
    if (!code) return invalid('code', 'is required: this account signs in with a code as well.')
    if (!(await proves(user, code))) {
      await wrong(caller, { key, user, outcome: 'WRONG_CODE' })
      return invalid('code', 'is not right.')
    }
  }
  await clear(user)
  if (!(await mayDo(user, permission))) return notPermitted(permission)
  return { user_id: user.id, staff_id: user.staff_id, name: user.full_name }
}
