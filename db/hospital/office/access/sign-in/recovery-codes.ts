// Ten codes for the day the telephone is lost, each good once (PLT-25).

import { randomInt } from 'node:crypto'
import { clock } from '../../../../core/clock.ts'
import { row, run } from '../../../../store/connection.ts'
import { keyedHash } from '../../../../appliance/secrets/seal.ts'
import { sql } from '../../../../store/sql.ts'
import type { User } from '../callers.ts'
import { recovery_codes } from '../tables.ts'
import { warn } from '../users/warnings.ts'

const how_many = 10
/** Without look-alikes. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New ones; the old die. Shown this once. */
export async function renew(user: Pick<User, 'id'>): Promise<string[]> {
  const codes = Array.from({ length: how_many }, newCode)
  await recovery_codes.remove({ user_id: user.id })
  await recovery_codes.insertMany(
    codes.map((code) => ({ user_id: user.id, code_hash: hashOf(user.id, code) })),
  )
  return codes
}

export async function use(user: User, typed: string): Promise<boolean> {
  const taken = await run(
    sql`update recovery_codes set used_at = ${clock.instant()} where user_id = ${user.id} and code_hash = ${hashOf(user.id, typed)} and used_at is null`,
  )
  if (taken === 0) return false
  await warn(user, 'recovery_code_used', { about: await left(user) })
  return true
}

export const drop = (user: Pick<User, 'id'>): Promise<number> =>
  recovery_codes.remove({ user_id: user.id })

export async function left(user: Pick<User, 'id'>): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from recovery_codes where user_id = ${user.id} and used_at is null`,
  )
  return Number(found?.n ?? 0)
}

function newCode(): string {
  const half = (): string => Array.from({ length: 5 }, () => letters[randomInt(31)]).join('')
  return `${half()}-${half()}`
}

const hashOf = (user_id: string, code: string): string =>
  keyedHash(`recovery ${user_id} ${code.toLowerCase().replace(/[\s-]/g, '')}`)
