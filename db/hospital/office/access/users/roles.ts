// Giving and taking roles and branches (PLT-45 to PLT-48).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../audit/record.ts'
import { today } from '../../hospitals/hospitals.ts'
import { holdAdministrators, notTheLast } from './administrators.ts'
import { forgetCallers, type User } from '../callers.ts'
import {
  type Acceptance,
  isAdministrator,
  mayGive,
  notOneself,
  settleConflicts,
} from '../roles/grants.ts'
import { codesOfRole, type RoleRow } from '../roles/permissions.ts'
import { roles, user_facilities, user_roles, users } from '../tables.ts'
import type { Assignment, FacilitiesInput, OneUser, RolesInput } from './shapes.ts'
import { find, userRecord, user_life } from './users.ts'

interface Wanted {
  role: RoleRow
  until: string | null
}

export async function setRoles(caller: Caller, id: string, input: RolesInput): Promise<OneUser> {
  await holdAdministrators(caller)
  const user = await userRecord.locked(caller, id)
  fresh(caller, user)
  const wanted = await readWanted(caller, input.roles)
  notOneself(caller, id)
  if (user.status === 'CLOSED') throw user_life.refusal(user.status, user.username)
  await assign(caller, user, wanted, input)
  // Roles are part of what was opened: the next If-Match with the old version is stale.
  await users.change({ hospital_id: caller.hospital_id, id }, { status: user.status })
  return find(caller, id)
}

/** One or the other role given or taken; what else the account holds stays. */
export async function changeRoles(
  caller: Caller,
  id: string,
  { add, remove, ...acceptance }: { add: Assignment[]; remove: string[] } & Acceptance,
): Promise<OneUser> {
  await holdAdministrators(caller)
  const user = await userRecord.locked(caller, id)
  const day = await today(caller)
  const kept = (await user_roles.all({ hospital_id: caller.hospital_id, user_id: user.id }))
    .filter(({ until }) => until === null || until >= day)
    .filter(({ role_id }) => !remove.includes(role_id))
    .filter(({ role_id }) => !add.some((one) => one.role_id === role_id))
    .map(({ role_id, until }) => ({ role_id, until }))
  return setRoles(caller, id, { roles: [...kept, ...add], ...acceptance } as RolesInput)
}

/** The roles that a body names, as they are; the account's whole list. */
export async function readWanted(caller: Caller, asked: readonly Assignment[]): Promise<Wanted[]> {
  const day = await today(caller)
  for (const [index, { role_id, until }] of asked.entries()) {
    if (asked.findIndex((other) => other.role_id === role_id) !== index) {
      throw invalid(`roles[${index}].role_id`, 'is named twice.')
    }
    if (typeof until === 'string' && until < day) {
      throw invalid(`roles[${index}].until`, 'is in the past.')
    }
  }
  // Held until the end: a role cannot grow, rest or go while it is being given.
  const found = await roles.all(
    { hospital_id: caller.hospital_id, id: asked.map(({ role_id }) => role_id).filter(isId) },
    { order: ['id'], lock: true },
  )
  return asked.map(({ role_id, until }, index) => {
    const role = found.find(({ id, deleted_at }) => id === role_id && deleted_at === null)
    if (role === undefined) {
      throw new Refusal(404, 'not_found', `roles[${index}].role_id: no such role.`)
    }
    return { role, until: until ?? null }
  })
}

/** Inside the transaction, with the account's row and the administrators held. */
export async function assign(
  caller: Caller,
  user: User,
  wanted: readonly Wanted[],
  acceptance: Acceptance,
): Promise<void> {
  const { hospital_id } = caller
  const day = await today(caller)
  const kept = await user_roles.all({ hospital_id, user_id: user.id })
  const current = kept.filter(({ until }) => until === null || until >= day)
  const held = await roles.all({ hospital_id, id: current.map(({ role_id }) => role_id) })
  const given = wanted.filter(
    ({ role, until }) => !current.some((one) => one.role_id === role.id && one.until === until),
  )
  const taken = held.filter(({ id }) => !wanted.some(({ role }) => role.id === id))
  for (const { role } of given) await mayBeGiven(caller, role)
  await mayGive(caller, codesOf([...given.map(({ role }) => role), ...taken]))
  await settleConflicts(
    caller,
    [{ user, before: measuredOf(held), after: measuredOf(wanted.map(({ role }) => role)) }],
    acceptance,
  )
  const lasting = wanted.some(({ role, until }) => role.code === 'administrator' && until === null)
  if (!lasting) await notTheLast(caller, user.id)

  const gone = current.filter(({ role_id }) => taken.some(({ id }) => id === role_id))
  if (gone.length > 0) await user_roles.remove({ hospital_id, id: gone.map(({ id }) => id) })
  const stamp = { given_by: caller.user_id, given_at: clock.instant() }
  for (const { role, until } of given) {
    const row = kept.find(({ role_id }) => role_id === role.id)
    if (row !== undefined) await user_roles.change({ hospital_id, id: row.id }, { until, ...stamp })
    else
      await user_roles.insert({ hospital_id, user_id: user.id, role_id: role.id, until, ...stamp })
  }
  if (given.length > 0 || taken.length > 0) {
    noteRoles(caller, user, { current, held, wanted }, acceptance)
  }
  forgetCallers()
}

