// The second factor of an account: set up, on, off, and its recovery codes (PLT-25).

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { run, within } from '../../../../store/connection.ts'
import { qrSvg } from '../../../../core/qr.ts'
import { conflict, invalid, isRefusal, type Refusal } from '../../../../core/refusal.ts'
import { seal, unseal } from '../../../../appliance/secrets/seal.ts'
import { sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import type { Hospital } from '../../hospitals/hospitals.ts'
import { notLocked, wrong } from './attempts.ts'
import type { PasswordAndCode, TwoFactorSetup, TwoFactorState } from './shapes.ts'
import { forgetUser, signedInBy, type User } from '../callers.ts'
import { keyOfUser } from './lockouts.ts'
import { passwordProved } from '../own/own-password.ts'
import * as recovery from './recovery-codes.ts'
import { users } from '../tables.ts'
import { newTotpSecret, otpauthUri, stepOf } from './totp.ts'
import { warn } from '../users/warnings.ts'

const setup_lives_ms = minutes(15)

/**
 * Whether the code is the account's: of this moment, or one of recovery. In a transaction that holds
 * the account's row, so that each code counts once.
 */
export async function proves(user: User, code: string): Promise<boolean> {
  if (user.totp_secret === null) return false
  const step = stepOf(unseal(user.totp_secret), code, user.totp_last_step)
  if (step === null) return recovery.use(user, code)
  await run(sql`update users set totp_last_step = ${step} where id = ${user.id}`)
  return true
}

export async function find(caller: Caller): Promise<TwoFactorState> {
  const { user, held } = await signedInBy(caller)
  return {
    enabled: user.totp_enabled_at !== null,
    enabled_at: user.totp_enabled_at,
    recovery_codes_left: await recovery.left(user),
    required: held.two_factor_required,
  }
}

/** A new secret, shown this once; nothing changes until it is enabled. */
export async function setUp(caller: Caller, password: string): Promise<TwoFactorSetup> {
  const { user, hospital } = await signedInBy(caller)
  await passwordProved(caller, user, 'password', password)
  if (user.totp_enabled_at !== null) throw conflict('Two-factor sign-in is on already.')
  const secret = newTotpSecret()
  const expires_at = instantIn(setup_lives_ms)
  await within(async () => {
    await keep(user, { totp_pending: seal(secret), totp_pending_until: expires_at })
    noted(caller, user, 'auth.2fa-setup')
  })
  const otpauth_uri = otpauthUri(issuer(hospital), user.username, secret)
  return { secret, otpauth_uri, qr_svg: qrSvg(otpauth_uri), expires_at }
}

const issuer = ({ short_name, name }: Hospital): string => (short_name ?? name).slice(0, 60)

export function enable(caller: Caller, code: string): Promise<{ recovery_codes: string[] }> {
  return within(async () => {
    const user = await held(caller)
    if (user.totp_enabled_at !== null) throw conflict('Two-factor sign-in is on already.')
    const { totp_pending, totp_pending_until } = user
    if (totp_pending === null || (totp_pending_until ?? '') <= clock.instant()) {
      throw conflict('Set up two-factor sign-in first.')
    }
    const step = stepOf(unseal(totp_pending), code, null)
    if (step === null) throw invalid('code', 'is not right.')
    await keep(user, {
      totp_secret: totp_pending,
      totp_enabled_at: clock.instant(),
      totp_last_step: step,
      totp_pending: null,
      totp_pending_until: null,
    })
    forgetUser(user.id)
    noted(caller, user, 'auth.2fa-enable')
    return { recovery_codes: await recovery.renew(user) }
  })
}

export async function disable(caller: Caller, given: PasswordAndCode): Promise<TwoFactorState> {
  const { held: now } = await signedInBy(caller)
  await proved(caller, given, async (user) => {
    if (now.two_factor_required) throw conflict('Your role needs two-factor sign-in.')
    if (!(await proves(user, given.code))) return false
    await turnOff(user)
    noted(caller, user, 'auth.2fa-disable')
    return true
  })
  return find(caller)
}

export async function newRecoveryCodes(
  caller: Caller,
  given: PasswordAndCode,
): Promise<{ recovery_codes: string[] }> {
  let recovery_codes: string[] = []
  await proved(caller, given, async (user) => {
    if (!(await proves(user, given.code))) return false
    recovery_codes = await recovery.renew(user)
    noted(caller, user, 'auth.2fa-recovery-codes')
    return true
  })
  return { recovery_codes }
}

/** Also what an administrator's reset does; the owner is told. */
export async function turnOff(user: User): Promise<void> {
  await keep(user, {
    totp_secret: null,
    totp_enabled_at: null,
    totp_last_step: null,
    totp_pending: null,
    totp_pending_until: null,
  })
  await recovery.drop(user)
  forgetUser(user.id)
  await warn(user, 'two_factor_off')
}

/** Password, then the state, then the code; a wrong code counts and is answered after its commit. */
async function proved(
  caller: Caller,
  { password }: PasswordAndCode,
  work: (user: User) => Promise<boolean>,
): Promise<void> {
  const { user } = await signedInBy(caller)
  await passwordProved(caller, user, 'password', password)
  const outcome = await within(async (): Promise<Refusal | null> => {
    const locked_row = await held(caller)
    await notLocked(locked_row)
    if (locked_row.totp_enabled_at === null) throw conflict('Two-factor sign-in is not on.')
    if (await work(locked_row)) return null
    await wrong(caller, { key: keyOfUser(user), user: locked_row, outcome: 'WRONG_CODE' })
    return invalid('code', 'is not right.')
  })
  if (isRefusal(outcome)) throw outcome
}

async function held({ hospital_id, user_id }: Caller): Promise<User> {
  const user = await users.find({ hospital_id, id: user_id ?? '' }, { lock: true })
  if (user === undefined) throw new Error('a session without an account')
  return user
}

/** Not a change that an editor of the account has to see: its version stays. */
async function keep(user: User, changes: Partial<User>): Promise<void> {
  const { hospital_id, id, version, updated_at } = user
  await users.change({ hospital_id, id }, { ...changes, version, updated_at })
}

const noted = (caller: Caller, user: User, action: string): void =>
  record(caller, action, {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
  })
