// What an account may do now (PLT-37): the codes of its roles that are active and not yet ended.

import { today } from '../../hospitals/hospitals.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { deployment } from '../../../../appliance/deployment/kind.ts'
import { catalogue, permits } from '../../../permits.ts'
import { shippedCodes } from './default-roles.ts'
import { roles } from '../tables.ts'
import type { RowOf } from '../../../../store/table.ts'

export type RoleRow = RowOf<(typeof roles)['columns']>

const known = new Set(catalogue)
const gateway_codes = Object.keys(permits).filter((code) => code.startsWith('gateway:'))

/** The codes of one role: its own list, or the shipped one with the hospital's differences. */
export function codesOfRole(
  role: Pick<RoleRow, 'code' | 'system' | 'permissions' | 'added' | 'removed'>,
): string[] {
  const removed = new Set(role.removed ?? [])
  const codes = role.system
    ? [...shippedCodes(role.code), ...(role.added ?? [])].filter((code) => !removed.has(code))
    : (role.permissions ?? [])
  return [...new Set(codes)].filter((code) => known.has(code)).sort()
}

/** The roles of an account that count today. */
export async function rolesOf(
  hospital_id: string,
  user_id: string,
): Promise<(RoleRow & { until: string | null })[]> {
  const day = await today({ hospital_id })
  const found = await rows<{ role_id: string; until: string | null }>(
    sql`select role_id, until from user_roles where user_id = ${user_id} and (until is null or until >= ${day})`,
  )
  if (found.length === 0) return []
  const held = await roles.all(
    { hospital_id, id: found.map((one) => one.role_id) },
    { order: ['name', 'id'] },
  )
  return held
    .filter((role) => role.active && role.deleted_at === null)
    .map((role) => ({
      ...role,
      until: found.find((one) => one.role_id === role.id)?.until ?? null,
    }))
}

export interface Held {
  roles: { code: string; name: string }[]
  codes: string[]
  two_factor_required: boolean
  device_required: boolean
}

export async function heldBy(hospital_id: string, user_id: string): Promise<Held> {
  const held = await rolesOf(hospital_id, user_id)
  const codes = new Set<string>(['self:use'])
  for (const role of held) for (const code of codesOfRole(role)) codes.add(code)
  // Where one hospital is served its administrators run the messaging too (MSG-610).
  if (deployment() === 'single' && held.some(({ code }) => code === 'administrator'))
    for (const code of gateway_codes) codes.add(code)
  return {
    roles: held.map(({ code, name }) => ({ code, name })),
    codes: [...codes].sort(),
    two_factor_required: held.some((role) => role.two_factor_required),
    device_required: held.some((role) => role.device_required),
  }
}
