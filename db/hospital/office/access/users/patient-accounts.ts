// Accounts of patients, for the portal, which decides who gets one (front office POR-1 to POR-6).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { invalid, isRefusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import type { Hospital } from '../../hospitals/hospitals.ts'
import type { Language } from '../../hospitals/words.ts'
import { securityOf } from '../../settings/security.ts'
import type { LoginReply } from '../sign-in/shapes.ts'
import { forgetUser, type User } from '../callers.ts'
import { clear } from '../sign-in/lockouts.ts'
import { afterEntry } from '../own/me.ts'
import { judge } from '../sign-in/password-rules.ts'
import { isPassword } from '../sign-in/passwords.ts'
import * as sessions from '../sign-in/sessions.ts'
import { users } from '../tables.ts'
import type { user_states } from '../words.ts'

export type { User } from '../callers.ts'
type Of = Pick<Caller, 'hospital_id'>

export interface AccountHolder {
  id: string
  number: string
  full_name: string
  phone: string | null
  email: string | null
  language: Language
  facility_id: string
}

export async function accountOf(
  { hospital_id }: Of,
  patient_id: string,
  lock = false,
): Promise<User | undefined> {
  const found = await users.all(
    { hospital_id, patient_id, kind: 'PATIENT' },
    { order: ['-created_at', '-id'], limit: 1, lock },
  )
  return found[0]
}

export async function accountById({ hospital_id }: Of, id: string): Promise<User | undefined> {
  const found = await users.find({ hospital_id, id })
  return found?.kind === 'PATIENT' ? found : undefined
}

/** There once a code was given out; without a password nobody signs in. */
export async function invite(caller: Caller, holder: AccountHolder): Promise<User> {
  const known = await accountOf(caller, holder.id, true)
  const { hospital_id } = caller
  const kept = {
    full_name: holder.full_name.slice(0, 120),
    language: holder.language,
    default_facility_id: holder.facility_id,
  }
  if (known === undefined) {
    return users.insert({
      ...kept,
      hospital_id,
      kind: 'PATIENT',
      username: await freeName(caller, holder.number),
      phone: holder.phone,
      email: holder.email,
      patient_id: holder.id,
      status: 'INVITED',
      created_by_name: caller.name,
    })
  }
  if (known.status === 'CLOSED') {
    await users.change(
      { hospital_id, id: known.id },
      { ...kept, status: 'INVITED', password: null, close_reason: null, phone: holder.phone },
    )
    return { ...known, ...kept, status: 'INVITED', password: null, phone: holder.phone }
  }
  return known
}

/** Patients sign in by their number; should somebody of the staff be called so, it gets a tail. */
async function freeName({ hospital_id }: Of, number: string): Promise<string> {
  const name = number.toLowerCase().slice(0, 32)
  const taken = await users.find({ hospital_id, username: name })
  return taken === undefined ? name : `${name}.${newId().slice(-6)}`
}

/** PLT-26 under the name the portal's bodies have for it. */
export async function judgePassword(
  password: string,
  owner: Pick<User, 'username' | 'email' | 'phone'>,
  house: Hospital,
): Promise<void> {
  try {
    await judge(password, { ...owner, password: null }, house)
  } catch (error) {
    if (!isRefusal(error) || error.field !== 'new_password') throw error
    throw invalid('password', error.message.slice('new_password '.length))
  }
}

/** POR-5: several accounts on one telephone are told apart by their passwords. */
export async function isTakenAt(
  { hospital_id }: Of,
  phone: string | null,
  password: string,
  but: string | null,
): Promise<boolean> {
  if (phone === null) return false
  const others = await users.read(
    sql`select ${users.selection()} from users where hospital_id = ${hospital_id}
      and phone = ${phone} and kind = 'PATIENT' and status <> 'CLOSED'
      and id <> ${but ?? ''} and password is not null order by id limit 20`,
  )
  const same = await Promise.all(
    others.flatMap(({ password: kept }) => (kept === null ? [] : [isPassword(password, kept)])),
  )
  return same.includes(true)
}

/** The password is chosen: what was open before is closed, and the account is in use. */
export async function activate(
  caller: Caller,
  account: User,
  chosen: { hashed: string; phone: string | null; language: Language },
): Promise<User> {
  const { hospital_id, id } = account
  const changes = {
    status: 'ACTIVE' as const,
    password: chosen.hashed,
    password_changed_at: clock.instant(),
    phone: chosen.phone,
    language: chosen.language,
  }
  await users.change({ hospital_id, id }, changes)
  await sessions.close(account, 'password')
  await clear(account)
  record(caller, 'portal_account.activate', {
    entity_type: 'user',
    entity_id: id,
    entity_label: account.full_name,
    patient_id: account.patient_id,
    from_state: account.status,
    to_state: 'ACTIVE',
  })
  return { ...account, ...changes }
}

/** A move of the portal's own: sessions close with everything but a return. */
export async function setState(
  caller: Caller,
  account: User,
  status: (typeof user_states)[number],
  reason: string | null,
): Promise<void> {
  const { hospital_id, id } = account
  const why = status === 'CLOSED' ? { close_reason: reason } : { suspend_reason: reason }
  await users.change({ hospital_id, id }, { status, ...why })
  if (status !== 'ACTIVE') await sessions.close(account, 'portal')
  forgetUser(id)
  record(caller, `portal_account.${status.toLowerCase()}`, {
    entity_type: 'user',
    entity_id: id,
    entity_label: account.full_name,
    patient_id: account.patient_id,
    from_state: account.status,
    to_state: status,
    reason,
  })
}

/** A merge, or its undo: the account is another record's from now on. */
export async function belongsTo(account: User, patient_id: string): Promise<void> {
  const { hospital_id, id } = account
  await users.change({ hospital_id, id }, { patient_id })
  await sessions.close(account, 'portal')
  forgetUser(id)
}

export interface Issued {
  session_id: string
  reply: LoginReply
}

/** platform 4.17 `issueTokens`: a new pair for a patient's account, in the transaction in hand. */
export async function issueTokens(caller: Caller, account: User): Promise<Issued> {
  const { session_max_days } = await securityOf(account)
  const opened = await sessions.open({
    user: account,
    method: 'PASSWORD',
    facts: caller,
    max_days: session_max_days,
  })
  await sessions.closeSurplus(account, opened.session.id)
  const { reply } = await afterEntry({ ...opened, session_token: null })
  return { session_id: opened.session.id, reply }
}

/** platform 4.17 `closeSessions`. */
export const closeSession = (account: User, session_id: string, reason: string): Promise<number> =>
  sessions.close(account, reason, { only: session_id })
