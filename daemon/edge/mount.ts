// Mounting a list of routes. The order of checks is PLT-1 and stands here once for both APIs:
// limit · token · permission · module · body size, kind, reading · record in the path · whether that
// patient's record is open to the caller (PRV-2) · fields · the same of a patient whom a field names.

import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../db/core/caller.ts'
import { isId } from '../../db/core/ids.ts'
import { noSuch, wrongKind } from '../../db/core/refusal.ts'
import type { Api, Opened, Privacy } from './api.ts'
import { type Facts, RequestFacts } from './facts.ts'
import { isNamed, isOfOne, isPart, type OfAPatient } from './opens.ts'
import { carryOut } from './performing.ts'
import { bodyOf, queryOf, takeFile, wantedBy } from './reading.ts'
import { addressesOf, codesOf, type Door, type Route } from './route.ts'
import { isMultipart } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    facts: Facts | null
  }
}

export function mount(app: FastifyInstance, api: Api, doors: readonly Door[]): void {
  for (const door of doors) {
    for (const route of door.routes) {
      for (const url of addressesOf(api, route)) mountOne(app, api, door.area, route, url)
    }
  }
}

/** A route that does not say who may, or names a permission that is none, stops the start. */
function refuseUndeclared(api: Api, route: Route, url: string): void {
  const { access } = route as { access?: Route['access'] }
  const codes = access === undefined ? [] : codesOf(access)
  const unknown = codes.find((code) => !api.knows(code))
  if (unknown !== undefined)
    throw new Error(`${route.method} ${url} asks for ${unknown}, which is no permission`)
  if (access === undefined || (typeof access !== 'string' && codes.length === 0)) {
    throw new Error(`${route.method} ${url} does not say who may use it`)
  }
}

/** Whoever forgot to say what a route opens of a patient finds out at the start, not in a hospital. */
function refuseUnsaid({ privacy }: Api, route: Route, where: string): void {
  if (privacy === undefined) return
  const { opens, record, method, silent, audit } = route
  if (opens === undefined) throw new Error(`${where} does not say what it opens of a patient`)
  if (isPart(opens) && record === undefined) {
    throw new Error(`${where} opens the ${opens} of nobody: it has no record: look-up`)
  }
  const reads = method === 'GET' || silent
  if (reads && (isOfOne(opens) || opens === 'many') && audit === undefined) {
    throw new Error(`${where} does not say how its reading stands in the log: audit`)
  }
}

/** Files, readings and work in pieces are answered without what `around` surrounds. */
function refuseIdleAround({ around, reply, transaction, once }: Route, where: string): void {
  if (around === undefined) return
  if (reply.kind === 'file' || transaction === 'none' || once === 'in pieces')
    throw new Error(`${where} has an around: that nobody would call`)
}

function mountOne(app: FastifyInstance, api: Api, area: string, route: Route, url: string): void {
  refuseUndeclared(api, route, url)
  refuseIdleAround(route, `${route.method} ${url}`)
  refuseUnsaid(api, route, `${route.method} ${url}`)
  const ids =
    api.reads === undefined
      ? [...url.matchAll(/:([a-z_]+)/g)].map(([, name]) => name as string)
      : []
  if (route.body !== undefined && ids.some(isIdName) && route.record === undefined) {
    throw new Error(
      `${route.method} ${url} has a body and a record in its path, but no record: look-up`,
    )
  }
  app.route({
    method: route.method,
    url,
    ...bodyLimitOf(route),
    config: {
      wants_bytes: route.takes === 'bytes',
      wants: wantedBy(route),
      wrong_kind: route.wrong_kind,
      ...(typeof route.takes === 'object' ? { max_mb: route.takes.max_mb } : {}),
      wants_raw: typeof route.takes === 'object' ? route.takes.upload : [],
    },
    onRequest: async (request) => {
      request.facts = new RequestFacts(request)
      const caller = await api.identify(route, request.facts, request.id)
      // Kept before the permission is asked, so that a refusal can name who was refused.
      request.caller = caller
      await api.permit(caller, route)
      // Where the record in the path decides who may, it is asked before the body is read (PLT-1).
      if (asksRecordFirst(route)) await recordOf(route, caller, request.params, ids)
      api.beforeBody?.(route, request.facts)
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller
      const params = request.params as Record<string, string>
      if (typeof route.takes !== 'object' && isMultipart(request)) throw wrongKind(wantedBy(route))
      await mustBeIds(route, caller, params, ids)
      const uploaded =
        typeof route.takes === 'object' ? await takeFile(request, route, caller) : undefined
      const found = await lookedUp(route, caller, params)
      const opened = await openedByRecord(api.privacy, route, caller, found)
      const query = queryOf(api, route, request.query)
      const body = uploaded ?? bodyOf(api, route, request.body)
      const named = await openedByName(api.privacy, route, caller, { query, body })
      const facts = request.facts as Facts
      return carryOut({ api, area, route, opened: opened ?? named, found }, request, reply, {
        caller,
        params,
        query,
        body,
        facts,
      })
    },
  })
}

/** Who may be anybody is read little of. */
const open_bytes = 64 * 1024

function bodyLimitOf({ takes, body_limit, access }: Route): { bodyLimit?: number } {
  if (body_limit !== undefined) return { bodyLimit: body_limit }
  if (typeof takes === 'object') return { bodyLimit: takes.max_mb * 1024 * 1024 + 65_536 }
  return access === 'open' && takes !== 'bytes' ? { bodyLimit: open_bytes } : {}
}

const asksRecordFirst = (route: Route): boolean =>
  route.access === 'the record decides' && route.record !== undefined

/** Again where it was asked before the body already: what it opens must be known here. */
async function lookedUp(
  route: Route,
  caller: Caller,
  params: Record<string, string>,
): Promise<unknown> {
  const { body, query, record, opens } = route
  const once_more = isPart(opens) || !asksRecordFirst(route)
  const wanted = isPart(opens) || body !== undefined || query !== undefined
  return wanted && once_more ? record?.(caller, params) : undefined
}

async function openedByRecord(
  privacy: Privacy | undefined,
  { opens }: Route,
  caller: Caller,
  found: unknown,
): Promise<Opened | null> {
  if (privacy === undefined || !isPart(opens)) return null
  return privacy.authorise(caller, opens, found as OfAPatient)
}

async function openedByName(
  privacy: Privacy | undefined,
  { opens }: Route,
  caller: Caller,
  sent: Record<'query' | 'body', unknown>,
): Promise<Opened | null> {
  if (privacy === undefined || !isNamed(opens)) return null
  const { [opens.field]: id } = (sent[opens.in] ?? {}) as Record<string, unknown>
  return typeof id === 'string' ? privacy.authoriseNamed(caller, opens.part, id) : null
}

async function recordOf(
  route: Route,
  caller: Caller,
  params: unknown,
  ids: readonly string[],
): Promise<void> {
  const named = params as Record<string, string>
  for (const name of ids) if (isIdName(name) && !isId(named[name])) throw noSuch()
  await route.record?.(caller, named)
}

/** A malformed id is not found, in the words of the record's own look-up where there is one. */
async function mustBeIds(
  route: Route,
  caller: Caller,
  params: Record<string, string>,
  ids: readonly string[],
): Promise<void> {
  const wrong = ids.find((name) => isIdName(name) && !isId(params[name]))
  if (wrong === undefined) return
  await route.record?.(caller, { ...params, [wrong]: nobody_id })
  throw noSuch()
}

const nobody_id = '00000000-0000-0000-0000-000000000000'

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('_id')
