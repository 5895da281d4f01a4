// A route is a value: what it is for, who may, what comes in, what goes out, which rule runs.
// One list of them per area yields the listener, the checks, the descriptions and the tests.

import type { Caller } from '../../db/core/caller.ts'
import type { Module } from '../../db/hospital/modules.ts'
import type { TSchema } from '../../db/core/kinds/kinds.ts'
import type { Facts } from './facts.ts'
import type { Opens } from './opens.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * open: no token. signed in: any token. the record decides: the rule asks, because the permission
 * follows the record that is named. Otherwise a code, or several of which any one will do.
 */
export type Access<P extends string = string> =
  | 'open'
  | 'signed in'
  | 'the record decides'
  | P
  | readonly P[]

export const codesOf = (access: Access): readonly string[] => {
  if (typeof access !== 'string') return access
  return access === 'open' || access === 'signed in' || access === 'the record decides'
    ? []
    : [access]
}

export interface Frame<Params = Record<string, string>, Query = unknown, Body = unknown> {
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly facts: Facts
  /** Of routes that are done once in pieces: keeps the answer in the transaction in hand. */
  readonly keep?: ((result: unknown) => Promise<void>) | undefined
}

export type Reply =
  | { kind: 'data'; schema: TSchema }
  /** `figures`: what the list comes to, in `meta` beside its pages. */
  | { kind: 'page'; schema: TSchema; or_as: readonly string[]; figures?: TSchema | undefined }
  | { kind: 'file'; content_type: string; or_as?: string | undefined }
  /** Without the envelope: the stack check and the descriptions. */
  | { kind: 'bare'; schema: TSchema }

export type Takes =
  | 'nothing'
  | 'json'
  /** Whatever comes, as its bytes: what others send and sign in their own way. */
  | 'bytes'
  | {
      /** Kinds that come as the raw body; multipart is always taken. */
      upload: readonly string[]
      max_mb: number
      /** By way of the disk; how large it may be follows from its first bytes. */
      limitMb?: ((caller: Caller, head: Buffer) => Promise<number>) | undefined
      /** The parts beside the file, for the description; the rule reads them. */
      fields?: TSchema | undefined
    }

export interface Route {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly module: Module | undefined
  /** A clinical write: the caller's staff record is asked for right after the 403s (PLT-1, FRO-3). */
  readonly signs: boolean
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  /** The body may be absent altogether. */
  readonly body_may_miss: boolean
  readonly takes: Takes
  /** Of uploads: what is said about a kind that is not taken, in the chapter's own words. */
  readonly wrong_kind?: string | undefined
  readonly reply: Reply
  readonly status: number
  readonly says: string
  /** PLT-1: a record in the path is looked for before fields and query words are read. */
  readonly record:
    | ((caller: Caller, params: Record<string, string>) => Promise<unknown>)
    | undefined
  /** Writes run inside one transaction opened by the edge, unless the rule opens its own. */
  readonly transaction: 'edge' | 'rule' | 'none'
  /** Named in the audit log when the rule wrote no row of its own: a write, and what opens patients. */
  readonly audit: string | undefined
  /** What it opens of a patient; messaging holds no patients. */
  readonly opens?: Opens | undefined
  /** Own notices, counts: not worth a row (PLT-112). */
  readonly silent: boolean
  /** Takes `Idempotency-Key`: a retry never does it twice. In pieces: the rule keeps the answer. */
  readonly once: boolean | 'in pieces'
  /** What must be ready before the transaction begins and is cleared away after it. */
  readonly around?: Around<Frame<never, never, never>> | undefined
  /** Of open routes: 30 a minute and address instead of 120 (PLT-7). */
  readonly guarded: boolean
  /** Asked again, the rule answers with what stands, and 200. */
  readonly again?: true | undefined
  /** Only where several hospitals are served (PLT-79). */
  readonly hosted: boolean
  /** Messaging: only a test key; only a live key, where a test key may read alone. */
  readonly test_only?: true | undefined
  readonly live_only?: true | undefined
  /** Messaging: the answer kept for an Idempotency-Key holds a secret and is kept sealed. */
  readonly sealed?: true | undefined
  /** The largest body in bytes, where it is not the listener's own limit. */
  readonly body_limit?: number | undefined
  /** Stands at the root, outside the API's prefix. */
  readonly at_root?: true | undefined
  readonly run: (frame: Frame<never, never, never>) => Promise<unknown>
}

export type Around<F> = <T>(frame: F, go: () => Promise<T>) => Promise<T>

export interface Door {
  readonly area: string
  readonly routes: readonly Route[]
}

export const area = (name: string, routes: readonly Route[]): Door => ({ area: name, routes })

/** Routes of the operator: on a server of one hospital they are not there. */
export const hosted = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, hosted: true }))

/** Portal routes stand at the root as well (foundations 3.13), and the pages of screens. */
export const addressesOf = (api: { prefix: string }, route: Route): string[] =>
  route.at_root === true
    ? [route.path]
    : [
        route.path === '/' ? api.prefix : `${api.prefix}${route.path}`,
        ...(/^\/(portal|display)\//.test(route.path) || route.path === '/docs' ? [route.path] : []),
      ]
