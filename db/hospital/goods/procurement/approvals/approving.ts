// The one way in which documents of purchasing are approved (STK-122): level by level, each by another
// person, none of them who made it.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { Refusal } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { usersWithRoles } from '../../../office/access/roles/by-role.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { type Level, levelsFor, rulesFor } from './rules.ts'
import { purchase_approvals } from './tables.ts'
import type { RuledDocument } from './words.ts'

export type ApprovalRow = RowOf<(typeof purchase_approvals)['columns']>

export interface Asked {
  document: RuledDocument
  record_id: string
  round: number
  facility_id: string
  /** In minor units. */
  total: number
  made_by_id: string | null
  /** Who holds it could decide instead. */
  permission: string
  /** As a sentence calls it: `order`. */
  thing: string
  /** However little it is, all levels up to the last (STK-123). */
  to_the_last?: boolean
}

/** True: that was the last one that is asked. */
export async function approve(caller: Caller, asked: Asked, note: string | null): Promise<boolean> {
  const { hospital_id } = caller
  const { document, record_id, round, permission, thing } = asked
  await anotherPerson(caller, asked.made_by_id, permission, {
    words: `You made this ${thing}: somebody else must approve it.`,
  })
  const given = await givenTo(caller, document, [record_id], round)
  for (const { by_id } of given) {
    await anotherPerson(caller, by_id, permission, {
      words: `You approved this ${thing} already: somebody else must approve it too.`,
    })
  }
  const rules = await rulesFor(caller, document, asked.facility_id)
  const levels = asked.to_the_last === true ? rules : levelsFor(rules, asked.total)
  const next = levels[given.length]
  if (next !== undefined) await mustReach(caller, rules, given.length, thing)
  await purchase_approvals.insert({
    hospital_id,
    document,
    record_id,
    round,
    level: given.length + 1,
    role_name: next?.role_name ?? null,
    by_id: caller.user_id,
    by_name: caller.name,
    at: clock.instant(),
    note,
  })
  return given.length + 1 >= levels.length
}

export const levelsOf = async (
  caller: Caller,
  asked: Pick<Asked, 'document' | 'facility_id' | 'total' | 'to_the_last'>,
): Promise<Level[]> => {
  const rules = await rulesFor(caller, asked.document, asked.facility_id)
  return asked.to_the_last === true ? rules : levelsFor(rules, asked.total)
}

/** The level's role or that of a higher one; where nobody has any of them, the permission is enough. */
async function mustReach(
  caller: Caller,
  rules: readonly Level[],
  at: number,
  thing: string,
): Promise<void> {
  const all = rules.slice(at).map(({ role_id }) => role_id)
  const having = await usersWithRoles(caller, all)
  if (having.length === 0 || (caller.user_id !== null && having.includes(caller.user_id))) return
  const below = rules[at - 1]?.up_to ?? null
  const { said } = await purseOf(caller)
  const above = below === null ? '' : ` (above ${said(below)})`
  throw new Refusal(
    403,
    'approval_level',
    `This ${thing} needs approval by ${rules[at]?.role_name}${above}.`,
  )
}

export const givenTo = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  document: RuledDocument,
  ids: readonly string[],
  round?: number,
): Promise<ApprovalRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : purchase_approvals.all(
        { hospital_id, document, record_id: [...ids], ...(round === undefined ? {} : { round }) },
        { order: ['record_id', 'round', 'level'] },
      )

export const shownApprovals = (given: readonly ApprovalRow[]) =>
  given.map(({ level, role_name: role, by_name, at, note }) => ({ level, role, by_name, at, note }))

export function nextOf(levels: readonly Level[], given: number, { major }: Purse) {
  const next = levels[given]
  if (next === undefined) return given === 0 ? { level: 1, role: null, up_to: null } : null
  const up_to = next.up_to === null ? null : major(next.up_to)
  return { level: next.level, role: next.role_name, up_to }
}
