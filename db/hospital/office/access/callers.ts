// From a token to the caller. Asked at every request: the session is kept in memory for a moment,
// and everything that could change the answer drops it at once in this process; other daemons see
// the change when their moment is over, within 5 s (PLT-22, PLT-37).

import { hash } from 'node:crypto'
import { type Caller, platform_id } from '../../../core/caller.ts'
import { clock, dayIn, days, instantIn, minutes, seconds } from '../../../core/clock.ts'
import { afterCommit, inTransaction, within } from '../../../store/connection.ts'
import { invalid, noSuch, type Refusal, unauthorised } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { byId as hospitalById, type Hospital } from '../hospitals/hospitals.ts'
import { type Station, stationInUse, stationOf } from '../../neighbours/workstations.ts'
import { facilities } from '../places/tables.ts'
import { heldBy, type Held } from './roles/permissions.ts'
import { securityMark, securityOf } from '../settings/security.ts'
import { standing } from './users/standing.ts'
import { sessions, user_facilities, users } from './tables.ts'
import { onOtherDatabase } from '../../../store/kept.ts'

export type User = RowOf<(typeof users)['columns']>
export type Session = RowOf<(typeof sessions)['columns']>

export interface RequestFacts {
  ip: string | null
  user_agent: string | null
  request_id: string
  facility_id?: string | null
  expected_version?: string | null
  language?: 'sw' | 'en' | null
  /** False for what runs by itself: it does not keep a session awake (PLT-31). */
  is_use?: boolean
}

/** What a session's requests have in common. */
export interface SignedIn {
  session: Session
  user: User
  hospital: Hospital
  held: Held
  permissions: ReadonlySet<string>
  /** The account's open branches, the default one first. */
  facility_ids: readonly string[]
  must_change_password: boolean
  must_set_up_2fa: boolean
  /** The workstation that the session is bound to. */
  station: Station | null
  /** 0 = a session may rest as long as it likes. */
  idle_minutes: number
}

const kept_ms = 3000
const kept_max = 20_000
const kept = new Map<string, { signed_in: SignedIn; until: number; mark: number }>()
/** Moves whenever something is forgotten, so that an answer read before is not kept after. */
let generation = 0
const found_as = new WeakMap<Caller, { signed_in: SignedIn; generation: number }>()

export const hashOfToken = (token: string): string => hash('sha256', token, 'hex')

export async function callerOf(token: string, facts: RequestFacts): Promise<Caller> {
  const before = generation
  const signed_in = await signedIn(hashOfToken(token))
  const { session, user } = signed_in
  const away = signed_in.station === null ? null : await standing(signed_in.station, facts.ip)
  if (away !== null) throw unauthorised(away)
  if (facts.is_use !== false) noteSeen(signed_in, facts)
  const caller: Caller = {
    kind: user.kind === 'STAFF' ? 'USER' : user.kind,
    hospital_id: user.hospital_id,
    facility_id: actingFacility(signed_in, facts.facility_id ?? null),
    user_id: user.id,
    patient_id: user.patient_id,
    name: user.full_name,
    session_id: session.id,
    device_id: session.device_id,
    permissions: signed_in.permissions,
    first: firstOf(signed_in),
    facility_ids: signed_in.facility_ids,
    request_id: facts.request_id,
    ip: facts.ip,
    user_agent: facts.user_agent,
    expected_version: versionOf(facts.expected_version ?? null),
    language: facts.language ?? null,
  }
  found_as.set(caller, { signed_in, generation: before })
  return caller
}

/** PLT-21, password first. */
export const firstOf = (
  asked: Pick<SignedIn, 'must_change_password' | 'must_set_up_2fa'>,
): string | null =>
  asked.must_change_password
    ? 'Choose a new password before you go on.'
    : asked.must_set_up_2fa
      ? 'Set up two-factor sign-in before you go on.'
      : null

/** Nobody: who asks an open route without a token that counts. */
export const guest = (
  facts: Pick<RequestFacts, 'ip' | 'user_agent'>,
  request_id: string,
): Caller => ({
  kind: 'SYSTEM',
  hospital_id: platform_id,
  facility_id: null,
  user_id: null,
  patient_id: null,
  name: 'Nobody',
  session_id: null,
  device_id: null,
  permissions: new Set(),
  facility_ids: [],
  request_id,
  ip: facts.ip,
  user_agent: facts.user_agent,
  expected_version: null,
})