async function mayBeGiven(caller: Caller, role: RoleRow): Promise<void> {
  if (role.code === 'patient' && role.system) {
    throw conflict('The patient role belongs to patients’ own accounts.')
  }
  if (!role.active) throw conflict(`Role ${role.name} is INACTIVE. It can: activate.`)
  // Whoever happens to hold every code of today would not hold those of the next release.
  if (role.code === 'administrator' && !(await isAdministrator(caller))) {
    await mayGive(caller, codesOfRole(role))
    throw conflict('Only an administrator can give the role administrator.')
  }
}

const codesOf = (held: readonly RoleRow[]): Set<string> => new Set(held.flatMap(codesOfRole))

/** What counts when pairs are measured: an administrator is not. */
export const measuredOf = (held: readonly RoleRow[]): Set<string> =>
  held.some(({ code }) => code === 'administrator') ? new Set() : codesOf(held)

function noteRoles(
  caller: Caller,
  user: User,
  {
    current,
    held,
    wanted,
  }: {
    current: readonly { role_id: string; until: string | null }[]
    held: readonly RoleRow[]
    wanted: readonly Wanted[]
  },
  { reason }: Acceptance,
): void {
  const said = (code: string, until: string | null): string =>
    until === null ? code : `${code} until ${until}`
  const before = current.map(({ role_id, until }) =>
    said(held.find(({ id }) => id === role_id)?.code ?? role_id, until),
  )
  const after = wanted.map(({ role, until }) => said(role.code, until))
  record(caller, 'user.roles', {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    changes: { roles: [before.sort(), after.sort()] },
    reason: reason ?? null,
  })
}

export async function setFacilities(
  caller: Caller,
  id: string,
  input: FacilitiesInput,
): Promise<OneUser> {
  const user = await userRecord.locked(caller, id)
  fresh(caller, user)
  const { facility_ids, default_facility_id } = await readBranches(caller, input, id)
  notOneself(caller, id)
  if (user.status === 'CLOSED') throw user_life.refusal(user.status, user.username)
  const { hospital_id } = caller
  const before = await user_facilities.all({ hospital_id, user_id: id })
  await user_facilities.remove({ hospital_id, user_id: id })
  await workAt(user, facility_ids)
  await users.change({ hospital_id, id }, { default_facility_id })
  forgetCallers()
  record(caller, 'user.facilities', {
    entity_type: 'user',
    entity_id: id,
    entity_label: user.full_name,
    changes: {
      facilities: [before.map(({ facility_id }) => facility_id).sort(), [...facility_ids].sort()],
      default_facility_id: [user.default_facility_id, default_facility_id],
    },
  })
  return find(caller, id)
}

export const workAt = (user: User, facility_ids: readonly string[]): Promise<void> =>
  user_facilities.insertMany(
    facility_ids.map((facility_id) => ({
      hospital_id: user.hospital_id,
      user_id: user.id,
      facility_id,
    })),
  )

/** The branches that a body names; one that is closed is not given anew. */
export async function readBranches(
  caller: Caller,
  input: { facility_ids: readonly string[]; default_facility_id?: string | null | undefined },
  user_id = '',
): Promise<{ facility_ids: string[]; default_facility_id: string }> {
  const facility_ids = [...new Set(input.facility_ids)]
  const default_facility_id = input.default_facility_id ?? facility_ids[0] ?? ''
  if (!facility_ids.includes(default_facility_id)) {
    throw invalid('default_facility_id', 'is not one of the branches.')
  }
  const found = await rows<{ id: string; name: string; status: string; own: number }>(
    sql`select f.id, f.name, f.status, (select count(*) from user_facilities uf
        where uf.facility_id = f.id and uf.user_id = ${user_id}) as own
      from facilities f where f.hospital_id = ${caller.hospital_id} and f.id${oneOf(facility_ids)}`,
  )
  for (const [index, id] of facility_ids.entries()) {
    const facility = found.find((one) => one.id === id)
    if (facility === undefined) {
      throw new Refusal(404, 'not_found', `facility_ids[${index}]: no such facility.`)
    }
    if (facility.status !== 'ACTIVE' && Number(facility.own) === 0) {
      throw conflict(`Facility ${facility.name} is ${facility.status}. It can: activate.`)
    }
  }
  return { facility_ids, default_facility_id }
}
