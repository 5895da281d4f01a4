// Accounts that can sign in: with a password, a contact, a second factor.

import { clock } from '../../db/core/clock.ts'
import { run, within } from '../../db/store/connection.ts'
import type { User } from '../../db/hospital/office/access/callers.ts'
import { hashPassword } from '../../db/hospital/office/access/sign-in/passwords.ts'
import {
  roles,
  user_facilities,
  user_roles,
  users,
} from '../../db/hospital/office/access/tables.ts'
import { stepAt, totpAt } from '../../db/hospital/office/access/sign-in/totp.ts'
import { shipped_security } from '../../db/hospital/office/settings/security.ts'
import type { SecuritySettings } from '../../db/hospital/office/settings/shapes.ts'
import { security_settings } from '../../db/hospital/office/settings/tables.ts'
import { newId } from '../../db/core/ids.ts'
import { sql } from '../../db/store/sql.ts'
import { Ask } from './ask.ts'
import type { House } from './boot.ts'
import { digits } from './named.ts'

export const password = 'seven grey herons'
let hashed: Promise<string> | undefined
let count = 0

type Given = Partial<User> & { roles?: readonly string[]; facility_ids?: readonly string[] }

/** An active account of staff, unless something else is said. */
export async function account(house: House, given: Given = {}): Promise<User> {
  count += 1
  hashed ??= hashPassword(password)
  const { roles: role_codes = [], facility_ids = [house.facility_id], ...columns } = given
  const hospital_id = columns.hospital_id ?? house.hospital.id
  const kept = await hashed
  return within(async () => {
    const user = await users.insert({
      hospital_id,
      kind: 'STAFF',
      username: `worker${count}`,
      full_name: `Worker ${digits(count)}`,
      status: 'ACTIVE',
      default_facility_id: facility_ids[0] ?? null,
      language: 'en',
      created_by_name: 'test',
      password: kept,
      password_changed_at: clock.instant(),
      ...columns,
    })
    for (const facility_id of user.kind === 'STAFF' ? facility_ids : []) {
      await user_facilities.insert({ hospital_id, user_id: user.id, facility_id })
    }
    const held = await roles.all({ hospital_id, code: [...role_codes] })
    for (const { id } of held) {
      await user_roles.insert({
        hospital_id,
        user_id: user.id,
        role_id: id,
        given_at: clock.instant(),
      })
    }
    return user
  })
}

export const login = (house: House, user: Pick<User, 'username'>, typed = password) =>
  house.nobody.post('/auth/login', { identifier: user.username, password: typed })

/** Signed in through the door. */
export async function signIn(
  house: House,
  user: Pick<User, 'username'>,
  typed = password,
): Promise<Ask & { refresh_token: string }> {
  const { data, message } = await login(house, user, typed)
  if (data?.tokens === null || data === null) throw new Error(`no sign-in: ${message}`)
  const { access_token, refresh_token } = data.tokens
  return Object.assign(new Ask(house.app, access_token), { refresh_token })
}

/** The code an authenticator would show, so many steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  totpAt(secret, stepAt(clock.ms()) + steps)

/** Two-factor on, through the doors; the clock moves on a step so that the next code is fresh. */
export async function withTwoFactor(
  house: House,
  user: User,
): Promise<{ secret: string; recovery_codes: string[]; ask: Ask }> {
  const ask = await signIn(house, user)
  const { secret } = (await ask.post('/auth/2fa/setup', { password })).data
  const enabled = await ask.post('/auth/2fa/enable', { code: codeOf(secret) })
  clock.advance(30_000)
  return { secret, recovery_codes: enabled.data.recovery_codes, ask }
}

export const fresh = async ({ hospital_id, id }: User): Promise<User> => {
  const user = await users.find({ hospital_id, id })
  if (user === undefined) throw new Error('the account is gone')
  return user
}

export const setUser = (user: User, changes: Partial<User>): Promise<number> =>
  within(() => users.change({ hospital_id: user.hospital_id, id: user.id }, changes))

export const shut = (house: House, status: string): Promise<number> =>
  within(() => run(sql`update hospitals set status = ${status} where id = ${house.hospital.id}`))

/** The hospital's own rules of sign-in; what is not named is as shipped. */
export const secure = ({ hospital }: House, rules: Partial<SecuritySettings> = {}) =>
  within(async () => {
    const hospital_id = hospital.id
    await security_settings.remove({ hospital_id })
    await security_settings.insert({ hospital_id, ...shipped_security, ...rules })
  })

export const someId = newId