/** What the caller of this request was found to be, as long as nothing was forgotten since. */
export async function knownBy(caller: Caller): Promise<SignedIn> {
  const found = found_as.get(caller)
  return found === undefined || found.generation !== generation || inTransaction()
    ? signedInBy(caller)
    : found.signed_in
}

/** Everything about the session in hand as it is now, for its own moves. */
export async function signedInBy(caller: Caller): Promise<SignedIn> {
  const session =
    caller.session_id === null
      ? undefined
      : await sessions.find({ hospital_id: caller.hospital_id, id: caller.session_id })
  if (session === undefined) throw ended()
  return load(session)
}

/** Roles, branches or rules changed: everybody is asked anew from the next request on. */
export const forgetCallers = (): void => afterCommit(forgetCallersNow)
export function forgetCallersNow(): void {
  generation += 1
  kept.clear()
}
onOtherDatabase(forgetCallersNow)

/** One account changed, or its sessions. */
export const forgetUser = (user_id: string): void =>
  afterCommit(() => {
    generation += 1
    for (const [key, { signed_in }] of kept) if (signed_in.user.id === user_id) kept.delete(key)
  })

/** One access token stopped working. */
export const forgetToken = (access_hash: string): void =>
  afterCommit(() => {
    generation += 1
    kept.delete(access_hash)
  })

export const ended = (): Refusal => unauthorised('Your session has ended. Sign in again.')

/** What ended with its workstation says so, in the words of PLT-90. */
async function endedAt(session: Session | undefined): Promise<Refusal> {
  const { device_id = null, close_reason = null, ip = null } = session ?? {}
  if (session === undefined || device_id === null || !close_reason?.startsWith('device_')) {
    return ended()
  }
  const station = await stationOf(session.hospital_id, device_id)
  const away = station === null ? null : await standing(station, ip)
  return away === null ? ended() : unauthorised(away)
}

async function signedIn(access_hash: string): Promise<SignedIn> {
  const known = kept.get(access_hash)
  const mark = securityMark()
  if (
    known !== undefined &&
    known.mark === mark &&
    known.until > performance.now() &&
    isOpen(known.signed_in.session)
  ) {
    if (!isIdle(known.signed_in.session, known.signed_in.idle_minutes)) return known.signed_in
  }
  const before = generation
  const session = await sessions.findAnywhere({ access_hash })
  if (session === undefined || !isOpen(session)) throw await endedAt(session)
  const signed_in = await load(session)
  if (isIdle(session, signed_in.idle_minutes)) {
    await within(() => closeIdle(session))
    throw ended()
  }
  if (before !== generation) return signed_in
  if (kept.size >= kept_max) kept.delete(kept.keys().next().value ?? '')
  kept.set(access_hash, { signed_in, until: performance.now() + kept_ms, mark })
  return signed_in
}

function isOpen(session: Session): boolean {
  const now = clock.instant()
  return session.closed_at === null && session.access_ends_at > now && session.ends_at > now
}

export const isIdle = ({ last_seen_at }: Session, idle_minutes: number): boolean =>
  idle_minutes > 0 && last_seen_at <= instantIn(-minutes(idle_minutes))

export const closeIdle = ({ hospital_id, id }: Session): Promise<number> =>
  sessions.change(
    { hospital_id, id, closed_at: null },
    { closed_at: clock.instant(), close_reason: 'idle' },
  )

/** Everything about an open session; throws when its account or hospital is shut. */
export async function load(session: Session): Promise<SignedIn> {
  const { user, hospital } = await ownerOf(session)
  const held = await heldOf(user)
  const security = await securityOf(user)
  const first = stillToDo(user, held, security.password_max_age_days)
  return {
    session,
    user,
    held,
    hospital,
    permissions: codesNow(held, first),
    facility_ids: await openFacilities(user),
    ...first,
    station:
      session.device_id === null ? null : await stationOf(user.hospital_id, session.device_id),
    idle_minutes: security.idle_minutes,
  }
}

type First = Pick<SignedIn, 'must_change_password' | 'must_set_up_2fa'>

const stillToDo = (user: User, held: Held, max_age_days: number): First => ({
  must_change_password: user.must_change_password || isOverdue(user, max_age_days),
  must_set_up_2fa: held.two_factor_required && user.totp_enabled_at === null,
})

