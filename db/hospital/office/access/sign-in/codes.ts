// Codes sent to a person: to reset a password, to take up an invitation, to prove a new contact.
// Kept as keyed hashes; one live code per account and purpose, five tries each (PLT-28, PLT-29).

import { randomInt } from 'node:crypto'
import { clock, hours, instantIn, minutes } from '../../../../core/clock.ts'
import { row, run } from '../../../../store/connection.ts'
import { keyedHash } from '../../../../appliance/secrets/seal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { User } from '../callers.ts'
import { account_codes, users } from '../tables.ts'
import type { code_purposes } from '../words.ts'

export type Purpose = (typeof code_purposes)[number]
export type AccountCode = RowOf<(typeof account_codes)['columns']>

export const tries_max = 5
const sent_an_hour_max = 3

const kinds: Record<Purpose, { digits: number; lives_ms: number }> = {
  RESET: { digits: 6, lives_ms: minutes(10) },
  CONTACT: { digits: 6, lives_ms: minutes(10) },
  INVITATION: { digits: 8, lives_ms: hours(72) },
}

export interface Issued {
  code: string
  ends_at: string
}

/** A new code; the one before dies. Null when this account was sent enough of them this hour. */
export async function issue(
  user: Pick<User, 'id' | 'hospital_id'>,
  purpose: Purpose,
  contact: string | null,
): Promise<Issued | null> {
  const { hospital_id, id: user_id } = user
  // Two requests at once are counted one after the other.
  await users.find({ hospital_id, id: user_id }, { lock: true })
  if (purpose !== 'INVITATION' && (await sentLately(user_id, purpose)) >= sent_an_hour_max) {
    return null
  }
  await kill(user_id, [purpose])
  const { digits, lives_ms } = kinds[purpose]
  const code = Array.from({ length: digits }, () => randomInt(10)).join('')
  const ends_at = instantIn(lives_ms)
  await account_codes.insert({
    hospital_id,
    user_id,
    purpose,
    code_hash: hashOf(user_id, purpose, code),
    contact,
    ends_at,
  })
  return { code, ends_at }
}

/** Live codes of these kinds stop working: another was sent, or the account was suspended. */
export const kill = (user_id: string, purposes: readonly Purpose[]): Promise<number> =>
  run(
    sql`update account_codes set ends_at = ${clock.instant()} where user_id = ${user_id} and purpose${oneOf(purposes)} and used_at is null and ends_at > ${clock.instant()}`,
  )

/**
 * The live code of one of these accounts that was typed. A wrong one counts against all of them,
 * because nobody can say which was meant.
 */
export async function match(
  accounts: readonly Pick<User, 'id'>[],
  purposes: readonly Purpose[],
  typed: string,
): Promise<AccountCode | undefined> {
  const ids = accounts.map(({ id }) => id)
  const live = (
    await account_codes.allAnywhere(
      { user_id: ids, purpose: [...purposes] },
      { lock: true, order: ['id'] },
    )
  ).filter(isLive)
  const code = typed.replace(/[\s-]/g, '')
  const right = live.find((one) => one.code_hash === hashOf(one.user_id, one.purpose, code))
  if (right === undefined && live.length > 0) {
    const tried = live.map(({ id }) => id)
    await run(sql`update account_codes set tries = tries + 1 where id${oneOf(tried)}`)
  }
  return right
}

/** Takes the code: of two that come at once with the same one, exactly one gets it. */
export async function use({ hospital_id, id }: AccountCode): Promise<boolean> {
  const kept = await account_codes.find({ hospital_id, id }, { lock: true })
  if (kept === undefined || !isLive(kept)) return false
  await account_codes.change({ hospital_id, id }, { used_at: clock.instant() })
  return true
}

const isLive = ({ used_at, ends_at, tries }: AccountCode): boolean =>
  used_at === null && ends_at > clock.instant() && tries < tries_max

async function sentLately(user_id: string, purpose: Purpose): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from account_codes where user_id = ${user_id} and purpose = ${purpose} and created_at > ${instantIn(-hours(1))}`,
  )
  return Number(found?.n ?? 0)
}

/** How a code is kept, whoever sends it. */
export const hashOf = (user_id: string, purpose: Purpose, code: string): string =>
  keyedHash(`${purpose} ${user_id} ${code}`)
