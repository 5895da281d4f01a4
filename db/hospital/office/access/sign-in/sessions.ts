// Where an account is signed in. Tokens are opaque and kept as hashes; the refresh token rotates at
// each use, and one that comes a second time closes the session (PLT-22).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn, minutes, seconds } from '../../../../core/clock.ts'
import { rows, run, within } from '../../../../store/connection.ts'
import { newId, newSecret } from '../../../../core/ids.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import {
  closeIdle,
  ended,
  forgetToken,
  forgetUser,
  hashOfToken,
  isIdle,
  ownerOf,
  type RequestFacts,
  type Session,
  type User,
} from '../callers.ts'
import { securityOf } from '../../settings/security.ts'
import { sessions, used_refresh_tokens, users } from '../tables.ts'
import type { StationProof } from '../../../neighbours/workstations.ts'
import { stopsRefresh } from './stations.ts'
import { warn } from '../users/warnings.ts'
import type { session_methods } from '../words.ts'

export const access_s = 900
export const refresh_days = 30

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

export interface Opening {
  user: User
  method: (typeof session_methods)[number]
  facts: Pick<RequestFacts, 'ip' | 'user_agent'>
  max_days: number
  facility_id?: string | null
  device_id?: string | null
}

/** Inside the caller's transaction: the session row is part of the sign-in. */
export async function open(opening: Opening): Promise<{ session: Session; tokens: Tokens }> {
  const ends_at = instantIn(days(opening.max_days))
  const made = fresh(ends_at)
  const session = await sessions.insert({
    id: newId(),
    hospital_id: opening.user.hospital_id,
    user_id: opening.user.id,
    method: opening.method,
    ...made.columns,
    ends_at,
    last_seen_at: clock.instant(),
    ip: opening.facts.ip,
    user_agent: opening.facts.user_agent?.slice(0, 300) ?? null,
    facility_id: opening.facility_id ?? null,
    device_id: opening.device_id ?? null,
  })
  return { session, tokens: made.tokens }
}

/** A new pair for an old refresh token. Of two that come at once exactly one gets it. */
export async function refresh(
  refresh_token: string,
  proof: StationProof | null = null,
  ip: string | null = null,
): Promise<Tokens> {
  const refresh_hash = hashOfToken(refresh_token)
  // A proof that did not hold is burnt all the same, so what stands against it is thrown after.
  const outcome = await within(async () => {
    const session = await sessions.findAnywhere({ refresh_hash }, { lock: true })
    if (session === undefined) return closeReused(refresh_hash)
    return (await stopsRefresh(session, proof, ip)) ?? rotate(session)
  })
  if (isRefusal(outcome)) throw outcome
  if (outcome === null) throw ended()
  return outcome
}

async function rotate(session: Session): Promise<Tokens | null> {
  const now = clock.instant()
  const { hospital_id, id } = session
  if (session.closed_at !== null || session.refresh_ends_at <= now || session.ends_at <= now)
    return null
  const { idle_minutes } = await securityOf({ hospital_id })
  if (isIdle(session, idle_minutes)) {
    await closeIdle(session)
    return null
  }
  await ownerOf(session)
  const made = fresh(session.ends_at)
  const { refresh_hash } = session
  await used_refresh_tokens.insert({ refresh_hash, session_id: id, used_at: now })
  await sessions.change({ hospital_id, id }, made.columns)
  forgetToken(session.access_hash)
  return made.tokens
}

/** The token was turned in before: somebody else holds a copy, so the whole session goes. */
async function closeReused(refresh_hash: string): Promise<null> {
  const used = await used_refresh_tokens.find({ refresh_hash })
  if (used === undefined) return null
  const session = await sessions.findAnywhere({ id: used.session_id }, { lock: true })
  if (session === undefined || session.closed_at !== null) return null
  const { hospital_id, id, user_id } = session
  await sessions.change(
    { hospital_id, id },
    { closed_at: clock.instant(), close_reason: 'token_reused' },
  )
  forgetToken(session.access_hash)
  const user = await users.find({ hospital_id, id: user_id })
  if (user !== undefined) await warn(user, 'token_reused')
  return null
}

/**
 * Of more than may be open at once the oldest goes (PLT-31), and never the one that was just opened: after the
 * clock was set back it looks like the oldest (OPS-98).
 */
