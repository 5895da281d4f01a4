// Whom an announcement is for, on the day somebody looks (PLT-101): accounts that were opened or got
// a role since are among them, those that lost it are not.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, type Sql, sql, where } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { workersOf } from '../../neighbours/people.ts'
import { roleRecord } from '../access/roles/roles.ts'
import { today } from '../hospitals/hospitals.ts'
import { departmentRecord } from '../places/departments.ts'
import { facilityRecord } from '../places/facilities.ts'
import { departments } from '../places/tables.ts'
import type { Audience } from './shapes.ts'
import { announcement_audiences } from './tables.ts'
import { type AudienceKind, audience_kinds } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

const lists = {
  ROLE: 'role_ids',
  FACILITY: 'facility_ids',
  DEPARTMENT: 'department_ids',
} as const satisfies Record<AudienceKind, keyof Audience>

const everybody = (): Audience => ({ role_ids: [], facility_ids: [], department_ids: [] })

const look_ups = {
  ROLE: roleRecord,
  FACILITY: facilityRecord,
  DEPARTMENT: departmentRecord,
} as const

/** 404 where a list names what is not there. */
export async function audienceRead(caller: Caller, said: Partial<Audience>): Promise<Audience> {
  const read = everybody()
  for (const kind of audience_kinds) {
    const ids = [...new Set(said[lists[kind]])]
    for (const id of ids) await look_ups[kind].get(caller, id)
    read[lists[kind]] = ids
  }
  return read
}

export async function keep(
  { hospital_id }: Of,
  announcement_id: string,
  audience: Audience,
): Promise<void> {
  await announcement_audiences.remove({ hospital_id, announcement_id })
  await announcement_audiences.insertMany(
    audience_kinds.flatMap((kind) =>
      audience[lists[kind]].map((target_id) => ({ hospital_id, announcement_id, kind, target_id })),
    ),
  )
}

export async function audiencesOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, Audience>> {
  const found = new Map(ids.map((id) => [id, everybody()]))
  if (ids.length === 0) return found
  const kept = await announcement_audiences.all({ hospital_id, announcement_id: [...ids] })
  for (const { announcement_id, kind, target_id } of kept) {
    found.get(announcement_id)?.[lists[kind]].push(target_id)
  }
  return found
}

/** An active account, and what of it audiences ask for. */
export interface Member extends Audience {
  id: string
  full_name: string
}

export const isFor = (audience: Audience, member: Audience): boolean =>
  Object.values(lists).every(
    (list) => audience[list].length === 0 || audience[list].some((id) => member[list].includes(id)),
  )

/** All of the hospital or those named, with no more of each than these audiences ask for. */
export async function membersFor(
  of: Of,
  audiences: Iterable<Audience>,
  user_ids?: readonly string[],
): Promise<Member[]> {
  const { hospital_id } = of
  const day = await today(of)
  const asked = new Set<keyof Audience>()
  for (const audience of audiences) {
    for (const list of Object.values(lists)) if (audience[list].length > 0) asked.add(list)
  }
  const only = (column: Sql): Sql | undefined =>
    user_ids === undefined ? undefined : sql`${column}${oneOf(user_ids)}`
  const found = await rows<{ id: string; full_name: string }>(
    sql`select u.id, u.full_name from users u${where([
      sql`u.hospital_id = ${hospital_id} and u.kind = 'STAFF' and u.status = 'ACTIVE'`,
      sql`(u.valid_until is null or u.valid_until >= ${day})`,
      only(sql`u.id`),
    ])} order by u.full_name, u.id`,
  )
  const members = new Map(found.map((one) => [one.id, { ...one, ...everybody() }]))
  const held = async (list: keyof Audience, statement: Sql): Promise<void> => {
    if (!asked.has(list)) return
    for (const { user_id, id } of await rows<{ user_id: string; id: string }>(statement)) {
      members.get(user_id)?.[list].push(id)
    }
  }
  await held(
    'role_ids',
    sql`select h.user_id, h.role_id as id from user_roles h join roles r on r.id = h.role_id${where(
      [
        sql`h.hospital_id = ${hospital_id} and r.active = ${true} and r.deleted_at is null`,
        sql`(h.until is null or h.until >= ${day})`,
        only(sql`h.user_id`),
      ],
    )}`,
  )
  await held(
    'facility_ids',
    sql`select f.user_id, f.facility_id as id from user_facilities f${where([
      sql`f.hospital_id = ${hospital_id}`,
      only(sql`f.user_id`),
    ])}`,
  )
  if (asked.has('department_ids')) await placeWorkers(of, members)
  return [...members.values()]
}

/** Staff records say by name where somebody works. */
async function placeWorkers({ hospital_id }: Of, members: Map<string, Member>): Promise<void> {
  const known = await departments.all({ hospital_id })
  const ids = new Map(known.map(({ name_key, id }) => [name_key, id]))
  for (const [user_id, { department }] of await workersOf({ hospital_id }, [...members.keys()])) {
    const id = ids.get(folded(department ?? ''))
    if (id !== undefined) members.get(user_id)?.department_ids.push(id)
  }
}
