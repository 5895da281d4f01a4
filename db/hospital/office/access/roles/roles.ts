// Roles: the shipped ones with a hospital's differences, and its own (platform 2.4, PLT-39, PLT-40).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row, rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, noneCalled } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { folded } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../audit/record.ts'
import { today } from '../../hospitals/hospitals.ts'
import { forgetCallers } from '../callers.ts'
import { shippedCodes } from './default-roles.ts'
import { mayGive, notOwnRole } from './grants.ts'
import { codesOfRole, type RoleRow } from './permissions.ts'
import type { Role } from './shapes.ts'
import { roles } from '../tables.ts'
import { recordOf } from '../../../../store/record-of.ts'

const role_life = life('role', ['ACTIVE', 'INACTIVE'], {
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'role:manage' },
  activate: { from: ['INACTIVE'], to: 'ACTIVE', permission: 'role:manage' },
})

export interface RoleListing extends PageAsked {
  search?: string
  system?: boolean
  active?: boolean
}

export async function list(caller: Caller, asked: RoleListing): Promise<Page<Role>> {
  const found = await pageFrom(roles, asked, {
    from: sql` from roles${where([
      sql`roles.hospital_id = ${caller.hospital_id}`,
      sql`roles.deleted_at is null`,
      asked.system === undefined ? undefined : sql`roles.system = ${asked.system}`,
      asked.active === undefined ? undefined : sql`roles.active = ${asked.active}`,
      matching('roles', asked.search),
    ])}`,
    order: sql` order by roles.name_key, roles.id`,
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<Role> {
  const [role] = await view(caller, [await roleRecord.get(caller, id)])
  return role as Role
}

export const roleRecord = recordOf(roles, 'role', (_caller, { deleted_at }) => deleted_at === null)

/** As people name a role: `cashier`. */
export async function byCode(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<RoleRow> {
  const found = await roles.find({ hospital_id, code: code.trim().toLowerCase(), deleted_at: null })
  if (found === undefined) throw noneCalled('role', code)
  return found
}

export async function deactivate(caller: Caller, id: string): Promise<Role> {
  const role = await held(caller, id)
  role_life.move('deactivate', stateOf(role), role.name)
  await notHeld(caller, role)
  return move(caller, role, 'deactivate', { active: false })
}

export async function activate(caller: Caller, id: string): Promise<Role> {
  const role = await held(caller, id)
  role_life.move('activate', stateOf(role), role.name)
  return move(caller, role, 'activate', { active: true })
}

/** Drops what the hospital changed in a shipped role. */
export async function reset(caller: Caller, id: string): Promise<Role> {
  const role = await held(caller, id)
  if (!role.system) throw conflict(`${role.name} is not a default role: there is nothing to reset.`)
  await notOwnRole(caller, id)
  const shipped = new Set(shippedCodes(role.code))
  const now = new Set(codesOfRole(role))
  await mayGive(caller, shipped.symmetricDifference(now))
  return move(caller, role, 'reset', {
    added: null,
    removed: null,
    two_factor_required: false,
    device_required: false,
  })
}

/** Only a hospital's own role that nobody holds; the row stays for what the past says of it. */
export async function drop(caller: Caller, id: string): Promise<Role> {
  const role = await held(caller, id)
  if (role.system) throw conflict(`${role.name} is a default role and cannot be deleted.`)
  await notHeld(caller, role)
  const before = await find(caller, id)
  await roles.change(
    { hospital_id: caller.hospital_id, id },
    { active: false, deleted_at: clock.instant() },
  )
  forgetCallers()
  note(caller, role, 'role.delete')
  return { ...before, active: false }
}

/** The row for a change: never the administrator's, and not one that somebody changed meanwhile. */
export async function held(caller: Caller, id: string): Promise<RoleRow> {
  const role = await roleRecord.locked(caller, id)
  fresh(caller, role)
  if (role.system && (role.code === 'administrator' || role.code === 'patient')) {
    throw conflict(`The ${role.code} role cannot be changed.`)
  }
  return role
}

const stateOf = ({ active }: RoleRow): 'ACTIVE' | 'INACTIVE' => (active ? 'ACTIVE' : 'INACTIVE')

async function notHeld(caller: Caller, role: RoleRow): Promise<void> {
  const n = (await countHolders(caller, [role.id])).get(role.id) ?? 0
  if (n > 0) throw conflict(`${n} accounts hold this role.`, 'held')
}

async function move(
  caller: Caller,
  role: RoleRow,
  action: string,
  changes: Partial<RoleRow>,
): Promise<Role> {
  await roles.change({ hospital_id: caller.hospital_id, id: role.id }, changes)
  forgetCallers()
  note(caller, role, `role.${action}`)
  return find(caller, role.id)
}

export const note = (
  caller: Caller,
  role: Pick<RoleRow, 'id' | 'name'>,
  action: string,
  more: Parameters<typeof record>[2] = {},
): void =>
  record(caller, action, {
    entity_type: 'role',
    entity_id: role.id,
    entity_label: role.name,
    ...more,
  })

async function view(caller: Caller, found: readonly RoleRow[]): Promise<Role[]> {
  const counted = await countHolders(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((role) => {
    const codes = codesOfRole(role)
    const shipped = role.system ? shippedCodes(role.code) : codes
    return {
      ...role,
      permissions: role.system && role.code === 'patient' ? ['portal:use'] : codes,
      added: codes.filter((code) => !shipped.includes(code)),
      removed: shipped.filter((code) => !codes.includes(code)),
      user_count: counted.get(role.id) ?? 0,
    }
  })
}

/** Accounts that are not closed and hold the role now or will. */
async function countHolders(
  caller: Caller,
  role_ids: readonly string[],
): Promise<Map<string, number>> {
  if (role_ids.length === 0) return new Map()
  const day = await today(caller)
  const counted = await rows<{ role_id: string; n: number }>(
    sql`select ur.role_id, count(*) as n from user_roles ur join users u on u.id = ur.user_id
      where ur.hospital_id = ${caller.hospital_id} and ur.role_id${oneOf(role_ids)}
        and (ur.until is null or ur.until >= ${day}) and u.status <> 'CLOSED'
      group by ur.role_id`,
  )
  return new Map(counted.map(({ role_id, n }) => [role_id, Number(n)]))
}

/** A slug of the name that no role of the hospital has had. */
export async function freeCode(caller: Caller, name: string): Promise<string> {
  const plain = folded(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const stem = (/^[a-z]/.test(plain) ? plain : `role_${plain}`).replace(/_+$/, '').slice(0, 54)
  for (let count = 1; ; count += 1) {
    const code = count === 1 ? stem : `${stem}_${count}`
    const taken = await row(
      sql`select 1 as yes from roles where hospital_id = ${caller.hospital_id} and code = ${code}`,
    )
    if (taken === undefined) return code
  }
}

export function takenBy(error: unknown, name: string): unknown {
  if (isTaken(error, 'name_key')) return conflict(`There is a role called ${name} already.`)
  if (isTaken(error, 'code')) return conflict(`The code of ${name} is taken. Try again.`)
  return error
}
