// The life of an account (platform 3.1), also for other areas (PLT-53).

import type { Caller } from '../../../../core/caller.ts'
import { run } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../audit/record.ts'
import { today } from '../../hospitals/hospitals.ts'
import { holdAdministrators, notTheLast } from './administrators.ts'
import { forgetCallers, type User } from '../callers.ts'
import * as sessions from '../sign-in/sessions.ts'
import { users } from '../tables.ts'
import type { OneUser } from './shapes.ts'
import { find, userRecord, user_life } from './users.ts'
import { killCodes } from './codes.ts'

export async function suspend(caller: Caller, id: string, reason: string): Promise<OneUser> {
  const user = await held(caller, id)
  if (caller.user_id === id) throw conflict('You cannot suspend yourself.')
  const status = user_life.move('suspend', user.status, user.username)
  await notTheLast(caller, id)
  await shut(caller, user, { status, suspend_reason: reason })
  note(caller, user, 'user.suspend', status, reason)
  return find(caller, id)
}

export async function reinstate(
  caller: Caller,
  id: string,
  reason: string | null = null,
): Promise<OneUser> {
  const user = await held(caller, id)
  const open = user_life.move('reinstate', user.status, user.username)
  if (user.valid_until !== null && user.valid_until < (await today(caller))) {
    throw conflict(`This account ended on ${user.valid_until}. Change its last day first.`)
  }
  const status = user.password_changed_at === null ? 'INVITED' : open
  await users.change({ hospital_id: caller.hospital_id, id }, { status, suspend_reason: null })
  forgetCallers()
  note(caller, user, 'user.reinstate', status, reason)
  return find(caller, id)
}

/** For good: the name stays on all past work, the username is never given again. */
export async function close(caller: Caller, id: string, reason: string): Promise<OneUser> {
  const user = await held(caller, id)
  if (caller.user_id === id) throw conflict('You cannot close your own account.')
  const status = user_life.move('close', user.status, user.username)
  await notTheLast(caller, id)
  await shut(caller, user, { status, close_reason: reason })
  const day = await today(caller)
  await run(
    sql`update user_roles set until = ${day} where user_id = ${id} and (until is null or until > ${day})`,
  )
  note(caller, user, 'user.close', status, reason)
  return find(caller, id)
}

/** Suspension from duty and exit; an account that is shut already stays so. */
export async function disableUser(caller: Caller, id: string, reason: string): Promise<void> {
  const { status } = await userRecord.get(caller, id)
  if (status === 'INVITED' || status === 'ACTIVE') await suspend(caller, id, reason)
}

export async function enableUser(caller: Caller, id: string): Promise<void> {
  const { status } = await userRecord.get(caller, id)
  if (status === 'SUSPENDED') await reinstate(caller, id)
}

export async function closeUser(caller: Caller, id: string, reason: string): Promise<void> {
  const { status } = await userRecord.get(caller, id)
  if (status !== 'CLOSED') await close(caller, id, reason)
}

async function held(caller: Caller, id: string): Promise<User> {
  await holdAdministrators(caller)
  const user = await userRecord.locked(caller, id)
  fresh(caller, user)
  return user
}

/** Every session ends, and every code or temporary password that was on its way is dead. */
async function shut(
  caller: Caller,
  user: User,
  changes: Partial<Pick<User, 'status' | 'suspend_reason' | 'close_reason'>>,
): Promise<void> {
  const temporary = user.temporary_until !== null && user.must_change_password
  await users.change(
    { hospital_id: caller.hospital_id, id: user.id },
    { ...changes, ...(temporary ? { password: null, temporary_until: null } : {}) },
  )
  await killCodes(user)
  await sessions.close(user, changes.status === 'CLOSED' ? 'closed' : 'suspended')
}

const note = (
  caller: Caller,
  user: User,
  action: string,
  to_state: string,
  reason: string | null,
): void =>
  record(caller, action, {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    from_state: user.status,
    to_state,
    reason,
  })