/** PLT-21: until both are done only the /auth group answers. */
const codesNow = (held: Held, first: First): ReadonlySet<string> =>
  new Set(first.must_change_password || first.must_set_up_2fa ? [] : held.codes)

/** Whether somebody who has no session here may do this: a second person at a workstation. */
export async function mayDo(user: User, code: string): Promise<boolean> {
  const held = await heldOf(user)
  const { password_max_age_days } = await securityOf(user)
  return codesNow(held, stillToDo(user, held, password_max_age_days)).has(code)
}

/** The account behind a session, as long as it may be signed in at all. */
export async function ownerOf(session: Session): Promise<{ user: User; hospital: Hospital }> {
  const { hospital_id, user_id } = session
  const user = await users.find({ hospital_id, id: user_id })
  if (user === undefined || (user.status !== 'ACTIVE' && user.status !== 'INVITED')) throw ended()
  const hospital = await hospitalById(hospital_id)
  if (hospital.status === 'SUSPENDED' || hospital.status === 'CLOSED') throw ended()
  if (user.valid_until !== null && user.valid_until < dayIn(hospital.timezone)) throw ended()
  return { user, hospital }
}

function isOverdue(user: User, max_age_days: number): boolean {
  const { password_changed_at } = user
  return (
    max_age_days > 0 &&
    password_changed_at !== null &&
    password_changed_at < instantIn(-days(max_age_days))
  )
}

async function heldOf(user: User): Promise<Held> {
  switch (user.kind) {
    case 'STAFF':
      return heldBy(user.hospital_id, user.id)
    case 'PATIENT':
      return {
        roles: [{ code: 'patient', name: 'Patient' }],
        codes: ['portal:use'],
        two_factor_required: false,
        device_required: false,
      }
    case 'PLATFORM':
      return {
        roles: [],
        codes: [...(user.platform_permissions ?? [])].sort(),
        two_factor_required: true,
        device_required: false,
      }
  }
}

/** The open branches of an account, the default one first. */
export async function openFacilities(user: User): Promise<string[]> {
  const { hospital_id } = user
  const own = await user_facilities.all({ hospital_id, user_id: user.id })
  if (own.length === 0) return []
  const open = await facilities.all(
    { hospital_id, id: own.map((one) => one.facility_id), status: 'ACTIVE' },
    { order: ['name', 'id'] },
  )
  const first = (id: string): number => (id === user.default_facility_id ? 0 : 1)
  return open.map(({ id }) => id).sort((a, b) => first(a) - first(b))
}

/** PLT-11: the workstation's, else the one in the header, else the default. */
function actingFacility(
  { session, user, facility_ids }: SignedIn,
  asked: string | null,
): string | null {
  if (user.kind !== 'STAFF') return null
  if (session.device_id !== null && session.facility_id !== null) {
    if (asked !== null && asked !== session.facility_id) throw noBranch()
    return session.facility_id
  }
  if (asked === null) return facility_ids[0] ?? null
  if (!facility_ids.includes(asked)) throw noBranch()
  return asked
}

const noBranch = (): Error =>
  Object.assign(noSuch(), { message: 'No such branch on your account.' })

function versionOf(text: string | null): number | null {
  if (text === null) return null
  const plain = text.replace(/^W\//, '').replaceAll('"', '')
  if (!/^\d{1,9}$/.test(plain)) throw invalid('If-Match', 'must be the version of the record.')
  return Number(plain)
}

/** Once a minute is enough to know who is there; a session that may fall asleep is watched closer. */
function noteSeen({ session, idle_minutes }: SignedIn, facts: RequestFacts): void {
  const pause = idle_minutes > 0 ? seconds(10) : minutes(1)
  if (session.last_seen_at > instantIn(-pause)) return
  session.last_seen_at = clock.instant()
  const { hospital_id, id, device_id, last_seen_at } = session
  within(async () => {
    await sessions.change(
      { hospital_id, id },
      { last_seen_at, ip: facts.ip, user_agent: facts.user_agent?.slice(0, 300) ?? null },
    )
    if (device_id !== null) await stationInUse(hospital_id, device_id, facts.ip)
  }, 'jobs').catch(() => undefined)
}
