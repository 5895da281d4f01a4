// Whose password it is that was typed with a name, and the count of those that were nobody's (PLT-19).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import type { User } from '../callers.ts'
import { holdAccount, wrong } from './attempts.ts'
import type { Counted } from './identify.ts'
import { holdName, lockedUntil } from './lockouts.ts'
import { compareWithNobody, isPassword } from './passwords.ts'
import { note } from './sign-ins.ts'

/** With the end of its lock, where it has one. */
export type Looked = Counted & { until: string | null }

export const looked = (counted: readonly Counted[]): Promise<Looked[]> =>
  Promise.all(counted.map(async (one) => ({ ...one, until: await lockedUntil(one.key) })))

/**
 * Who is locked takes no password, so that an answer tells nothing of a right one (PLT-19). Hashing
 * takes its time outside of any transaction, also for a name that nobody has.
 */
export async function whosePassword(
  password: string,
  all: readonly Looked[],
): Promise<User | undefined> {
  const open = all.filter(({ until }) => until === null)
  if (open.length === 0) return undefined
  return ownerOf(
    password,
    open.flatMap(({ user }) => (user === undefined ? [] : [user])),
  )
}

/** All are compared at once, so that it takes as long as for nobody. */
async function ownerOf(password: string, accounts: readonly User[]): Promise<User | undefined> {
  if (accounts.length === 0) await compareWithNobody(password)
  const right = await Promise.all(
    accounts.map((user) => {
      const dead = user.temporary_until !== null && user.temporary_until <= clock.instant()
      return user.password === null || dead
        ? compareWithNobody(password)
        : isPassword(password, user.password)
    }),
  )
  return accounts.find((_, index) => right[index])
}

/**
 * Counted against every account that the name fits, so that no other name gives more guesses. Answers
 * the end of the lock that stands, if one does.
 */
export async function countedWrong(
  caller: Caller,
  hospital_id: string | undefined,
  all: readonly Looked[],
): Promise<string | null> {
  let latest: string | null = null
  for (const { key, user, until: before } of all.toSorted(byAccount)) {
    await (user === undefined ? holdName(key) : holdAccount(user))
    const attempt = { key, user, hospital_id }
    const until = before ?? (await lockedUntil(key))
    if (until === null) await wrong(caller, { ...attempt, outcome: 'WRONG_PASSWORD' })
    else await note(caller, { ...attempt, outcome: 'LOCKED' })
    if (until !== null && (latest === null || until > latest)) latest = until
  }
  return latest
}

/** One order of locks, whichever name the accounts were found by. */
const byAccount = ({ user: a }: Counted, { user: b }: Counted): number =>
  (a?.id ?? '') < (b?.id ?? '') ? -1 : 1
