// Who a notice is for: one person, or the ACTIVE accounts that hold a role or a permission now.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { isId } from '../../../core/ids.ts'
import { oneOf, type Sql, sql, when, where } from '../../../store/sql.ts'
import { codesOfRole } from '../access/roles/permissions.ts'
import { roles } from '../access/tables.ts'
import { today } from '../hospitals/hospitals.ts'

/** A user, or whoever holds a role (by its id or code), a permission, or any permission of an area. */
export interface To {
  user?: string | readonly string[] | undefined
  role?: string | readonly string[] | undefined
  permission?: string | undefined
  area?: readonly string[] | undefined
  facility_id?: string | null | undefined
}

export interface Receiver {
  id: string
  language: 'en' | 'sw'
  email: string | null
  phone: string | null
}

export async function receivers(caller: Pick<Caller, 'hospital_id'>, to: To): Promise<Receiver[]> {
  if (to.user !== undefined) return named(caller, listed(to.user))
  if (to.permission === 'self:use') return holding(caller, to, undefined)
  const held = await rolesFor(caller, to)
  return held.length === 0 ? [] : holding(caller, to, held)
}

const listed = (word: string | readonly string[]): readonly string[] =>
  typeof word === 'string' ? [word] : word

async function rolesFor({ hospital_id }: Pick<Caller, 'hospital_id'>, to: To): Promise<string[]> {
  const own = await roles.all({ hospital_id, active: true, deleted_at: null })
  const { permission, area = [] } = to
  const words = to.role === undefined ? [] : listed(to.role)
  const asked = (code: string): boolean =>
    code === permission || area.includes(code.slice(0, code.indexOf(':')))
  return own
    .filter(
      (role) =>
        words.some((word) => (isId(word) ? role.id === word : role.code === word)) ||
        codesOfRole(role).some(asked),
    )
    .map(({ id }) => id)
}

const about = sql`select u.id, u.language, u.email, u.phone from users u`

/** One named person is told whatever the account's branches are. */
const named = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Receiver[]> =>
  rows<Receiver>(
    sql`${about} where u.hospital_id = ${hospital_id} and u.id${oneOf(ids)} and u.kind <> 'PATIENT' and u.status <> 'CLOSED'`,
  )

async function holding(
  caller: Pick<Caller, 'hospital_id'>,
  to: To,
  role_ids: readonly string[] | undefined,
): Promise<Receiver[]> {
  const day = await today(caller)
  const { facility_id } = to
  const conditions: (Sql | undefined)[] = [
    sql`u.hospital_id = ${caller.hospital_id}`,
    sql`u.kind = 'STAFF' and u.status = 'ACTIVE'`,
    sql`(u.valid_until is null or u.valid_until >= ${day})`,
    role_ids === undefined
      ? undefined
      : sql`exists (select 1 from user_roles r where r.user_id = u.id and r.role_id${oneOf(role_ids)} and (r.until is null or r.until >= ${day}))`,
    when(
      facility_id,
      sql`exists (select 1 from user_facilities f where f.user_id = u.id and f.facility_id = ${facility_id})`,
    ),
  ]
  return rows<Receiver>(sql`${about}${where(conditions)} order by u.id`)
}
