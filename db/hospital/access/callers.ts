// From a token to the caller. Asked at every request: the session is kept in memory for a moment,
// and everything that could change the answer drops it at once in this process; other daemons see
// the change when their moment is over, within 5 s (PLT-22, PLT-37).

import { createHash } from 'node:crypto'
import { type Caller, platform_id } from '../../caller.ts'
import { clock, dayIn, instantIn, minutes } from '../../clock.ts'
import { afterCommit, within } from '../../connection.ts'
import { invalid, noSuch, unauthorised } from '../../refusal.ts'
import type { RowOf } from '../../table.ts'
import { byId as hospitalById } from '../hospitals/hospitals.ts'
import { facilities } from '../places/tables.ts'
import { heldBy, type Held } from './permissions.ts'
import { sessions, user_facilities, users } from './tables.ts'

export type User = RowOf<(typeof users)['columns']>
export type Session = RowOf<(typeof sessions)['columns']>

export interface RequestFacts {
  ip: string | null
  user_agent: string | null
  request_id: string
  facility_id?: string | null
  expected_version?: string | null
}

/** What a session's requests have in common. */
export interface SignedIn {
  session: Session
  user: User
  held: Held
  permissions: ReadonlySet<string>
  /** The account's open branches, the default one first. */
  facility_ids: readonly string[]
  must_change_password: boolean
  must_set_up_2fa: boolean
}

const kept_ms = 3000
const kept_max = 20_000
const kept = new Map<string, { signed_in: SignedIn; until: number }>()

export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

export async function callerOf(token: string, facts: RequestFacts): Promise<Caller> {
  const signed_in = await signedIn(hashOfToken(token))
  const { session, user } = signed_in
  noteSeen(session, facts)
  return {
    kind: user.kind === 'STAFF' ? 'USER' : user.kind,
    hospital_id: user.hospital_id,
    facility_id: actingFacility(signed_in, facts.facility_id ?? null),
    user_id: user.id,
    patient_id: user.patient_id,
    name: user.full_name,
    session_id: session.id,
    device_id: session.device_id,
    permissions: signed_in.permissions,
    facility_ids: signed_in.facility_ids,
    request_id: facts.request_id,
    ip: facts.ip,
    user_agent: facts.user_agent,
    expected_version: versionOf(facts.expected_version ?? null),
  }
}

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

export const isGuest = (caller: Caller): boolean =>
  caller.kind === 'SYSTEM' && caller.permissions.size === 0 && caller.session_id === null

/** Everything about the session in hand, for `me` and for its own moves. */
export async function signedInBy(caller: Caller): Promise<SignedIn> {
  const session =
    caller.session_id === null
      ? undefined
      : await sessions.find({ hospital_id: caller.hospital_id, id: caller.session_id })
  if (session === undefined) throw ended()
  return load(session)
}

/** Sessions changed, or what their people hold: asked anew from the next request on. */
export const forgetCallers = (): void => afterCommit(() => kept.clear())
export const forgetCallersNow = (): void => kept.clear()

const ended = (): Error => unauthorised('Your session has ended. Sign in again.')

async function signedIn(access_hash: string): Promise<SignedIn> {
  const known = kept.get(access_hash)
  if (known !== undefined && known.until > performance.now() && isOpen(known.signed_in.session)) {
    return known.signed_in
  }
  const session = await sessions.findAnywhere({ access_hash })
  if (session === undefined || !isOpen(session)) throw ended()
  const signed_in = await load(session)
  if (kept.size >= kept_max) kept.delete(kept.keys().next().value ?? '')
  kept.set(access_hash, { signed_in, until: performance.now() + kept_ms })
  return signed_in
}

function isOpen(session: Session): boolean {
  const now = clock.instant()
  return session.closed_at === null && session.access_ends_at > now && session.ends_at > now
}

async function load(session: Session): Promise<SignedIn> {
  const { hospital_id, user_id } = session
  const user = await users.find({ hospital_id, id: user_id })
  if (user === undefined || (user.status !== 'ACTIVE' && user.status !== 'INVITED')) throw ended()
  const hospital = await hospitalById(hospital_id)
  if (hospital.status === 'SUSPENDED' || hospital.status === 'CLOSED') throw ended()
  if (user.valid_until !== null && user.valid_until < dayIn(hospital.timezone)) throw ended()
  const held = await heldOf(user)
  const must_change_password = user.must_change_password
  const must_set_up_2fa = held.two_factor_required && user.totp_enabled_at === null
  return {
    session,
    user,
    held,
    // PLT-21: until both are done only the /auth group answers.
    permissions: new Set(must_change_password || must_set_up_2fa ? [] : held.codes),
    facility_ids: await openFacilities(user),
    must_change_password,
    must_set_up_2fa,
  }
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

async function openFacilities(user: User): Promise<string[]> {
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

/** Once a minute is enough to know who is there; refresh and polling do not count (PLT-31). */
function noteSeen(session: Session, facts: RequestFacts): void {
  if (session.last_seen_at > instantIn(-minutes(1))) return
  session.last_seen_at = clock.instant()
  const { hospital_id, id, last_seen_at } = session
  within(
    () =>
      sessions.change(
        { hospital_id, id },
        { last_seen_at, ip: facts.ip, user_agent: facts.user_agent?.slice(0, 300) ?? null },
      ),
    'jobs',
  ).catch(() => undefined)
}
