// Rosters: opened for days that no other covers, published when nothing is refused (people 3.4, HR-31).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { row as one, rows } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { tell } from '../../../neighbours/telling.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { inWords } from '../../../office/plans/days.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { departmentAt } from '../department-at.ts'
import { clashesIn } from './check.ts'
import { coverIn, shortIn } from './cover.ts'
import type { Roster, RosterFilter, RosterInput } from './shapes.ts'
import { roster_moves, rosters } from './tables.ts'
import { roster_states } from './words.ts'

export type RosterRow = RowOf<(typeof rosters)['columns']>

const roster_life = life('roster', roster_states, {
  publish: { from: ['DRAFT'], to: 'PUBLISHED', permission: 'roster:publish' },
  unpublish: {
    from: ['PUBLISHED'],
    to: 'DRAFT',
    permission: 'roster:publish',
    reason: 'required',
  },
  lock: { from: ['PUBLISHED'], to: 'LOCKED', house: true },
})

export const rosterRecord = recordWithLife(rosters, {
  life: roster_life,
  called: ({ number }) => number,
  history: historyIn(roster_moves),
  /** Of the caller's branches (HR-1). */
  sees: (caller: Caller, { facility_id }) =>
    caller.facility_ids.includes(facility_id) || can(caller, 'facility:all'),
})

export async function list(caller: Caller, asked: RosterFilter & PageAsked): Promise<Page<Roster>> {
  const branches = await scopeOf(caller, asked.facility_id ?? 'all')
  const found = await pageFrom(rosters, asked, {
    from: sql` from rosters${where([
      sql`hospital_id = ${caller.hospital_id}`,
      branches === 'all' ? undefined : sql`facility_id${oneOf(branches)}`,
      when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.from, sql`ends_on >= ${asked.from}`),
      when(asked.to, sql`starts_on <= ${asked.to}`),
    ])}`,
    order: sql` order by starts_on desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

export async function shown(caller: Caller, found: readonly RosterRow[]): Promise<Roster[]> {
  const counted = await rows<{ roster_id: string; shifts: number; people: number }>(
    sql`select roster_id, count(*) as shifts, count(distinct staff_id) as people from roster_shifts
      where hospital_id = ${caller.hospital_id} and roster_id${oneOf(found.map(({ id }) => id))}
      and status <> 'CANCELLED' group by roster_id`,
  )
  return found.map(({ number, ...row }) => {
    const counts = counted.find(({ roster_id }) => roster_id === row.id)
    return {
      ...row,
      reference: number,
      counts: { shifts: Number(counts?.shifts ?? 0), people: Number(counts?.people ?? 0) },
      moves: rosterRecord.moves(caller, { ...row, number }) as Roster['moves'],
    }
  })
}

const longest_days = 62

export async function open(caller: Caller, input: RosterInput): Promise<RosterRow> {
  const { starts_on, ends_on, auto_take } = input
  if (ends_on < starts_on) throw invalid('ends_on', 'is before starts_on.')
  if (ends_on >= nextDay(starts_on, longest_days)) {
    throw invalid('ends_on', `must be at most ${longest_days} days from starts_on.`)
  }
  const facility_id = input.facility_id ?? (await actingBranch(caller))
  await scopeOf(caller, facility_id)
  const department = await departmentAt(caller, facility_id, input.department)
  // Its number first: who asks at the same time waits for it, and then finds this one.
  const number = await nextReference(caller, 'roster', facility_id)
  await refuseCovered(caller, { facility_id, department, starts_on, ends_on })
  return rosterRecord.created(caller, {
    number,
    facility_id,
    department,
    starts_on,
    ends_on,
    auto_take: auto_take ?? false,
  })
}

/** HR-31. */
async function refuseCovered(
  { hospital_id }: Caller,
  asked: Pick<RosterRow, 'facility_id' | 'department' | 'starts_on' | 'ends_on'>,
): Promise<void> {
  const other = await one<Pick<RosterRow, 'number' | 'starts_on' | 'ends_on'>>(
    sql`select number, starts_on, ends_on from rosters where hospital_id = ${hospital_id}
      and facility_id = ${asked.facility_id} and department = ${asked.department}
      and starts_on <= ${asked.ends_on} and ends_on >= ${asked.starts_on} limit 1`,
  )
  if (other === undefined) return
  const days = `${inWords(other.starts_on)} to ${inWords(other.ends_on)}`
  throw conflict(`${other.number} already covers ${asked.department} from ${days}.`)
}

const named_clashes = 5

export async function publish(
  caller: Caller,
  id: string,
  accept_short_reason: string | null = null,
): Promise<RosterRow> {
  const before = await rosterRecord.begin(caller, id, 'publish')
  const refused = (await clashesIn(caller, before)).filter(({ severity }) => severity === 'REFUSE')
  if (refused.length > 0) {
    const first = refused
      .slice(0, named_clashes)
      .map(({ date, staff_name, code }) => `${date} ${staff_name} ${code}`)
    throw conflict(
      `${refused.length} ${refused.length === 1 ? 'clash' : 'clashes'} must be solved first: ${first.join('; ')}.`,
      'clashes',
    )
  }
  const short = shortIn(await coverIn(caller, before))
  if (short !== null && accept_short_reason === null) {
    throw conflict(`${short} below minimum cover: give accept_short_reason.`, 'short')
  }
  const changes = {
    published_at: clock.instant(),
    published_by_name: caller.name,
    accept_short_reason: short === null ? null : accept_short_reason,
  }
  const row = await rosterRecord.moved(caller, before, 'publish', changes, accept_short_reason)
  await tellPeople(caller, row, 'Your shifts are out')
  return row
}

/** Before its first day. */
export async function unpublish(caller: Caller, id: string, reason: string): Promise<RosterRow> {
  const before = await rosterRecord.begin(caller, id, 'unpublish')
  if (before.starts_on <= (await today(caller))) {
    throw conflict(`${before.number} has begun: change its shifts one by one.`)
  }
  const changes = { published_at: null, published_by_name: null, accept_short_reason: null }
  const row = await rosterRecord.moved(caller, before, 'unpublish', changes, reason)
  await tellPeople(caller, row, 'Your shifts are being changed')
  return row
}

/** Once, to everybody who stands in it and has an account. */
async function tellPeople(caller: Caller, roster: RosterRow, title: string): Promise<void> {
  const { hospital_id } = caller
  const people = await rows<{ staff_id: string }>(
    sql`select distinct staff_id from roster_shifts where hospital_id = ${hospital_id}
      and roster_id = ${roster.id} and staff_id is not null and status <> 'CANCELLED'`,
  )
  const accounts = await accountsOf(
    caller,
    people.map(({ staff_id }) => staff_id),
  )
  const user = [...accounts.values()].map(({ user_id }) => user_id)
  if (user.length === 0) return
  const { department, starts_on, ends_on } = roster
  await tell(caller, {
    to: { user },
    kind: 'roster.shifts',
    title,
    body: `${department}, ${inWords(starts_on)} to ${inWords(ends_on)}.`,
  })
}
