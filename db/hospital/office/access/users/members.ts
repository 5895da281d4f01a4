// The people at work in a hospital, with the roles they hold today and the branches they work in.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql, where } from '../../../../store/sql.ts'
import { today } from '../../hospitals/hospitals.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface Member {
  id: string
  full_name: string
  role_ids: string[]
  facility_ids: string[]
}

/** Active accounts of staff by name: all, or those of these ids; with no more than is asked for. */
export async function members(
  of: Of,
  asked: { roles: boolean; facilities: boolean },
  user_ids?: readonly string[],
): Promise<Map<string, Member>> {
  const { hospital_id } = of
  const day = await today(of)
  const only = (column: Sql): Sql | undefined =>
    user_ids === undefined ? undefined : sql`${column}${oneOf(user_ids)}`
  const found = await rows<{ id: string; full_name: string }>(
    sql`select u.id, u.full_name from users u${where([
      sql`u.hospital_id = ${hospital_id} and u.kind = 'STAFF' and u.status = 'ACTIVE'`,
      sql`(u.valid_until is null or u.valid_until >= ${day})`,
      only(sql`u.id`),
    ])} order by u.full_name, u.id`,
  )
  const known = new Map<string, Member>(
    found.map((one) => [one.id, { ...one, role_ids: [], facility_ids: [] }]),
  )
  if (asked.roles) {
    const held = await rows<{ user_id: string; role_id: string }>(
      sql`select h.user_id, h.role_id from user_roles h join roles r on r.id = h.role_id${where([
        sql`h.hospital_id = ${hospital_id} and r.active = ${true} and r.deleted_at is null`,
        sql`(h.until is null or h.until >= ${day})`,
        only(sql`h.user_id`),
      ])}`,
    )
    for (const { user_id, role_id } of held) known.get(user_id)?.role_ids.push(role_id)
  }
  if (asked.facilities) {
    const works = await rows<{ user_id: string; facility_id: string }>(
      sql`select f.user_id, f.facility_id from user_facilities f${where([
        sql`f.hospital_id = ${hospital_id}`,
        only(sql`f.user_id`),
      ])}`,
    )
    for (const { user_id, facility_id } of works) known.get(user_id)?.facility_ids.push(facility_id)
  }
  return known
}

/** Whose accounts these are, hospital by hospital. */
export async function hospitalsOf(user_ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ hospital_id: string }>(
    sql`select distinct hospital_id from users where id${oneOf(user_ids)}`,
  )
  return found.map(({ hospital_id }) => hospital_id)
}
