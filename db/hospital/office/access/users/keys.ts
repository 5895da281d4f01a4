// Helping somebody who is locked out, and ending sessions that should not be (PLT-52).

import { stationLabels } from '../../../neighbours/workstations.ts'
import { stationOfSession } from '../own/own-sessions.ts'
import type { Caller } from '../../../../core/caller.ts'
import { rows, within } from '../../../../store/connection.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import { forgetCallers, type Session, type User } from '../callers.ts'
import { warn } from './warnings.ts'
import * as lockouts from '../sign-in/lockouts.ts'
import * as sessions from '../sign-in/sessions.ts'
import { recovery_codes, users } from '../tables.ts'
import type { OneUser, PasswordReset, UserSession } from './shapes.ts'
import { find, userRecord, user_life } from './users.ts'
import { giveTemporary, makeTemporary, sendResetCode } from './codes.ts'
import { mayHoldPasswordOf } from './open.ts'

export async function unlock(caller: Caller, id: string): Promise<OneUser> {
  const user = await userRecord.locked(caller, id)
  fresh(caller, user)
  await lockouts.clear(user)
  note(caller, user, 'user.unlock')
  return find(caller, id)
}

/** Opens its own transaction: a temporary password is hashed before it. */
export async function resetPassword(caller: Caller, id: string): Promise<PasswordReset> {
  const temporary = await makeTemporary()
  return within(async () => {
    const user = await userRecord.locked(caller, id)
    fresh(caller, user)
    if (user.status !== 'ACTIVE') throw user_life.refusal(user.status, user.username)
    // The command line is the way back in when nobody can read a code any more.
    const sent = caller.kind === 'COMMAND_LINE' ? null : await sendResetCode(caller, user)
    if (sent === null) await mayHoldPasswordOf(caller, user)
    const closed = await sessions.close(user, 'password_reset')
    note(caller, user, 'user.reset_password', closed)
    if (sent !== null) {
      const { sent_to, expires_at } = sent
      return { sent_to, expires_at, temporary_password: null }
    }
    const temporary_password = await giveTemporary(user, temporary)
    return { sent_to: null, expires_at: null, temporary_password }
  })
}

export async function resetTwoFactor(caller: Caller, id: string, reason: string): Promise<OneUser> {
  const user = await userRecord.locked(caller, id)
  fresh(caller, user)
  if (user.status === 'CLOSED') throw user_life.refusal(user.status, user.username)
  await users.change(
    { hospital_id: caller.hospital_id, id },
    {
      totp_secret: null,
      totp_enabled_at: null,
      totp_pending: null,
      totp_pending_until: null,
      totp_last_step: null,
    },
  )
  await recovery_codes.remove({ user_id: id })
  const closed = await sessions.close(user, 'two_factor_reset')
  note(caller, user, 'user.reset_2fa', closed, reason)
  await warn(user, 'two_factor_off')
  return find(caller, id)
}

export async function sessionsOf(caller: Caller, id: string): Promise<UserSession[]> {
  await userRecord.get(caller, id)
  return viewSessions(caller, await sessions.openOf(caller, id))
}

export async function closeSessions(
  caller: Caller,
  id: string,
  session_id: string | null = null,
): Promise<{ closed: number }> {
  const user = await userRecord.get(caller, id)
  const closed = await sessions.close(
    user,
    'administrator',
    session_id === null ? {} : { only: session_id },
  )
  if (session_id !== null && closed === 0) throw noSuch('session')
  forgetCallers()
  sessions.noteClosed(caller, user, closed)
  return { closed }
}

async function viewSessions(caller: Caller, found: readonly Session[]): Promise<UserSession[]> {
  const ids = found.map(({ facility_id }) => facility_id ?? '')
  const facilities = await rows<{ id: string; name: string }>(
    sql`select id, name from facilities where hospital_id = ${caller.hospital_id} and id${oneOf(ids)}`,
  )
  const labels = await stationLabels(found.flatMap(({ device_id }) => device_id ?? []))
  return found.map((session) => ({
    ...session,
    current: session.id === caller.session_id,
    device: stationOfSession(session, labels),
    facility: facilities.find(({ id }) => id === session.facility_id) ?? null,
  }))
}

const note = (
  caller: Caller,
  user: User,
  action: string,
  closed?: number,
  reason: string | null = null,
): void =>
  record(caller, action, {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    ...(closed === undefined ? {} : { rows: closed }),
    reason,
  })
