// What an account may do and through which role, and what a refusal would say and why.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { notPermitted } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { today } from '../../hospitals/hospitals.ts'
import { switchedOff } from '../../../modules.ts'
import { permitOf } from '../../../permits.ts'
import { facilityRecord } from '../../places/facilities.ts'
import { switchesOf } from '../../places/switches.ts'
import type { User } from '../callers.ts'
import { knownCode } from '../users/holders.ts'
import { base_codes } from '../permits.ts'
import { codesOfRole, heldBy, type RoleRow, rolesOf } from './permissions.ts'
import { moduleOf } from './route-index.ts'
import { roles } from '../tables.ts'
import type { Explanation, HeldPermission } from '../users/shapes.ts'
import { userRecord } from '../users/users.ts'

export async function permissionsOf(caller: Caller, id: string): Promise<HeldPermission[]> {
  const user = await userRecord.get(caller, id)
  if (shutSays(user) !== null) return []
  const held = await rolesOf(caller.hospital_id, id)
  const { codes } = await heldBy(caller.hospital_id, id)
  const by_role = held.map((role) => ({ role, codes: new Set(codesOfRole(role)) }))
  return codes.map((code) => ({
    code,
    class: permitOf(code)?.class ?? 'R',
    via: by_role.filter((one) => one.codes.has(code)).map(({ role }) => viaOf(role)),
  }))
}

const viaOf = ({ code, name, until }: { code: string; name: string; until: string | null }) => ({
  code,
  name,
  until,
})

export interface Asked {
  code: string
  facility_id?: string | undefined
}

export async function explain(caller: Caller, id: string, asked: Asked): Promise<Explanation> {
  const user = await userRecord.get(caller, id)
  const code = knownCode(asked.code)
  const facility_id = asked.facility_id ?? user.default_facility_id
  if (asked.facility_id !== undefined) await facilityRecord.get(caller, asked.facility_id)
  const shut = shutSays(user)
  if (shut !== null) {
    return { held: false, via: [], answer: null, message: shut, missing_because: null }
  }
  const held = await rolesOf(caller.hospital_id, id)
  const via = held.filter((role) => codesOfRole(role).includes(code)).map(viaOf)
  const has = via.length > 0 || (base_codes as readonly string[]).includes(code)
  if (!has || (await isFirstPassword(user))) {
    const { message } = notPermitted(code)
    const missing_because = has ? 'first password' : await whyMissing(caller, user, code)
    return { held: false, via, answer: 'permission', message, missing_because }
  }
  const message = facility_id === null ? null : await moduleSays(caller, code, facility_id)
  const answer = message === null ? null : 'module'
  return { held: true, via, answer, message, missing_because: null }
}

/** Such an account does not come as far as a permission. */
function shutSays({ status }: User): string | null {
  if (status === 'SUSPENDED') return 'This account is suspended. Ask your administrator.'
  return status === 'CLOSED' ? 'The username or password is not right.' : null
}

/** PLT-21: nothing is open before the password and the second factor are done. */
async function isFirstPassword(user: User): Promise<boolean> {
  if (user.must_change_password || user.status === 'INVITED') return true
  const { two_factor_required } = await heldBy(user.hospital_id, user.id)
  return two_factor_required && user.totp_enabled_at === null
}

async function whyMissing(
  caller: Caller,
  user: User,
  code: string,
): Promise<Explanation['missing_because']> {
  const day = await today(caller)
  const { hospital_id } = caller
  const assigned = await rows<{ role_id: string; until: string | null }>(
    sql`select role_id, until from user_roles where hospital_id = ${hospital_id} and user_id = ${user.id}`,
  )
  const found: RoleRow[] = await roles.all({
    hospital_id,
    id: assigned.map(({ role_id }) => role_id),
  })
  const giving = found.filter((role) => codesOfRole(role).includes(code))
  if (giving.length === 0) return 'no role'
  const ended = (role_id: string): boolean =>
    assigned.some((one) => one.role_id === role_id && one.until !== null && one.until < day)
  return giving.some(({ id, active }) => !active && !ended(id)) ? 'role inactive' : 'ended'
}

async function moduleSays(
  caller: Caller,
  code: string,
  facility_id: string,
): Promise<string | null> {
  const module = moduleOf(code)
  if (module === null) return null
  const { name, on } = await switchesOf(caller.hospital_id, facility_id)
  return on[module] ? null : switchedOff(module, name).message
}

/** OPS-90: the roles that would give it. */
export async function rolesGiving(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<string[]> {
  const all = await roles.all({ hospital_id, active: true, deleted_at: null }, { order: ['code'] })
  return all.filter((role) => codesOfRole(role).includes(code)).map((role) => role.code)
}
