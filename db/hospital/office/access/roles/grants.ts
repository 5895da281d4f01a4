// Who may give what (PLT-45), and what should not meet in one account (PLT-47).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, type Refusal } from '../../../../core/refusal.ts'
import { record } from '../../audit/record.ts'
import type { User } from '../callers.ts'
import { securityOf } from '../../settings/security.ts'
import type { Pair } from './conflict-pairs.ts'
import { rolesOf } from './permissions.ts'
import { accepted_conflicts } from '../tables.ts'

export interface Acceptance {
  accept_conflict?: boolean | undefined
  reason?: string | null | undefined
}

/** What one account can do before and after a change. */
export interface Measured {
  user: Pick<User, 'id' | 'full_name'>
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

/** The hospital's own list; as shipped until it changes it. */
export async function conflictingPairs(caller: Caller): Promise<readonly Pair[]> {
  const { conflicting_permissions } = await securityOf(caller)
  return conflicting_permissions.map(([first = '', second = '']) => [first, second] as const)
}

export const pairsIn = (pairs: readonly Pair[], codes: ReadonlySet<string>): Pair[] =>
  pairs.filter(([a, b]) => codes.has(a) && codes.has(b))

/** The house itself and the command line act for nobody, so nobody gives to himself. */
const isFree = (caller: Caller): boolean =>
  caller.kind === 'COMMAND_LINE' || caller.kind === 'SYSTEM'

export async function isAdministrator(caller: Caller): Promise<boolean> {
  if (isFree(caller)) return true
  if (caller.user_id === null) return false
  const held = await rolesOf(caller.hospital_id, caller.user_id)
  return held.some(({ code }) => code === 'administrator')
}

export const ownPermissions = (): Refusal =>
  conflict('You cannot change your own permissions. Ask another administrator.', 'own_permissions')

/** Nobody changes own roles or own branches. */
export function notOneself(caller: Caller, user_id: string): void {
  if (caller.user_id === user_id) throw ownPermissions()
}

/** Nobody changes a role that he or she holds. */
export async function notOwnRole(caller: Caller, role_id: string): Promise<void> {
  if (caller.user_id === null) return
  const held = await rolesOf(caller.hospital_id, caller.user_id)
  if (held.some(({ id }) => id === role_id)) throw ownPermissions()
}

/** Only what the caller holds passes through his hands, unless he is an administrator. */
export async function mayGive(caller: Caller, codes: Iterable<string>): Promise<void> {
  const missing = [...codes].filter((code) => !can(caller, code)).sort()[0]
  if (missing === undefined || (await isAdministrator(caller))) return
  throw conflict(`You cannot give ${missing}: you do not hold it.`, 'not_held')
}

/** Refuses pairs that a change would newly bring together, or keeps who accepted them and why. */
export async function settleConflicts(
  caller: Caller,
  measured: readonly Measured[],
  acceptance: Acceptance,
): Promise<void> {
  if (measured.length === 0) return
  const pairs = await conflictingPairs(caller)
  const user_ids = measured.map(({ user }) => user.id)
  const { hospital_id } = caller
  const accepted = await accepted_conflicts.all({ hospital_id, user_id: user_ids })
  const fresh = measured.flatMap(({ user, before, after }) =>
    pairsIn(pairs, after)
      .filter(([a, b]) => !before.has(a) || !before.has(b))
      .map((pair) => ({ user, pair })),
  )
  for (const { user, pair } of fresh) accept(caller, user, pair, acceptance)
  const after_of = new Map(measured.map(({ user, after }) => [user.id, after]))
  // What was accepted once holds only as long as both codes stay: given again, it is asked again.
  const over = accepted.filter(({ user_id, first_code, second_code }) => {
    const after = after_of.get(user_id)
    const again = fresh.some(
      ({ user, pair }) => user.id === user_id && pair[0] === first_code && pair[1] === second_code,
    )
    return again || after?.has(first_code) !== true || !after.has(second_code)
  })
  if (over.length > 0)
    await accepted_conflicts.remove({ hospital_id, id: over.map(({ id }) => id) })
  await accepted_conflicts.insertMany(
    fresh.map(({ user, pair }) => ({
      hospital_id,
      user_id: user.id,
      first_code: pair[0],
      second_code: pair[1],
      reason: acceptance.reason ?? '',
      accepted_by: caller.name,
      at: clock.instant(),
    })),
  )
}

/** A pair is let through only with a reason; each acceptance has a row of its own in the log. */
function accept(
  caller: Caller,
  user: Measured['user'],
  pair: Pair,
  { accept_conflict, reason }: Acceptance,
): void {
  refuseUnaccepted(user.full_name, pair, { accept_conflict, reason })
  record(caller, 'user.accept_conflict', {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    changes: { conflict: [null, [...pair]] },
    reason,
  })
}

export function refuseUnaccepted(
  name: string,
  [a, b]: Pair,
  { accept_conflict, reason }: Acceptance,
): void {
  if (accept_conflict !== true) {
    throw conflict(`This would let ${name} do both ${a} and ${b}.`, 'conflicting_permissions')
  }
  if (reason === undefined || reason === null) throw invalid('reason', 'is required.')
}
