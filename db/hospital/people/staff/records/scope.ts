// HR-1: whose records somebody with a permission of people sees and acts on.

import { type Caller, can } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { join, oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { staffIdOf } from '../../../office/access/users/staff-link.ts'
import { settingsOf } from '../settings/settings.ts'
import { staffRecord, type StaffRow } from './rows.ts'

/** The caller's own staff record, where the account has one. */
export const ownStaffId = async (caller: Caller): Promise<string | null> =>
  caller.user_id === null ? null : staffIdOf(caller, caller.user_id)

/**
 * Himself, whom he supervises directly or down the line, and the departments he heads, at his
 * branches; undefined: everybody. `alias` is the table of staff in the statement.
 */
export async function scopeOfPeople(caller: Caller, alias = 'staff'): Promise<Sql | undefined> {
  if (can(caller, 'hr:all')) return undefined
  const own = await ownStaffId(caller)
  if (own === null) return raw('1 = 0')
  const { hospital_id, facility_ids } = caller
  const of = raw(alias)
  const heads = (await settingsOf(caller)).department_heads.filter((one) => one.staff_id === own)
  const below = sql`${of}.id in (with recursive below (id) as (
      select id from staff where hospital_id = ${hospital_id} and supervisor_id = ${own}
      union select s.id from staff s join below b on s.supervisor_id = b.id
    ) select id from below)`
  const headed = heads.map(
    ({ facility_id, department }) =>
      sql`(${of}.facility_id = ${facility_id} and ${of}.department = ${department})`,
  )
  return sql`(${of}.id = ${own} or (${of}.facility_id${oneOf([...facility_ids])}
    and (${join([below, ...headed], ' or ')})))`
}

/** The same, as the ids of those people: for what hangs on them in another area. */
export async function idsInScope(caller: Caller): Promise<Sql | undefined> {
  const scope = await scopeOfPeople(caller)
  if (scope === undefined) return undefined
  return sql`(select id from staff where hospital_id = ${caller.hospital_id} and ${scope})`
}

export async function isInScope(caller: Caller, id: string): Promise<boolean> {
  const scope = await scopeOfPeople(caller)
  if (scope === undefined) return true
  const found = await row(
    sql`select 1 as yes from staff where hospital_id = ${caller.hospital_id} and id = ${id} and ${scope}`,
  )
  return found !== undefined
}

/** For whatever hangs on a record: outside the scope there is none. */
export async function inScope(caller: Caller, id: string): Promise<StaffRow> {
  const found = await staffRecord.get(caller, id)
  if (!(await isInScope(caller, id))) throw noSuch('staff member')
  return found
}
