// Signing in: the name, the password, what stands against it, the second factor, the session.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { run, within } from '../../../../store/connection.ts'
import { newSecret } from '../../../../core/ids.ts'
import { isRefusal, type Refusal, unauthorised } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { holdAccount, locked, notRight, wrong } from './attempts.ts'
import type { LoginRequest } from './shapes.ts'
import { hashOfToken, type Session, type User } from '../callers.ts'
import { identify } from './identify.ts'
import { clear, keyOfUser, lockedOut, lockedUntil } from './lockouts.ts'
import { securityOf } from '../../settings/security.ts'
import type { Station, StationProof } from '../../../neighbours/workstations.ts'
import * as sessions from './sessions.ts'
import { stationAt } from './stations.ts'
import { shutFor } from './shut.ts'
import { isFamiliar, note } from './sign-ins.ts'
import { sign_in_challenges, users } from '../tables.ts'
import { proves } from './two-factor.ts'
import { warn } from '../users/warnings.ts'
import { countedWrong, looked, whosePassword } from './whose-password.ts'
import type { session_methods } from '../words.ts'

export const challenge_lives_ms = minutes(5)
const wrong_codes_max = 5

/** A session, or the token with which the second factor is still to be shown. */
export type Entry =
  | { session: Session; tokens: sessions.Tokens; session_token: null }
  | { session: null; tokens: null; session_token: string }

export async function login(
  caller: Caller,
  asked: LoginRequest,
  proof: StationProof | null = null,
): Promise<Entry> {
  const { hospital, counted } = await identify(asked)
  const all = await looked(counted)
  const user = await whosePassword(asked.password, all)
  return kept(async () => {
    if (user !== undefined) return admit(caller, user, proof)
    const until = await countedWrong(caller, hospital?.id, all)
    return until === null ? notRight() : lockedOut(until)
  })
}

/** The second step, for an account that has two-factor on (PLT-24). */
export function verify(
  caller: Caller,
  { session_token, code }: { session_token: string; code: string },
  proof: StationProof | null = null,
): Promise<Entry> {
  return kept(async () => {
    const token_hash = hashOfToken(session_token)
    const challenge = await sign_in_challenges.findAnywhere({ token_hash }, { lock: true })
    if (challenge === undefined || challenge.ends_at <= clock.instant()) return again()
    const { hospital_id, user_id: id } = challenge
    const user = await users.find({ hospital_id, id }, { lock: true })
    if (user?.totp_enabled_at === null || user === undefined) return again()
    const stopped = await stoppedBy(caller, user)
    if (stopped !== null) return stopped
    if (await proves(user, code)) {
      await sign_in_challenges.remove({ token_hash, hospital_id })
      return enterAt(caller, user, 'PASSWORD_2FA', proof)
    }
    await wrong(caller, { key: keyOfUser(user), user, outcome: 'WRONG_CODE' })
    if (challenge.wrong + 1 >= wrong_codes_max) {
      await sign_in_challenges.remove({ token_hash, hospital_id })
      return again()
    }
    await sign_in_challenges.change({ token_hash, hospital_id }, { wrong: challenge.wrong + 1 })
    return unauthorised('The code is not right.')
  })
}

const again = (): Refusal => unauthorised('Sign in again.')

/** A refused attempt leaves its traces: the count, the history, the log. So it is thrown after. */
async function kept(work: () => Promise<Entry | Refusal>): Promise<Entry> {
  const outcome = await within(work)
  if (isRefusal(outcome)) throw outcome
  return outcome
}

async function admit(
  caller: Caller,
  found: User,
  proof: StationProof | null,
): Promise<Entry | Refusal> {
  const user = await holdAccount(found)
  // While the password was compared somebody may have changed it.
  if (user === undefined || user.password !== found.password || user.status === 'CLOSED') {
    return notRight()
  }
  const stopped = await stoppedBy(caller, user)
  if (stopped !== null) return stopped
  return user.totp_enabled_at === null ? enterAt(caller, user, 'PASSWORD', proof) : challenge(user)
}

async function challenge({ hospital_id, id }: User): Promise<Entry> {
  const session_token = newSecret()
  await sign_in_challenges.insert({
    token_hash: hashOfToken(session_token),
    hospital_id,
    user_id: id,
    ends_at: instantIn(challenge_lives_ms),
  })
  return { session: null, tokens: null, session_token }
}

/** The lock, then PLT-20 in its order; the workstation's rules (PLT-90) come last, in enterAt. */
async function stoppedBy(caller: Caller, user: User): Promise<Refusal | null> {
  const key = keyOfUser(user)
  const until = await lockedUntil(key)
  if (until !== null) return locked(caller, { key, user }, until)
  const reason = await shutFor(user)
  if (reason === null) return null
  await note(caller, { key, user, outcome: 'REFUSED', reason })
  return unauthorised(reason)
}

async function enterAt(
  caller: Caller,
  user: User,
  method: (typeof session_methods)[number],
  proof: StationProof | null,
): Promise<Entry | Refusal> {
  const { station, refused } = await stationAt(caller, user, proof)
  if (refused === null) return enter(caller, user, method, station)
  await note(caller, { key: keyOfUser(user), user, outcome: 'REFUSED', reason: refused })
  return unauthorised(refused)
}

async function enter(
  caller: Caller,
  user: User,
  method: (typeof session_methods)[number],
  station: Station | null,
): Promise<Entry> {
  const { session_max_days } = await securityOf(user)
  const familiar = await isFamiliar(caller, user)
  const opened = await sessions.open({
    user,
    method,
    facts: caller,
    max_days: session_max_days,
    device_id: station?.id ?? null,
    facility_id: station?.facility_id ?? null,
  })
  await sessions.closeSurplus(user, opened.session.id)
  await clear(user)
  await note(caller, { key: keyOfUser(user), user, outcome: 'OK' })
  await run(
    sql`update users set last_sign_in_at = ${clock.instant()}, last_sign_in_ip = ${caller.ip} where id = ${user.id}`,
  )
  if (!familiar) await warn(user, 'new_sign_in', { about: caller.ip ?? '' })
  return { ...opened, session_token: null }
}
