// Accounts of the operator of a hosted service: they belong to no hospital, hold codes of the
// operator alone, and always sign in with two factors (platform 2.11, PLT-79, PLT-81).

import { type Caller, platform_id } from '../../../core/caller.ts'
import { rows, within } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noneCalled } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { byDialect, nothing, raw, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { forgetCallers } from '../../office/access/callers.ts'
import { readContact, refuseTaken, takenBy } from '../../office/access/users/contacts.ts'
import * as sessions from '../../office/access/sign-in/sessions.ts'
import { users } from '../../office/access/tables.ts'
import { user_life } from '../../office/access/users/users.ts'
import { giveTemporary, killCodes, makeTemporary } from '../../office/access/users/codes.ts'
import { username_form } from '../../office/access/users/open.ts'
import type { user_states } from '../../office/access/words.ts'
import { isPlatformCode, permits } from '../../permits.ts'
import { operatorExists } from '../provisioning/operator.ts'
import type { PlatformUser, PlatformUserInput } from './shapes.ts'

type Row = RowOf<(typeof users)['columns']>

const at = { hospital_id: platform_id, kind: 'PLATFORM' } as const

/** The codes such an account can hold. */
export const platform_codes: readonly string[] = Object.keys(permits).filter(isPlatformCode).sort()

export interface PlatformUserListing extends PageAsked {
  search?: string
  status?: (typeof user_states)[number]
}

export async function list(
  _caller: Caller,
  asked: PlatformUserListing,
): Promise<Page<PlatformUser>> {
  const found = await pageFrom(users, asked, {
    from: sql` from users${where([
      sql`users.hospital_id = ${platform_id}`,
      sql`users.kind = 'PLATFORM'`,
      when(asked.status, sql`users.status = ${asked.status}`),
      matching('users', asked.search),
    ])}`,
    order: sql` order by users.username, users.id`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export const find = async (_caller: Caller, username: string): Promise<PlatformUser> =>
  view(await byUsername(username))

/** Opens its own transaction: the temporary password is hashed before it. */
export async function open(
  caller: Caller,
  input: PlatformUserInput,
): Promise<{ user: PlatformUser; temporary_password: string }> {
  const username = input.username.trim().toLowerCase()
  if (!username_form.test(username)) {
    throw invalid('username', 'must be a–z, 0–9, ., _ and -, beginning with a letter.')
  }
  const permissions = codesIn(input.permissions)
  const temporary = await makeTemporary()
  return within(async () => {
    await operatorExists()
    const contact = await readContact({ ...caller, hospital_id: platform_id }, input)
    const unique = { ...contact, username }
    await refuseTaken({ ...caller, hospital_id: platform_id }, unique)
    const user = await users
      .insert({
        ...at,
        ...contact,
        username,
        full_name: input.full_name,
        status: 'INVITED',
        language: 'en',
        created_by_name: caller.name,
        platform_permissions: permissions,
      })
      .catch((error: unknown) => {
        throw takenBy(error, unique)
      })
    record(caller, 'platform_user.create', {
      ...about(user),
      to_state: user.status,
      changes: { username: [null, username], permissions: [null, permissions] },
    })
    const temporary_password = await giveTemporary(user, temporary)
    return { user: view(await byUsername(username)), temporary_password }
  })
}

export async function suspend(
  caller: Caller,
  username: string,
  reason: string,
): Promise<PlatformUser> {
  const user = await byUsername(username, { lock: true })
  if (caller.user_id === user.id) throw conflict('You cannot suspend yourself.')
  const status = user_life.move('suspend', user.status, user.username)
  await notTheLast(user)
  const temporary = user.temporary_until !== null && user.must_change_password
  await users.change(
    { hospital_id: platform_id, id: user.id },
    {
      status,
      suspend_reason: reason,
      ...(temporary ? { password: null, temporary_until: null } : {}),
    },
  )
  await killCodes(user)
  await sessions.close(user, 'suspended')
  forgetCallers()
  record(caller, 'platform_user.suspend', {
    ...about(user),
    from_state: user.status,
    to_state: status,
    reason,
  })
  return view(await byUsername(username))
}

export async function byUsername(username: string, options = { lock: false }): Promise<Row> {
  const found = await users.find({ ...at, username: username.trim().toLowerCase() }, options)
  if (found === undefined) throw noneCalled('platform user', username)
  return found
}

/** PLT-81. The rows are held, so that two cannot take each other away. */
async function notTheLast(user: Row): Promise<void> {
  const for_update = byDialect({ sqlite: nothing, postgres: raw(' for update') })
  await rows(
    sql`select id from users where hospital_id = ${platform_id} and kind = 'PLATFORM' order by id${for_update}`,
  )
  const active = await users.all({ ...at, status: 'ACTIVE' })
  const may = active.filter((one) => one.platform_permissions?.includes('platform:user'))
  if (may.length === 1 && may[0]?.id === user.id) {
    throw conflict('This is the last operator with platform:user.', 'last_operator')
  }
}

function codesIn(asked: readonly string[]): string[] {
  for (const code of asked) {
    if (!isPlatformCode(code)) throw invalid('permissions', `cannot hold ${code}.`)
    if (!platform_codes.includes(code)) {
      throw invalid('permissions', `holds "${code}", which does not exist.`)
    }
  }
  return [...new Set(asked)].sort()
}

const about = (user: Row) => ({
  entity_type: 'platform_user',
  entity_id: user.id,
  entity_label: user.full_name,
})

const view = (user: Row): PlatformUser => ({
  id: user.id,
  username: user.username,
  full_name: user.full_name,
  email: user.email,
  phone: user.phone,
  permissions: [...(user.platform_permissions ?? [])].sort(),
  status: user.status,
  two_factor: user.totp_enabled_at !== null,
  last_sign_in_at: user.last_sign_in_at,
  created_by_name: user.created_by_name,
  created_at: user.created_at,
  updated_at: user.updated_at,
  version: user.version,
})
