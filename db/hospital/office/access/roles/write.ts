// Making and changing roles: which codes they may hold, and whose account a change touches.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { deployment } from '../../../../appliance/deployment/kind.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { difference } from '../../audit/record.ts'
import { today } from '../../hospitals/hospitals.ts'
import { catalogue, isPlatformCode } from '../../../permits.ts'
import { forgetCallers } from '../callers.ts'
import { shippedCodes } from './default-roles.ts'
import {
  type Acceptance,
  conflictingPairs,
  type Measured,
  mayGive,
  notOwnRole,
  pairsIn,
  refuseUnaccepted,
  settleConflicts,
} from './grants.ts'
import { base_codes } from '../permits.ts'
import { codesOfRole, type RoleRow } from './permissions.ts'
import type { Role, RoleChange, RoleInput } from './shapes.ts'
import { find, freeCode, held, note, roleRecord, takenBy } from './roles.ts'
import { roles } from '../tables.ts'
import { measuredOf } from '../users/roles.ts'

const known = new Set(catalogue)
const never = new Set<string>([...base_codes, 'portal:use'])

export async function open(caller: Caller, input: RoleInput): Promise<Role> {
  const permissions = readCodes(input.permissions)
  await mayGive(caller, permissions)
  await refusePairs(caller, input.name, permissions, new Set(), input)
  const role = await insert(caller, { ...input, permissions: [...permissions].sort() })
  note(caller, role, 'role.create', {
    changes: { permissions: [null, [...permissions].sort()] },
    reason: input.reason ?? null,
  })
  return find(caller, role.id)
}

export async function clone(caller: Caller, id: string, name: string): Promise<Role> {
  const from = await roleRecord.get(caller, id)
  if (from.system && (from.code === 'administrator' || from.code === 'patient')) {
    throw conflict(`The ${from.code} role cannot be cloned.`)
  }
  const permissions = codesOfRole(from)
  await mayGive(caller, permissions)
  const { description, two_factor_required, device_required } = from
  const role = await insert(caller, {
    name,
    description,
    two_factor_required,
    device_required,
    permissions,
  })
  note(caller, role, 'role.create', {
    changes: { cloned_from: [null, from.code], permissions: [null, permissions] },
  })
  return find(caller, role.id)
}

export async function change(caller: Caller, id: string, input: RoleChange): Promise<Role> {
  const codes = input.permissions === undefined ? undefined : readCodes(input.permissions)
  const before = await held(caller, id)
  await notOwnRole(caller, id)
  if (before.system && input.name !== undefined && input.name !== before.name) {
    throw conflict('The name of a default role cannot be changed.')
  }
  const { name, description, two_factor_required, device_required } = input
  const changes: Partial<RoleRow> = {
    ...(name === undefined ? {} : { name, name_key: folded(name) }),
    ...(description === undefined ? {} : { description }),
    ...(two_factor_required === undefined ? {} : { two_factor_required }),
    ...(device_required === undefined ? {} : { device_required }),
    ...(codes === undefined ? {} : await newCodes(caller, before, codes, input)),
  }
  if (Object.keys(changes).length > 0) {
    await roles.change({ hospital_id: caller.hospital_id, id }, changes).catch((error: unknown) => {
      throw takenBy(error, name ?? before.name)
    })
  }
  forgetCallers()
  const { name_key: _, ...said } = changes
  note(caller, before, 'role.update', {
    changes: difference(before, said),
    reason: input.reason ?? null,
  })
  return find(caller, id)
}

async function insert(
  caller: Caller,
  input: Omit<RoleInput, 'accept_conflict' | 'reason'>,
): Promise<RoleRow> {
  return roles
    .insert({
      hospital_id: caller.hospital_id,
      code: await freeCode(caller, input.name),
      name: input.name,
      name_key: folded(input.name),
      description: input.description ?? null,
      system: false,
      permissions: input.permissions,
      two_factor_required: input.two_factor_required ?? false,
      device_required: input.device_required ?? false,
    })
    .catch((error: unknown) => {
      throw takenBy(error, input.name)
    })
}

/** MSG-610. */
const gatewayElsewhere = (): Refusal =>
  new Refusal(400, 'invalid', 'gateway permissions belong to the platform.', {
    field: 'permissions',
  })

function readCodes(asked: readonly string[]): Set<string> {
  for (const code of asked) {
    if (code.startsWith('gateway:') && deployment() === 'hosted') throw gatewayElsewhere()
    if (never.has(code) || isPlatformCode(code)) {
      throw invalid('permissions', `cannot hold ${code}.`)
    }
    if (!known.has(code)) throw invalid('permissions', `holds "${code}", which does not exist.`)
  }
  return new Set(asked)
}

/** A shipped role keeps only its difference, so that what a later release gives still arrives. */
async function newCodes(
  caller: Caller,
  before: RoleRow,
  codes: ReadonlySet<string>,
  acceptance: Acceptance,
): Promise<Partial<RoleRow>> {
  const had = new Set(codesOfRole(before))
  await mayGive(caller, codes.symmetricDifference(had))
  await refusePairs(caller, before.name, codes, had, acceptance)
  await settleConflicts(caller, await touched(caller, before, codes), acceptance)
  if (!before.system) return { permissions: [...codes].sort() }
  const shipped = new Set(shippedCodes(before.code))
  return {
    added: [...codes.difference(shipped)].sort(),
    removed: [...shipped.difference(codes)].sort(),
  }
}

/** A role that holds both codes of a pair is refused like an account that would. */
async function refusePairs(
  caller: Caller,
  name: string,
  codes: ReadonlySet<string>,
  had: ReadonlySet<string>,
  acceptance: Acceptance,
): Promise<void> {
  const pairs = pairsIn(await conflictingPairs(caller), codes)
  const fresh = pairs.find(([a, b]) => !had.has(a) || !had.has(b))
  if (fresh !== undefined) refuseUnaccepted(name, fresh, acceptance)
}

/** The accounts that hold the role, with what they can do before and after. */
async function touched(
  caller: Caller,
  role: RoleRow,
  codes: ReadonlySet<string>,
): Promise<Measured[]> {
  const { hospital_id } = caller
  const day = await today(caller)
  const found = await rows<{ user_id: string; full_name: string; role_id: string }>(
    sql`select ur.user_id, u.full_name, ur.role_id
      from user_roles ur join users u on u.id = ur.user_id
      where ur.hospital_id = ${hospital_id} and u.status <> 'CLOSED'
        and (ur.until is null or ur.until >= ${day})
        and ur.user_id in (select user_id from user_roles
          where role_id = ${role.id} and (until is null or until >= ${day}))
      order by u.full_name, ur.user_id`,
  )
  const used = [...new Set(found.map(({ role_id }) => role_id))]
  const held_roles = new Map(
    (await roles.all({ hospital_id, id: used })).map((one) => [one.id, one]),
  )
  const after_role = { ...role, system: false, permissions: [...codes] }
  return [...Map.groupBy(found, ({ user_id }) => user_id)].map(([id, own]) => {
    const before = own.flatMap(({ role_id }) => held_roles.get(role_id) ?? [])
    return {
      user: { id, full_name: own[0]?.full_name ?? '' },
      before: measuredOf(before),
      after: measuredOf(before.map((one) => (one.id === role.id ? after_role : one))),
    }
  })
}
