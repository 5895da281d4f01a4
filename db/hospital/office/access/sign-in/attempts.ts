// A proof that was wrong: counted, noted, and told to the owner once when it locks (PLT-19).

import type { Caller } from '../../../../core/caller.ts'
import { run } from '../../../../store/connection.ts'
import { conflict, type Refusal, unauthorised } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import type { User } from '../callers.ts'
import { countWrong, keyOfUser, lockedOut, lockedUntil } from './lockouts.ts'
import { type Attempt, note } from './sign-ins.ts'
import { users } from '../tables.ts'
import { warn } from '../users/warnings.ts'

/** PLT-18: one sentence for whatever was wrong. */
export const notRight = (): Refusal => unauthorised('The username or password is not right.')

/** The account's row comes before its lock and its codes, so that no two wait for each other. */
export const holdAccount = ({ hospital_id, id }: User): Promise<User | undefined> =>
  users.find({ hospital_id, id }, { lock: true })

/** In the transaction in hand; whoever calls answers with a refusal after its commit. */
export async function wrong(caller: Caller, attempt: Attempt): Promise<void> {
  const { user } = attempt
  if (user !== undefined) await holdAccount(user)
  await note(caller, attempt)
  const locked_until = await countWrong(attempt.key)
  if (locked_until === null || user === undefined) return
  await run(sql`update users set locked_until = ${locked_until} where id = ${user.id}`)
  await warn(user, 'locked')
}

/** An attempt on a locked name: 429, whatever it held. */
export async function locked(caller: Caller, attempt: Omit<Attempt, 'outcome'>, until: string) {
  await note(caller, { ...attempt, outcome: 'LOCKED' })
  return lockedOut(until)
}

/**
 * The same lock for who is signed in and proves a password again. No route with a token answers
 * 429 (PLT-7), so this one is a conflict in the same words.
 */
export async function notLocked(user: User): Promise<void> {
  const until = await lockedUntil(keyOfUser(user))
  if (until !== null) throw conflict(lockedOut(until).message, 'locked')
}
