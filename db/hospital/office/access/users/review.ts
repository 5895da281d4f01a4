// The access review (PLT-50): who holds what, who sleeps, what should not be.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn, nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { matching } from '../../../../store/search.ts'
import { today } from '../../hospitals/hospitals.ts'
import type { User as UserRow } from '../callers.ts'
import { securityOf } from '../../settings/security.ts'
import type { Pair } from '../roles/conflict-pairs.ts'
import { employmentOf, staffWhoLeft } from '../../../neighbours/people.ts'
import { conflictingPairs, pairsIn } from '../roles/grants.ts'
import { roles, users } from '../tables.ts'
import type { ReviewFilters, ReviewRow, User } from './shapes.ts'
import { holdsRole, searchable, worksAt } from './users.ts'
import { measuredOf } from './roles.ts'
import { view } from './view.ts'
import type { review_flags } from '../words.ts'

type Flag = (typeof review_flags)[number]

/** An account that nobody used for so many days sleeps; 0: none does. */
const dormantDays = async (caller: Caller): Promise<number> =>
  (await securityOf(caller)).dormant_days
/** What ends within this many days is worth a look. */
const ending_days = 30

interface Facts {
  day: string
  ending_on: string
  dormant_before: string
  left: readonly string[]
  pairs: ReadonlyMap<string, readonly Pair[]>
}

export interface ReviewListing extends PageAsked, ReviewFilters {
  search?: string
}

/** Closed accounts can do nothing, so there is nothing of theirs to review. */
export async function list(caller: Caller, asked: ReviewListing): Promise<Page<ReviewRow>> {
  const facts = await factsOf(caller)
  const found = await pageFrom(users, asked, {
    from: sql` from users${where([
      sql`users.hospital_id = ${caller.hospital_id}`,
      sql`users.kind = 'STAFF'`,
      sql`users.status <> 'CLOSED'`,
      asked.flag === undefined ? undefined : flagged(asked.flag, facts),
      when(asked.role, await holdsRole(caller, asked.role ?? '')),
      when(asked.facility_id, worksAt(asked.facility_id ?? '')),
      matching('users', await searchable(caller, asked.search)),
    ])}`,
    order: sql` order by users.full_name, users.id`,
  })
  const shown = await view(caller, found.rows)
  const states = await employmentOf(
    caller,
    found.rows.flatMap(({ staff_id }) => staff_id ?? []),
  )
  return {
    rows: found.rows.map((row, index) => reviewed(row, shown[index] as User, facts, states)),
    meta: found.meta,
  }
}

async function factsOf(caller: Caller): Promise<Facts> {
  const day = await today(caller)
  const asleep_after = await dormantDays(caller)
  return {
    day,
    ending_on: nextDay(day, ending_days),
    dormant_before: asleep_after === 0 ? '' : instantIn(-days(asleep_after)),
    left: await staffWhoLeft(caller),
    pairs: await conflicted(caller, day),
  }
}

/** Pairs that accounts hold today, accepted or not. */
async function conflicted(caller: Caller, day: string): Promise<Map<string, Pair[]>> {
  const { hospital_id } = caller
  const pairs = await conflictingPairs(caller)
  const all = new Map((await roles.all({ hospital_id })).map((role) => [role.id, role]))
  const assigned = await rows<{ user_id: string; role_id: string }>(
    sql`select user_id, role_id from user_roles
      where hospital_id = ${hospital_id} and (until is null or until >= ${day})`,
  )
  const found = new Map<string, Pair[]>()
  for (const [user_id, own] of Map.groupBy(assigned, (one) => one.user_id)) {
    const held = own.flatMap(({ role_id }) => all.get(role_id) ?? [])
    const meeting = pairsIn(pairs, measuredOf(held))
    if (meeting.length > 0) found.set(user_id, meeting)
  }
  return found
}

function flagged(flag: Flag, facts: Facts): Sql {
  switch (flag) {
    case 'dormant':
      return sql`users.status = 'ACTIVE'
        and coalesce(users.last_sign_in_at, users.created_at) < ${facts.dormant_before}`
    case 'conflict':
      return sql`users.id${oneOf([...facts.pairs.keys()])}`
    case 'left':
      return sql`users.staff_id${oneOf(facts.left)}`
    case 'no_staff':
      return sql`users.staff_id is null`
    case 'no_2fa':
      return sql`users.totp_enabled_at is null`
    case 'ending':
      return sql`(users.valid_until between ${facts.day} and ${facts.ending_on}
        or exists (select 1 from user_roles e where e.user_id = users.id
          and e.until between ${facts.day} and ${facts.ending_on}))`
  }
}

function reviewed(
  row: UserRow,
  shown: User,
  facts: Facts,
  states: ReadonlyMap<string, string>,
): ReviewRow {
  const seen = row.last_sign_in_at ?? row.created_at
  const pairs = facts.pairs.get(row.id) ?? []
  const soon = (until: string | null): boolean =>
    until !== null && until >= facts.day && until <= facts.ending_on
  const flags: Record<Flag, boolean> = {
    dormant: row.status === 'ACTIVE' && seen < facts.dormant_before,
    conflict: pairs.length > 0,
    left: row.staff_id !== null && facts.left.includes(row.staff_id),
    no_staff: row.staff_id === null,
    no_2fa: row.totp_enabled_at === null,
    ending: soon(row.valid_until) || shown.roles.some(({ until }) => soon(until)),
  }
  return {
    user: { id: row.id, name: row.full_name, username: row.username },
    status: row.status,
    roles: shown.roles,
    valid_until: row.valid_until,
    conflicts: pairs.map((pair) => conflictOf(pair, shown)),
    last_sign_in_at: row.last_sign_in_at,
    days_asleep: Math.max(0, Math.floor((clock.ms() - Date.parse(seen)) / days(1))),
    two_factor: shown.two_factor,
    staff_id: row.staff_id,
    employment: row.staff_id === null ? null : (states.get(row.staff_id) ?? null),
    flags: (Object.keys(flags) as Flag[]).filter((flag) => flags[flag]),
  }
}

function conflictOf(pair: Pair, shown: User): ReviewRow['conflicts'][number] {
  const accepted = shown.conflicts.find((one) => one.pair[0] === pair[0] && one.pair[1] === pair[1])
  return {
    pair: [...pair],
    reason: accepted?.reason ?? null,
    accepted_by: accepted?.accepted_by ?? null,
    at: accepted?.at ?? null,
  }
}
