// The lock that follows wrong sign-ins (PLT-19).

import { createHash } from 'node:crypto'
import { run } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { folded } from '../../table.ts'
import type { User } from './callers.ts'
import { lockouts } from './tables.ts'

export const keyOf = (hospital_id: string, name: string): string =>
  createHash('sha256')
    .update(`${hospital_id}\n${folded(name.trim())}`)
    .digest('hex')

/** Whichever of its names was typed, an account has one count. */
export const keyOfUser = ({ hospital_id, username }: Pick<User, 'hospital_id' | 'username'>) =>
  keyOf(hospital_id, username)

/** A right sign-in, a reset or an administrator clears the count and lifts the lock. */
export async function clear(user: Pick<User, 'id' | 'hospital_id' | 'username'>): Promise<void> {
  await lockouts.remove({ account_key: keyOfUser(user) })
  await run(
    sql`update users set locked_until = null where id = ${user.id} and locked_until is not null`,
  )
}
