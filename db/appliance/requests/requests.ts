// Asking for a second person, and what becomes of it.

import { type Caller, can } from '../../core/caller.ts'
import { clock, hours, instantIn } from '../../core/clock.ts'
import { within } from '../../store/connection.ts'
import { list as holdersOf } from '../../hospital/office/access/users/holders.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { isGone, isOfHere } from '../house/holder.ts'
import { conflict, noneCalled, notPermitted } from '../../core/refusal.ts'
import type { RowOf } from '../../store/table.ts'
import { begins, carrierHere, isLeft } from './carried.ts'
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
      asked_by: caller.name,
      asked_by_user: caller.user_id,
      asked_at: clock.instant(),
      expires_at: instantIn(lives_ms),
      state: 'WAITING',
    }),
  )

export async function list(state?: RequestState): Promise<Request[]> {
  const kept = state === undefined ? {} : { state: [state, ...(ages_into[state] ?? [])] }
  const found = (await command_requests.allAnywhere(kept)).map(aged)
  return found
    .filter((one) => state === undefined || one.state === state)
    .sort((a, b) => (a.asked_at < b.asked_at ? 1 : -1))
}

export async function find(id: string, how: { lock?: boolean } = {}): Promise<Request> {
  const found = await command_requests.findAnywhere({ id }, how)
  if (found === undefined) throw noneCalled('request', id)
  return aged(found)
}

/** What is kept as one of these may be that by now. */
const ages_into: Partial<Record<RequestState, readonly RequestState[]>> = {
  WAITING: ['APPROVED'],
  EXPIRED: ['WAITING', 'APPROVED'],
}

const undecided = { process: null, decided_by: null, decided_at: null, decision_reason: null }

/**
 * As it is before the timetable has noticed. What was approved and whose process is gone, or has left it,
 * waits again:
 * whether it was done is for whoever approves it next to find out. Of a process of another machine
 * nobody here can say it, and its time alone ends it.
 */
function aged(request: Request): Request {
  const { state, process, expires_at } = request
  const is_over = expires_at <= clock.instant()
  if (state === 'APPROVED' && process !== null) {
    if (isGone(process) || isLeft(request.id, process))
      return aged({ ...request, ...undecided, state: 'WAITING' })
    return is_over && !isOfHere(process) ? { ...request, state: 'EXPIRED' } : request
  }
  return state === 'WAITING' && is_over ? { ...request, state: 'EXPIRED' } : request
}

export async function waiting(id: string, how?: { lock?: boolean }): Promise<Request> {
  const request = await find(id, how)
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

type Decision = { caller: Caller; reason?: string | null }

/** One decision stands: whoever comes a moment later finds it decided. */
export const decide = (
  id: string,
  state: 'DECLINED' | 'WITHDRAWN',
  decision: Decision,
): Promise<void> =>
  within(async () => {
    await waiting(id, { lock: true })
    await command_requests.change({ id }, { state, ...decisionOf(decision) })
  })

/** From here on it is this process's to carry out, and nobody else's while that lives. */
export const take = (id: string, process: string, decision: Decision): Promise<Request> =>
  within(async () => {
    const request = await waiting(id, { lock: true })
    const { caller, reason } = decision
    await mayDecide(caller, request)
    const taken = { state: 'APPROVED' as const, process, ...decisionOf(decision) }
    if (process === carrierHere()) begins(id)
    await command_requests.change({ id }, taken)
    record(caller, 'request.approved', {
      entity_type: 'command_request',
      entity_id: id,
      entity_label: `kituo ${request.command}`,
      reason,
    })
    return { ...request, ...taken }
  })

const decisionOf = ({ caller, reason }: Decision) => ({
  decided_by: nameOf(caller),
  decided_at: clock.instant(),
  decision_reason: reason ?? null,
})

const nameOf = ({ name }: Caller): string => name.slice(0, 160)

/**
 * What became of what was approved; what could not be done waits again. False where the request is not
 * there: a restore may have put the database before it, or to when it still waited.
 */
export const settle = (
  id: string,
  state: 'DONE' | 'WAITING',
  { caller, reason }: Decision,
): Promise<boolean> =>
  within(async () => {
    const request = await command_requests.findAnywhere({ id }, { lock: true })
    if (request === undefined) return false
    const ended =
      state === 'DONE'
        ? { ...decisionOf({ caller, reason: reason ?? null }), process: null }
        : undecided
    return (await command_requests.change({ id }, { state, ...ended })) > 0
  })

/** The same, said to a house that works: by nobody but whoever took it on. */
export const settleOwn = (
  id: string,
  ended: 'DONE' | 'WAITING',
  decision: Decision,
): Promise<boolean> =>
  within(async () => {
    const { state, decided_by } = await find(id, { lock: true })
    if (state !== 'APPROVED' || decided_by !== nameOf(decision.caller)) {
      throw conflict('Whoever approved a request says how it ended.', 'rule.refused')
    }
    return settle(id, ended, decision)
  })

/** How many ended because nobody answered; what nobody carries out any more waits again. */
export const settleOld = (): Promise<number> =>
  within(async () => {
    let ended = 0
    const open = { state: ['WAITING', 'APPROVED'] as const }
    for (const kept of await command_requests.allAnywhere(open, { lock: true })) {
      const { id, state, process, decided_by, decided_at, decision_reason } = aged(kept)
      if (state === kept.state) continue
      const now = { state, process, decided_by, decided_at, decision_reason }
      await command_requests.change({ id }, now)
      if (state === 'EXPIRED') ended += 1
    }
    return ended
  }, 'jobs')
