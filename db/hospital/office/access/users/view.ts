// Accounts as they are shown: a page of any length needs the same five statements.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../hospitals/hospitals.ts'
import type { User as UserRow } from '../callers.ts'
import { countOpen } from '../sign-in/sessions.ts'
import { accepted_conflicts } from '../tables.ts'
import type { User } from './shapes.ts'

/** What a list reads of an account: none of its secrets. */
export const listed_columns = [
  'id',
  'username',
  'full_name',
  'email',
  'phone',
  'staff_id',
  'status',
  'default_facility_id',
  'language',
  'valid_until',
  'totp_enabled_at',
  'must_change_password',
  'locked_until',
  'last_sign_in_at',
  'last_sign_in_ip',
  'suspend_reason',
  'close_reason',
  'notes',
  'created_by_name',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserRow)[]
type Listed = Pick<UserRow, (typeof listed_columns)[number]>

export interface Assigned {
  user_id: string
  id: string
  code: string
  name: string
  until: string | null
}

type ListedBranch = User['facilities'][number] & { user_id: string }

export async function view(caller: Caller, found: readonly Listed[]): Promise<User[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const held = await assignmentsOf(caller, ids)
  const branches = await rows<ListedBranch>(
    sql`select uf.user_id, f.id, f.code, f.name
      from user_facilities uf join facilities f on f.id = uf.facility_id
      where uf.hospital_id = ${caller.hospital_id} and uf.user_id${oneOf(ids)}
      order by f.name_key, f.id`,
  )
  const open = await countOpen(ids)
  const accepted = await accepted_conflicts.all(
    { hospital_id: caller.hospital_id, user_id: ids },
    { order: ['at', 'id'] },
  )
  return found.map((user) => ({
    ...user,
    roles: held
      .filter(({ user_id }) => user_id === user.id)
      .map(({ id, code, name, until }) => ({ id, code, name, until })),
    facilities: branches
      .filter(({ user_id }) => user_id === user.id)
      .map(({ id, code, name }) => ({ id, code, name })),
    two_factor: user.totp_enabled_at !== null,
    // A PIN belongs to an activated workstation; until there are any nobody has one.
    pin_set: false,
    open_sessions: open.get(user.id) ?? 0,
    conflicts: accepted
      .filter(({ user_id }) => user_id === user.id)
      .map(({ first_code, second_code, reason, accepted_by, at }) => ({
        pair: [first_code, second_code],
        reason,
        accepted_by,
        at,
      })),
  }))
}

/** Roles that are in force or will be; what ended has fallen away (PLT-46). */
export async function assignmentsOf(
  caller: Pick<Caller, 'hospital_id'>,
  user_ids: readonly string[],
): Promise<Assigned[]> {
  const day = await today(caller)
  return rows<Assigned>(
    sql`select ur.user_id, r.id, r.code, r.name, ur.until
      from user_roles ur join roles r on r.id = ur.role_id
      where ur.hospital_id = ${caller.hospital_id} and ur.user_id${oneOf(user_ids)}
        and (ur.until is null or ur.until >= ${day}) and r.deleted_at is null
      order by r.name_key, r.id`,
  )
}
