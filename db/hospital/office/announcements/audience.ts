// Whom an announcement is for, on the day somebody looks (PLT-101): accounts that were opened or got
// a role since are among them, those that lost it are not.

import type { Caller } from '../../../core/caller.ts'
import { folded } from '../../../store/table.ts'
import { workersOf } from '../../neighbours/people.ts'
import { roleRecord } from '../access/roles/roles.ts'
import { members } from '../access/users/members.ts'
import { departmentIds, departmentRecord } from '../places/departments.ts'
import { facilityRecord } from '../places/facilities.ts'
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
export interface Reader extends Audience {
  id: string
  full_name: string
}

export const isFor = (audience: Audience, reader: Audience): boolean =>
  Object.values(lists).every(
    (list) => audience[list].length === 0 || audience[list].some((id) => reader[list].includes(id)),
  )

/** All of the hospital or those named, with no more of each than these audiences ask for. */
export async function readersFor(
  of: Of,
  audiences: ReadonlyMap<string, Audience>,
  user_ids?: readonly string[],
): Promise<Reader[]> {
  const asked = (list: keyof Audience): boolean =>
    [...audiences.values()].some((audience) => audience[list].length > 0)
  const wanted = { roles: asked('role_ids'), facilities: asked('facility_ids') }
  const found = await members(of, wanted, user_ids)
  const work = asked('department_ids') ? await workplaces(of, [...found.keys()]) : undefined
  return [...found.values()].map((member) => ({
    ...member,
    department_ids: work?.get(member.id) ?? [],
  }))
}

/** Staff records say by name where somebody works. */
async function workplaces(of: Of, user_ids: readonly string[]): Promise<Map<string, string[]>> {
  const ids = await departmentIds(of)
  const found = await workersOf(of, user_ids)
  return new Map(
    [...found].map(([user_id, { department }]) => {
      const id = ids.get(folded(department ?? ''))
      return [user_id, id === undefined ? [] : [id]]
    }),
  )
}
