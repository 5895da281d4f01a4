// Roles that rules of other areas name, and who has them today.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../hospitals/hospitals.ts'
import { roles } from '../tables.ts'

export interface RoleNamed {
  id: string
  code: string
  name: string
}

/** Those in use, by their ids or by their codes. */
export async function rolesNamed(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  by: { id: readonly string[] } | { code: readonly string[] },
): Promise<RoleNamed[]> {
  const found = await roles.all({
    hospital_id,
    active: true,
    deleted_at: null,
    ...('id' in by ? { id: [...by.id] } : { code: [...by.code] }),
  })
  return found.map(({ id, code, name }) => ({ id, code, name }))
}

/** ACTIVE accounts that have one of these roles today. */
export async function usersWithRoles(
  caller: Caller,
  role_ids: readonly string[],
): Promise<string[]> {
  if (role_ids.length === 0) return []
  const day = await today(caller)
  const found = await rows<{ id: string }>(
    sql`select distinct users.id from users join user_roles ur on ur.user_id = users.id
      where users.hospital_id = ${caller.hospital_id} and users.status = 'ACTIVE'
        and ur.role_id${oneOf([...role_ids])} and (ur.until is null or ur.until >= ${day})
      order by users.id`,
  )
  return found.map(({ id }) => id)
}
