// Opening an account and inviting its owner (PLT-51), also for other areas (platform 4.17).

import { asks, type Caller, can } from '../../../../core/caller.ts'
import { rows, within } from '../../../../store/connection.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, invalid, isRefusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { record } from '../../audit/record.ts'
import { hospitalOf, today } from '../../hospitals/hospitals.ts'
import type { User } from '../callers.ts'
import { readContact, refuseTaken, takenBy } from './contacts.ts'
import { isAdministrator, mayGive } from '../roles/grants.ts'
import { codesOfRole, heldBy } from '../roles/permissions.ts'
import { roles, users } from '../tables.ts'
import { refuseBeyondPlan, refuseUnlicensed } from '../../../neighbours/licence.ts'
import { tell } from '../../../neighbours/telling.ts'
import type { Invited, UserCreated, UserInput } from './shapes.ts'
import { checkStaff, find, userRecord, user_life } from './users.ts'
import { giveTemporary, makeTemporary, sendInvitation, type Temporary } from './codes.ts'
import { assign, readBranches, readWanted, workAt } from './roles.ts'

export const username_form = /^[a-z][a-z0-9._-]{2,39}$/

/** Opens its own transaction: a temporary password is hashed before it. */
export async function open(caller: Caller, input: UserInput): Promise<UserCreated> {
  if ((input.roles ?? []).length > 0) asks(caller, 'user:grant')
  const temporary = await makeTemporary()
  return within(() => openWith(caller, input, temporary))
}

/** The same words said again open nothing twice (OPS-73): what of them does not fit the account. */
export async function differsFrom(
  caller: Caller,
  user: User,
  input: Pick<UserInput, 'full_name' | 'email' | 'phone'>,
): Promise<'name' | 'email' | 'phone' | null> {
  const { email, phone } = await readContact(caller, input)
  if (input.full_name !== user.full_name) return 'name'
  if (email !== undefined && email !== user.email) return 'email'
  return phone !== undefined && phone !== user.phone ? 'phone' : null
}

/** Within a transaction, for those who open an account among other things. */
export async function openWith(
  caller: Caller,
  input: UserInput,
  temporary: Temporary,
): Promise<UserCreated> {
  await refuseUnlicensed(caller, 'create a user')
  await refuseBeyondPlan(caller, 'users')
  const user = await write(caller, input)
  const way = await wayIn(caller, user, input.invite !== false, temporary)
  return { user: await find(caller, user.id), ...way }
}

async function write(caller: Caller, input: UserInput): Promise<User> {
  const username = input.username.toLowerCase()
  if (!username_form.test(username)) {
    throw invalid('username', 'must be a–z, 0–9, ., _ and -, beginning with a letter.')
  }
  if (typeof input.valid_until === 'string' && input.valid_until < (await today(caller))) {
    throw invalid('valid_until', 'is in the past.')
  }
  const contact = await readContact(caller, input)
  const branches = await readBranches(caller, input)
  const wanted = await readWanted(caller, input.roles ?? [])
  await checkStaff(caller, input.staff_id)
  const unique = { ...contact, username, staff_id: input.staff_id ?? null }
  await refuseTaken(caller, unique)
  const user = await users
    .insert({
      hospital_id: caller.hospital_id,
      kind: 'STAFF',
      username,
      full_name: input.full_name,
      ...contact,
      staff_id: input.staff_id ?? null,
      status: 'INVITED',
      default_facility_id: branches.default_facility_id,
      language: input.language ?? (await hospitalOf(caller)).language,
      valid_until: input.valid_until ?? null,
      notes: input.notes ?? null,
      created_by_name: caller.name,
      invited_by: caller.user_id,
    })
    .catch((error: unknown) => {
      throw takenBy(error, unique)
    })
  await workAt(user, branches.facility_ids)
  if (wanted.length > 0) await assign(caller, user, wanted, input)
  record(caller, 'user.create', {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    to_state: user.status,
    changes: {
      username: [null, username],
      facilities: [null, branches.facility_ids],
      roles: [null, wanted.map(({ role }) => role.code)],
    },
  })
  return user
}

/** By a code where one can be sent, else by a temporary password in the answer. */
async function wayIn(
  caller: Caller,
  user: User,
  by_code: boolean,
  temporary: Temporary,
): Promise<Invited> {
  const invitation = by_code ? await sendInvitation(caller, user) : null
  return invitation === null
    ? { invitation, temporary_password: await giveTemporary(user, temporary) }
    : { invitation, temporary_password: null }
}

