// Asking for a second person, and what becomes of it.

import { type Caller, can } from '../caller.ts'
import { clock, hours, instantIn } from '../clock.ts'
import { run, within } from '../connection.ts'
import { list as holdersOf } from '../hospital/access/holders.ts'
import { conflict, noneCalled, notPermitted } from '../refusal.ts'
import { sql } from '../sql.ts'
import type { RowOf } from '../table.ts'
import { command_requests } from './tables.ts'
import type { RequestState } from './words.ts'

export type Request = RowOf<(typeof command_requests)['columns']>

const lives_ms = hours(72)

export const ask = (
  caller: Caller,
  asked: Pick<Request, 'command' | 'args' | 'flags' | 'steps' | 'permission' | 'reason'>,
): Promise<Request> =>
  within(() =>
    command_requests.insert({
      ...asked,
      asked_by: caller.name.slice(0, 160),
      asked_by_user: caller.user_id,
      asked_at: clock.instant(),
      expires_at: instantIn(lives_ms),
      state: 'WAITING',
    }),
  )

export async function list(state?: RequestState): Promise<Request[]> {
  const found = await command_requests.allAnywhere(state === undefined ? {} : { state })
  return found.map(aged).sort((a, b) => (a.asked_at < b.asked_at ? 1 : -1))
}

export async function find(id: string): Promise<Request> {
  const found = await command_requests.findAnywhere({ id })
  if (found === undefined) throw noneCalled('request', id)
  return aged(found)
}

/** One whose time is over is so before the timetable has noticed. */
const aged = (request: Request): Request =>
  request.state === 'WAITING' && request.expires_at <= clock.instant()
    ? { ...request, state: 'EXPIRED' }
    : request

export async function waiting(id: string): Promise<Request> {
  const request = await find(id)
  if (request.state === 'WAITING') return request
  throw conflict(`This request is ${request.state.toLowerCase()} already.`, 'rule.refused')
}

/** Another person, who may do it or may approve it. */
export async function mayDecide(caller: Caller, request: Request): Promise<void> {
  if (caller.user_id === null) {
    throw conflict('A person decides: add --as <username>.', 'sign_in.needed')
  }
  if (caller.user_id === request.asked_by_user) {
    throw conflict(`you asked for this: ${await whoMay(caller, request)}.`, 'rule.refused')
  }
  if (!can(caller, 'request:approve') && !can(caller, request.permission)) {
    throw notPermitted('request:approve', request.permission)
  }
}

const named_most = 4

/** By the names of their sign-ins: whoever holds what it takes, and did not ask. */
async function whoMay(caller: Caller, { permission }: Request): Promise<string> {
  const page = { page: 1, per_page: named_most + 1 }
  const codes = ['request:approve', permission].filter((code) => code !== '')
  const holding = await Promise.all(codes.map((code) => holdersOf(caller, { ...page, code })))
  const people = holding.flatMap(({ rows }) => rows.map(({ user }) => user))
  const names = people.filter(({ id }) => id !== caller.user_id).map(({ username }) => username)
  const shown = [...new Set(names)].slice(0, named_most)
  if (shown.length === 0) return 'somebody else must decide'
  const last = shown.pop()
  return `${shown.length === 0 ? '' : `${shown.join(', ')} or `}${last} may decide`
}

/** False where the row is not there: a restore may have put the database before it. */
export const settle = (
  id: string,
  state: RequestState,
  by: { caller: Caller; reason?: string | null } | null,
): Promise<boolean> =>
  within(
    async () =>
      (await command_requests.change(
        { id },
        {
          state,
          ...(by === null
            ? {}
            : {
                decided_by: by.caller.name.slice(0, 160),
                decided_at: clock.instant(),
                decision_reason: by.reason ?? null,
              }),
        },
      )) > 0,
  )

export const expireOld = (): Promise<number> =>
  within(
    () =>
      run(
        sql`update command_requests set state = 'EXPIRED' where state = 'WAITING' and expires_at <= ${clock.instant()}`,
      ),
    'jobs',
  )
