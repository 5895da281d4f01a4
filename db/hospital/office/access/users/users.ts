// Staff accounts: finding and changing them (platform 2.3, 3.1).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { readPhone } from '../../../../core/kinds/phone.ts'
import { noneCalled, noSuch } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../audit/record.ts'
import { hospitalOf, today } from '../../hospitals/hospitals.ts'
import { holdAdministrators, notTheLast } from './administrators.ts'
import { forgetCallers, type User as UserRow } from '../callers.ts'
import { isStaff } from '../../../neighbours/people.ts'
import { mayChangeContact, readContact, refuseTaken, takenBy, tellOldContact } from './contacts.ts'
import { users } from '../tables.ts'
import type { OneUser, User, UserChange, UserFilters } from './shapes.ts'
import { listed_columns, view } from './view.ts'
import { user_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

/** The moves of section 3.1; accepting an invitation is the invited person's own. */
export const user_life = life('user', user_states, {
  invite: { from: ['INVITED'], to: 'INVITED', permission: 'user:create' },
  suspend: { from: ['INVITED', 'ACTIVE'], to: 'SUSPENDED', permission: 'user:suspend' },
  reinstate: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'user:suspend' },
  close: { from: ['INVITED', 'ACTIVE', 'SUSPENDED'], to: 'CLOSED', permission: 'user:close' },
})

export interface UserListing extends PageAsked, UserFilters {
  search?: string
  /** For lists of who is there: leaves closed accounts out unless they are asked for. */
  not_closed?: boolean
}

export async function list(caller: Caller, asked: UserListing): Promise<Page<User>> {
  const now = clock.instant()
  const found = await pageFrom(users, asked, {
    columns: listed_columns,
    from: sql` from users${where([
      sql`users.hospital_id = ${caller.hospital_id}`,
      sql`users.kind = 'STAFF'`,
      when(asked.status, sql`users.status = ${asked.status}`),
      when(asked.not_closed === true && asked.status === undefined, sql`users.status <> 'CLOSED'`),
      when(asked.role, await holdsRole(caller, asked.role ?? '')),
      when(asked.facility_id, worksAt(asked.facility_id ?? '')),
      when(asked.staff_id, sql`users.staff_id = ${asked.staff_id}`),
      asked.locked === undefined ? undefined : lockedIs(asked.locked, now),
      asked.two_factor === undefined ? undefined : twoFactorIs(asked.two_factor),
      matching('users', await searchable(caller, asked.search)),
    ])}`,
    order: sql` order by users.full_name, users.id`,
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<OneUser> {
  return one(caller, await userRecord.get(caller, id))
}

export async function one(caller: Caller, found: UserRow): Promise<OneUser> {
  const [user] = await view(caller, [found])
  return { ...(user as User), moves: user_life.open(caller, found.status) }
}

export const userRecord = recordOf(users, 'user', (_caller, { kind }) => kind === 'STAFF')

/** As people name an account. */
export async function byUsername(
  caller: Pick<Caller, 'hospital_id'>,
  username: string,
): Promise<UserRow> {
  const found = await calledOrNone(caller, username)
  if (found === undefined) throw noneCalled('user', username)
  return found
}

export const calledOrNone = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  username: string,
): Promise<UserRow | undefined> =>
  users.find({ hospital_id, username: username.trim().toLowerCase(), kind: 'STAFF' })

export async function change(caller: Caller, id: string, input: UserChange): Promise<OneUser> {
  if (typeof input.valid_until === 'string') await holdAdministrators(caller)
  const before = await userRecord.locked(caller, id)
  fresh(caller, before)
  const changes = { ...input, ...(await readContact(caller, input)) }
  await checkStaff(caller, changes.staff_id, before.staff_id)
  await refuseTaken(caller, changes, id)
  await mayChangeContact(caller, before, changes)
  // A last day would take the last administrator away without anybody's act.
  if (typeof input.valid_until === 'string') await notTheLast(caller, id)
  await users.change({ hospital_id: caller.hospital_id, id }, changes).catch((error: unknown) => {
    throw takenBy(error, { ...before, ...changes })
  })
  forgetCallers()
  record(caller, 'user.update', {
    entity_type: 'user',
    entity_id: id,
    entity_label: before.full_name,
    changes: difference(before, changes),
  })
  await tellOldContact(before, changes)
  return find(caller, id)
}

/** A staff record that is named must be there; at most one open account stands on it. */
export async function checkStaff(
  caller: Caller,
  staff_id: string | null | undefined,
  linked: string | null = null,
): Promise<void> {
  if (staff_id === undefined || staff_id === null || staff_id === linked) return
  if (!(await isStaff(caller, staff_id))) throw noSuch('staff record')
}

export const holdsRole = async (caller: Caller, role: string): Promise<Sql> =>
  sql`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = users.id and (ur.until is null or ur.until >= ${await today(caller)})
      and r.deleted_at is null and (r.code = ${role.toLowerCase()} or r.id = ${role}))`

export const worksAt = (facility_id: string): Sql =>
  sql`exists (select 1 from user_facilities uf where uf.user_id = users.id and uf.facility_id = ${facility_id})`

const lockedIs = (locked: boolean, now: string): Sql =>
  locked
    ? sql`users.locked_until > ${now}`
    : sql`(users.locked_until is null or users.locked_until <= ${now})`

const twoFactorIs = (on: boolean): Sql =>
  on ? sql`users.totp_enabled_at is not null` : sql`users.totp_enabled_at is null`

/** A telephone number is found however it was typed. */
export async function searchable(
  caller: Caller,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined) return undefined
  return readPhone(typed, (await hospitalOf(caller)).country) ?? typed
}
