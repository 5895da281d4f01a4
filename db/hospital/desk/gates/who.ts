// Who may let something through, in words (GAT-2): the roles of this hospital that hold the code.

import type { Caller } from '../../../core/caller.ts'
import { codesOfRole } from '../../office/access/roles/permissions.ts'
import { roles } from '../../office/access/tables.ts'

const named_max = 3

/** By code; the administrator holds everything and is named only where nobody else does. */
export async function rolesHolding(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  codes: readonly string[],
): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map()
  const all = await roles.all(
    { hospital_id, active: true, deleted_at: null },
    { order: ['name', 'id'] },
  )
  const held = all.map((role) => ({ role, holds: new Set(codesOfRole(role)) }))
  return new Map(
    codes.map((code) => {
      const holding = held.filter(({ holds }) => holds.has(code)).map(({ role }) => role)
      const others = holding.filter(({ code: role_code }) => role_code !== 'administrator')
      return [code, (others.length > 0 ? others : holding).map(({ name }) => name)]
    }),
  )
}

/** Who can do the action too is named alone; where nobody can, they sign at the screen of who does (CAR-50). */
export function mayLetThrough(
  names: readonly string[],
  acting: readonly string[] | null = null,
): string {
  if (names.length === 0) return 'Nobody may let this through.'
  const shown = acting === null || acting.length === 0 ? names : acting
  const more = shown.length > named_max ? ' and others' : ''
  const how = acting?.length === 0 ? ', signing at your screen (authoriser_token)' : ''
  return `${shown.slice(0, named_max).join(', ')}${more} may let this through with a reason${how}.`
}

/** `ask a doctor or a pharmacist` (CAR-50). */
export function ask(names: readonly string[]): string {
  const some = names.slice(0, named_max).map((name) => name.toLowerCase())
  const each = some.map((name) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`)
  return each.length === 0 ? 'nobody may' : `ask ${each.join(' or ')}`
}
