// Five wrong sign-ins in 15 minutes lock for 15 minutes (PLT-19). A name that does not exist locks
// just like one that does, so the lock tells nobody which is which.

import { createHash } from 'node:crypto'
import { clock, days, instantIn, minutes } from '../../../../core/clock.ts'
import { inTransaction, run } from '../../../../store/connection.ts'
import { type Refusal, tooMany } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { User } from '../callers.ts'
import { lockouts } from '../tables.ts'

export const wrong_max = 5
const window_ms = minutes(15)
const lock_ms = minutes(15)

export const keyOf = (hospital_id: string, name: string): string =>
  createHash('sha256')
    .update(`${hospital_id}\n${folded(name.trim())}`)
    .digest('hex')

/** Whichever of its names was typed, an account has one count. */
export const keyOfUser = ({ hospital_id, username }: Pick<User, 'hospital_id' | 'username'>) =>
  keyOf(hospital_id, username)

/** When the lock ends; null while there is none. */
export async function lockedUntil(account_key: string): Promise<string | null> {
  const kept = await lockouts.find({ account_key }, { lock: inTransaction() })
  const until = kept?.locked_until ?? null
  return until !== null && until > clock.instant() ? until : null
}

/** A name that nobody has holds no account's row: of guesses at once one after the other is counted. */
export async function holdName(account_key: string): Promise<void> {
  const now = clock.instant()
  await run(
    sql`insert into lockouts (account_key, wrong_at, updated_at) values (${account_key}, ${'[]'}, ${now}) on conflict (account_key) do nothing`,
  )
}

/** Adds a wrong attempt; answers the end of the lock when this was the one that locks. */
export async function countWrong(account_key: string): Promise<string | null> {
  await holdName(account_key)
  const now = clock.instant()
  const kept = await lockouts.find({ account_key }, { lock: true })
  const still = (kept?.wrong_at ?? []).filter((at) => at > instantIn(-window_ms))
  const wrong_at = [...still, now]
  const locked_until = wrong_at.length >= wrong_max ? instantIn(lock_ms) : null
  await lockouts.change(
    { account_key },
    { wrong_at: locked_until === null ? wrong_at : [], locked_until },
  )
  return locked_until
}

/** A right sign-in, a reset or an administrator clears the count and lifts the lock. */
export async function clear(user: Pick<User, 'id' | 'hospital_id' | 'username'>): Promise<void> {
  await lockouts.remove({ account_key: keyOfUser(user) })
  await run(
    sql`update users set locked_until = null where id = ${user.id} and locked_until is not null`,
  )
}

export function lockedOut(until: string): Refusal {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - clock.ms()) / 1000))
  return tooMany(`Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, seconds)
}

/** What no attempt can depend on any more. */
export const eraseOld = (): Promise<number> =>
  run(sql`delete from lockouts where updated_at < ${instantIn(-days(1))}`)