export async function closeSurplus(user: User, fresh_id: string): Promise<void> {
  const { max_sessions_per_user } = await securityOf(user)
  if (max_sessions_per_user === 0) return
  const others = (await openOf(user, user.id)).filter(({ id }) => id !== fresh_id)
  for (const { id } of others.slice(max_sessions_per_user - 1)) {
    await close(user, 'surplus', { only: id })
  }
}

/** Closes sessions of one account; answers how many were open. */
export async function close(
  user: Pick<User, 'id' | 'hospital_id'>,
  reason: string,
  which: { only?: string; except?: string | null } = {},
): Promise<number> {
  const only = which.only === undefined ? sql`` : sql` and id = ${which.only}`
  const except =
    which.except === undefined || which.except === null ? sql`` : sql` and id <> ${which.except}`
  const closed = await run(
    sql`update sessions set closed_at = ${clock.instant()}, close_reason = ${reason} where user_id = ${user.id} and closed_at is null${only}${except}`,
  )
  forgetUser(user.id)
  return closed
}

/** Everybody who is signed in at a workstation. */
export async function closeAtDevice(
  { hospital_id, id: device_id }: { hospital_id: string; id: string },
  reason: string,
): Promise<number> {
  const open = await sessions.all({ hospital_id, device_id, closed_at: null })
  for (const { id, user_id } of open) {
    await sessions.change({ hospital_id, id }, { closed_at: clock.instant(), close_reason: reason })
    forgetUser(user_id)
  }
  return open.length
}

/** Where the open sessions of a workstation come from. */
export async function addressesAtDevice({
  hospital_id,
  id: device_id,
}: {
  hospital_id: string
  id: string
}): Promise<(string | null)[]> {
  const open = await sessions.all({ hospital_id, device_id, closed_at: null })
  return open.map(({ ip }) => ip)
}

/** Open sessions of an account, newest first. */
export async function openOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  user_id: string,
): Promise<Session[]> {
  const now = clock.instant()
  return sessions.read(
    sql`select ${sessions.selection()} from sessions
      where hospital_id = ${hospital_id} and user_id = ${user_id} and closed_at is null
      and ends_at > ${now} and refresh_ends_at > ${now} order by created_at desc, id desc`,
  )
}

export async function countOpen(user_ids: readonly string[]): Promise<Map<string, number>> {
  if (user_ids.length === 0) return new Map()
  const now = clock.instant()
  const counted = await rows<{ user_id: string; n: number }>(
    sql`select user_id, count(*) as n from sessions where user_id${oneOf(user_ids)} and closed_at is null and ends_at > ${now} and refresh_ends_at > ${now} group by user_id`,
  )
  return new Map(counted.map(({ user_id, n }) => [user_id, Number(n)]))
}

export const noteClosed = (
  caller: Caller,
  user: Pick<User, 'id' | 'full_name'>,
  closed: number,
): void =>
  record(caller, 'session.close', {
    entity_type: 'user',
    entity_id: user.id,
    entity_label: user.full_name,
    rows: closed,
  })

/** What the schedule closes of one hospital: sessions that nobody uses any more (PLT-31). */
export async function closeAsleep(hospital_id: string): Promise<number> {
  const { idle_minutes } = await securityOf({ hospital_id })
  if (idle_minutes === 0) return 0
  return run(
    sql`update sessions set closed_at = ${clock.instant()}, close_reason = 'idle'
      where hospital_id = ${hospital_id} and closed_at is null
      and last_seen_at <= ${instantIn(-minutes(idle_minutes))}`,
  )
}

function fresh(session_ends_at: string): {
  tokens: Tokens
  columns: Pick<Session, 'access_hash' | 'access_ends_at' | 'refresh_hash' | 'refresh_ends_at'>
} {
  const access_token = newSecret()
  const refresh_token = newSecret()
  const earlier = (a: string, b: string): string => (a < b ? a : b)
  return {
    tokens: { access_token, refresh_token, expires_in: access_s },
    columns: {
      access_hash: hashOfToken(access_token),
      access_ends_at: earlier(instantIn(seconds(access_s)), session_ends_at),
      refresh_hash: hashOfToken(refresh_token),
      refresh_ends_at: earlier(instantIn(days(refresh_days)), session_ends_at),
    },
  }
}