export async function invite(caller: Caller, id: string): Promise<Invited> {
  const temporary = await makeTemporary()
  return within(async () => {
    const user = await userRecord.locked(caller, id)
    fresh(caller, user)
    user_life.move('invite', user.status, user.username)
    await users.change({ hospital_id: user.hospital_id, id }, { invited_by: caller.user_id })
    const invitation = await sendInvitation(caller, user)
    if (invitation === null) await mayHoldPasswordOf(caller, user)
    record(caller, 'user.invite', {
      entity_type: 'user',
      entity_id: user.id,
      entity_label: user.full_name,
    })
    return invitation === null
      ? { invitation, temporary_password: await giveTemporary(user, temporary) }
      : { invitation, temporary_password: null }
  })
}

/** PLT-52: whoever sees a temporary password could act with all that the account may do. */
export async function mayHoldPasswordOf(caller: Caller, user: User): Promise<void> {
  const { codes, roles: held } = await heldBy(user.hospital_id, user.id)
  // An administrator may give what he does not hold, so holding as many codes is not enough.
  const is_more = held.some(({ code }) => code === 'administrator')
  if (!is_more && codes.every((code) => can(caller, code))) return
  if (await isAdministrator(caller)) return
  throw conflict('Ask an administrator to reset this account.')
}

export interface Inviting {
  full_name: string
  username?: string
  email?: string | null
  phone?: string | null
  staff_id?: string | null
  role_ids: readonly string[]
  facility_ids: readonly string[]
  default_facility_id?: string
}

interface Invitee {
  user_id: string
  sent_to?: string
  temporary_password?: string
}

/** For other areas. Roles the caller may not give are left out, and administrators are asked. */
export async function inviteUser(caller: Caller, asked: Inviting): Promise<Invitee> {
  const temporary = await makeTemporary()
  return within(() => inviteWith(caller, asked, temporary))
}

/** The same within the transaction of who opens an account among other things. */
export async function inviteWith(
  caller: Caller,
  asked: Inviting,
  temporary: Temporary,
): Promise<Invitee> {
  const { may, may_not } = await rolesToGive(caller, asked.role_ids)
  const { role_ids: _, ...given } = asked
  const made = await openWith(
    caller,
    {
      ...given,
      facility_ids: [...asked.facility_ids],
      username: asked.username ?? (await freeUsername(caller, asked.full_name)),
      roles: may.map((role_id) => ({ role_id })),
    },
    temporary,
  )
  if (may_not.length > 0) await askForRoles(caller, made.user.id, asked.full_name, may_not)
  return {
    user_id: made.user.id,
    ...(made.invitation === null ? {} : { sent_to: made.invitation.sent_to }),
    ...(made.temporary_password === null ? {} : { temporary_password: made.temporary_password }),
  }
}

async function rolesToGive(
  caller: Caller,
  role_ids: readonly string[],
): Promise<{ may: string[]; may_not: string[] }> {
  const found = await roles.all({
    hospital_id: caller.hospital_id,
    id: role_ids.filter(isId),
  })
  const may: string[] = []
  const may_not: string[] = []
  for (const role of found.filter(({ deleted_at, active }) => deleted_at === null && active)) {
    const held = can(caller, 'user:grant') && (await isGivable(caller, codesOfRole(role)))
    if (held) may.push(role.id)
    else may_not.push(role.name)
  }
  return { may, may_not }
}

async function isGivable(caller: Caller, codes: readonly string[]): Promise<boolean> {
  try {
    await mayGive(caller, codes)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Administrators give the rest. */
async function askForRoles(
  caller: Caller,
  user_id: string,
  full_name: string,
  names: readonly string[],
): Promise<void> {
  record(caller, 'account.roles_wanted', {
    entity_type: 'user',
    entity_id: user_id,
    entity_label: full_name,
    changes: { roles: [null, [...names]] },
  })
  await tell(caller, {
    to: { role: 'administrator' },
    kind: 'account.roles_wanted',
    title: `${full_name} waits for roles`,
    body: `${caller.name} opened the account and asks for: ${names.join(', ')}.`,
    entity: { type: 'user', id: user_id },
  })
}

/** First letter and last name; a number is added until nobody has had it. */
async function freeUsername(caller: Caller, full_name: string): Promise<string> {
  const words = folded(full_name)
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const plain = words.length > 1 ? `${words[0]?.slice(0, 1) ?? ''}${last}` : (words[0] ?? '')
  const stem = (/^[a-z]/.test(plain) ? plain : `u${plain}`).padEnd(3, '0').slice(0, 36)
  const taken = await rows<{ username: string }>(
    sql`select username from users where hospital_id = ${caller.hospital_id} and username like ${`${stem}%`}`,
  )
  const names = new Set(taken.map(({ username }) => username))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? stem : `${stem}${count}`
    if (!names.has(name)) return name
  }
}
