// What may stand in one account only: the username, the addresses, the staff record.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { phone } from '../../hospitals/hospitals.ts'
import type { User } from '../callers.ts'
import { isAdministrator } from '../roles/grants.ts'
import { rolesOf } from '../roles/permissions.ts'
import { warn } from './warnings.ts'

export interface Contact {
  email?: string | null
  phone?: string | null
}

type Unique = Contact & { username?: string; staff_id?: string | null }

export async function readContact(caller: Caller, input: Contact): Promise<Contact> {
  return {
    ...(input.email === undefined ? {} : { email: input.email?.toLowerCase() ?? null }),
    ...(typeof input.phone === 'string'
      ? { phone: await phone(caller, 'phone', input.phone) }
      : input.phone === null
        ? { phone: null }
        : {}),
  }
}

/** Names whose it is, so that a clerk knows where to look. */
export async function refuseTaken(caller: Caller, given: Unique, id = ''): Promise<void> {
  const { hospital_id } = caller
  const other = sql`select full_name, username from users where hospital_id = ${hospital_id} and id <> ${id}`
  const open = sql`${other} and kind <> 'PATIENT' and status <> 'CLOSED'`
  type Other = { full_name: string; username: string }
  if (given.username !== undefined) {
    const found = await row<Other>(sql`${other} and username = ${given.username}`)
    if (found !== undefined) throw usernameTaken(given.username)
  }
  if (typeof given.email === 'string') {
    const found = await row<Other>(sql`${open} and email = ${given.email}`)
    if (found !== undefined) throw conflict(`Email ${given.email} belongs to ${found.full_name}.`)
  }
  if (typeof given.phone === 'string') {
    const found = await row<Other>(sql`${open} and phone = ${given.phone}`)
    if (found !== undefined) throw conflict(`Phone ${given.phone} belongs to ${found.full_name}.`)
  }
  if (typeof given.staff_id === 'string') {
    const found = await row<Other>(sql`${open} and staff_id = ${given.staff_id}`)
    if (found !== undefined) {
      throw conflict(`${found.full_name} already has the account ${found.username}.`)
    }
  }
}

const usernameTaken = (username: string): Error => conflict(`The username ${username} is taken.`)

/** Two at once: the database refuses the later one. */
export function takenBy(error: unknown, given: Unique): unknown {
  if (isTaken(error, 'username')) return usernameTaken(given.username ?? '')
  if (isTaken(error, 'email')) return conflict(`Email ${given.email} belongs to another account.`)
  if (isTaken(error, 'phone')) return conflict(`Phone ${given.phone} belongs to another account.`)
  if (isTaken(error, 'staff_id')) return conflict('This staff record already has an account.')
  return error
}

/** Codes go to the contact, so whoever sets it could become an administrator (decision 0038). */
export async function mayChangeContact(
  caller: Caller,
  user: User,
  changes: Contact,
): Promise<void> {
  if (!isChanged(user, changes) || caller.user_id === user.id) return
  const held = await rolesOf(user.hospital_id, user.id)
  if (!held.some(({ code }) => code === 'administrator')) return
  if (await isAdministrator(caller)) return
  throw conflict('Ask an administrator to change this account.')
}

const isChanged = (user: User, { email, phone: number }: Contact): boolean =>
  (email !== undefined && email !== user.email) || (number !== undefined && number !== user.phone)

/** PLT-32: an administrator changes a contact at once, and the old one is told. */
export async function tellOldContact(user: User, changes: Contact): Promise<void> {
  const old = {
    ...(changes.email === undefined || changes.email === user.email ? {} : { email: user.email }),
    ...(changes.phone === undefined || changes.phone === user.phone ? {} : { phone: user.phone }),
  }
  if (typeof old.email === 'string') {
    await warn(user, 'contact_changed', { email: old.email, phone: null })
  }
  if (typeof old.phone === 'string') {
    await warn(user, 'contact_changed', { email: null, phone: old.phone })
  }
}
