// A person who signs for a command (OPS-58): signed in as everywhere, with the same lock and second
// factor, and with the own permissions from then on.

import { type Caller, can } from '../../../../core/caller.ts'
import { newId } from '../../../../core/ids.ts'
import { within } from '../../../../store/connection.ts'
import { isRefusal, notPermitted, Refusal, unauthorised } from '../../../../core/refusal.ts'
import { byCode } from '../../places/facilities.ts'
import { byId } from '../../hospitals/hospitals.ts'
import { callerOf, guest, hashOfToken, type SignedIn, signedInBy } from '../callers.ts'
import { login, verify } from '../sign-in/login.ts'
import { close, refresh, type Tokens } from '../sign-in/sessions.ts'
import { sessions, users } from '../tables.ts'

export interface Signing {
  username: string
  password: string
  code?: string | undefined
  /** Which hospital, where there are several. */
  workspace?: string | undefined
  /** Somebody who runs the service. */
  platform?: boolean
  /** `cli:asha@hms1` or `tui@hms1`. */
  at: string
}

export interface SignedPerson {
  token: string
  /** With which whoever stays longer than a command goes on (the screens). */
  refresh_token: string
  username: string
  full_name: string
  hospital: string
  permissions: string[]
}

export async function signPerson(signing: Signing): Promise<SignedPerson> {
  const { username, password, code, workspace, platform = false, at } = signing
  const caller = guest({ ip: null, user_agent: at }, newId())
  const named = {
    identifier: username,
    password,
    ...(workspace === undefined ? {} : { workspace }),
    ...(platform ? { platform } : {}),
  }
  const entry = await login(caller, named as Parameters<typeof login>[1]).catch(inOwnWords)
  if (entry.session !== null) return person(entry.tokens, at)
  if (code === undefined) {
    throw new Refusal(401, 'sign_in.code', `${username} signs in with a code as well.`)
  }
  const { session_token } = entry
  const proved = await verify(caller, { session_token, code }).catch(inOwnWords)
  if (proved.session === null) throw unauthorised('name, password or code is wrong.')
  return person(proved.tokens, at)
}

/** Operations 6.1. */
function inOwnWords(error: unknown): never {
  if (!isRefusal(error)) throw error
  if (error.status === 429) {
    const minutes = Math.ceil((error.retry_after_s ?? 60) / 60)
    throw new Refusal(429, 'sign_in.needed', `too many tries: wait ${minutes} minutes.`)
  }
  const wrong = /not right/.test(error.message)
  throw unauthorised(wrong ? 'name, password or code is wrong.' : error.message)
}

/** The screens stay signed in for longer than a token lives. */
export async function renewPerson(refresh_token: string, at: string): Promise<SignedPerson> {
  return person(await refresh(refresh_token), at)
}

async function person(
  { access_token: token, refresh_token }: Tokens,
  at: string,
): Promise<SignedPerson> {
  const caller = await personOf(token, { at })
  const { user, permissions }: SignedIn = await signedInBy(caller)
  return {
    token,
    refresh_token,
    username: user.username,
    full_name: user.full_name,
    hospital: (await byId(user.hospital_id)).code,
    permissions: [...permissions].sort(),
  }
}

/** Who holds this token, at the branch that was named. */
export async function personOf(
  token: string,
  about: { at: string; facility?: string | null; request_id?: string },
): Promise<Caller> {
  const facts = { ip: null, user_agent: about.at, request_id: about.request_id ?? newId() }
  const caller = await callerOf(token, facts)
  if (caller.first !== null && caller.first !== undefined) throw unauthorised(caller.first)
  if (caller.kind === 'PATIENT') throw notPermitted('console:use')
  const code = about.facility ?? null
  if (code === null) return caller
  const facility = await byCode(caller, code)
  return callerOf(token, { ...facts, facility_id: facility?.id ?? code })
}

/** What a command asks of a person; null: it is the machine's own affair. */
export function mustHold(caller: Caller, permission: string | null): void {
  if (permission === null) {
    throw new Refusal(403, 'not.permitted', 'this is for the people of this machine, not --as.')
  }
  if (!can(caller, permission)) throw notPermitted(permission)
}

export async function leavePerson(token: string): Promise<void> {
  await within(async () => {
    const session = await sessions.findAnywhere({ access_hash: hashOfToken(token) })
    if (session === undefined || session.closed_at !== null) return
    const { hospital_id, user_id: id } = session
    const user = await users.find({ hospital_id, id })
    if (user !== undefined) await close(user, 'command_ended', { only: session.id })
  })
}

/** With one account nobody else could decide (OPS-68). */
export async function othersCanDecide(hospital_id: string | null): Promise<boolean> {
  const alike = { kind: 'STAFF', status: 'ACTIVE' } as const
  const found =
    hospital_id === null
      ? await users.allAnywhere(alike)
      : await users.all({ hospital_id, ...alike }, { limit: 2 })
  return found.length > 1
}
