// A route is a value: what it is for, who may, what comes in, what goes out, which rule runs.
// One list of them per area yields the listener, the checks, the descriptions and the tests.

import type { Readable } from 'node:stream'
import type { Caller } from '../db/caller.ts'
import type { Module } from '../db/hospital/modules.ts'
import { type Static, type TSchema, asked, partial, Search, Whole } from '../db/kinds/kinds.ts'
import type { Rate } from '../db/messaging/keys/limits.ts'
import { type Page, per_page_default } from '../db/pages.ts'

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

/** What a rule may need to know of the request beside its caller. */
export interface Facts {
  readonly ip: string
  readonly user_agent: string | null
  /** How the client reached the house: `https://hospital.example:8443`. */
  readonly base_url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** What the client showed of itself at a listener that speaks TLS: DER. */
  readonly certificate: Buffer | null
  /** Aborted when the client goes away; for answers that wait. */
  readonly signal: AbortSignal
  rate: Rate | null
  /** What a rule's answer says beside its body. */
  readonly reply_headers: Record<string, string>
  times(header: string): number
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

export interface FileReply {
  /** 200 when nothing is said. */
  readonly status?: number
  readonly content_type: string
  readonly bytes: Buffer | string | Readable | Stored
  readonly size?: number
  /** Given: sent as a download under this name. */
  readonly file_name?: string
  readonly inline?: boolean
  readonly etag?: string
  readonly cache?: string
  readonly headers?: Record<string, string>
}

/** One part of a multipart body, or the raw body of an upload. */
export interface Upload {
  readonly file_name: string
  readonly content_type: string
  readonly bytes: Buffer
  readonly fields: Readonly<Record<string, string>>
}

/** A file that lies on the disk when the rule is asked; the edge takes away what the rule leaves. */
export interface Deposit {
  readonly path: string
  readonly file_name: string
  readonly fields: Readonly<Record<string, string>>
}

/** Bytes in a file on the disk, read where they are asked for. */
export interface Stored {
  readonly path: string
  readonly size: number
}

export type Reply =
  | { kind: 'data'; schema: TSchema }
  | { kind: 'page'; schema: TSchema }
  | { kind: 'file'; content_type: string }
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
  /** Named in the audit log when the rule wrote no row of its own. */
  readonly audit: string | undefined
  /** Own notices, counts: not worth a row (PLT-112). */
  readonly silent: boolean
  /** Takes `Idempotency-Key`: a retry never does it twice. In pieces: the rule keeps the answer. */
  readonly once: boolean | 'in pieces'
  /** What must be ready before the transaction begins and is cleared away after it. */
  readonly around?: Around<Frame<never, never, never>> | undefined
  /** Of open routes: 30 a minute and address instead of 120 (PLT-7). */
  readonly guarded: boolean
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

/** A reply whose sentence depends on what happened. */
export class Said<T> {
  readonly message: string
  readonly data: T

  constructor(message: string, data: T) {
    this.message = message
    this.data = data
  }
}

export const said = <T>(message: string, data: T): Said<T> => new Said(message, data)

/** The same answer as a file, where a route of data is asked for one: `format=csv`. */
export class AsFile {
  readonly file: FileReply

  constructor(file: FileReply) {
    this.file = file
  }
}

/** Thrown where a reply without the envelope has a status of its own. */
export class Bare extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super('bare reply')
    this.status = status
    this.body = body
  }
}

type Name<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Head}/${infer Tail}`
    ? Head | Name<`/${Tail}`>
    : Rest
  : never
type Params<Path extends string> = { readonly [K in Name<Path>]: string }
type Of<S> = S extends TSchema ? Static<S> : undefined

interface Common<P extends string, Path extends string> {
  summary: string
  access: Access<P>
  module?: Module
  signs?: boolean
  says?: string
  record?: (caller: Caller, params: Params<Path>) => Promise<unknown>
  audit?: string
  silent?: boolean
}
interface Asking<Q extends TSchema | undefined> {
  query?: Q
}
interface Sending<B extends TSchema | undefined> {
  body?: B
  body_may_miss?: boolean
  once?: boolean
  guarded?: boolean
  transaction?: 'edge' | 'rule'
}
type Answer<R extends TSchema> = Promise<Static<R> | Said<Static<R>> | AsFile>

const page_words = {
  page: asked(Whole(1)),
  per_page: asked(Whole(1)),
  search: asked(Search),
}
Object.assign(page_words.page, { complaint: 'must be a number from 1.' })
Object.assign(page_words.per_page, { complaint: 'must be a number from 1.' })

export interface PageWords {
  page: number
  per_page: number
  search?: string
}

export function words<P extends string>() {
  const route = <Path extends string>(
    method: Method,
    path: Path,
    about: Common<P, Path>,
    more: Partial<Route> & Pick<Route, 'reply'>,
    run: unknown,
  ): Route => ({
    method,
    path,
    summary: about.summary,
    access: about.access,
    module: about.module,
    signs: about.signs ?? false,
    query: undefined,
    body: undefined,
    body_may_miss: false,
    takes: 'nothing',
    status: 200,
    says: about.says ?? (method === 'GET' ? 'OK' : 'Done.'),
    record: about.record as Route['record'],
    transaction: method === 'GET' ? 'none' : 'edge',
    audit: about.audit,
    silent: about.silent ?? false,
    once: false,
    guarded: false,
    hosted: false,
    ...more,
    run: run as Route['run'],
  })

  const writing =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', status: number) =>
    <
      const Path extends string,
      R extends TSchema,
      B extends TSchema | undefined = undefined,
      Q extends TSchema | undefined = undefined,
    >(
      path: Path,
      about: Common<P, Path> &
        Asking<Q> &
        Sending<B> & {
          reply: R
          around?: Around<Frame<Params<Path>, Of<Q>, Of<B>>>
          run: (frame: Frame<Params<Path>, Of<Q>, Of<B>>) => Answer<R>
        },
    ): Route =>
      route(
        method,
        path,
        about,
        {
          query: about.query,
          body: about.body,
          around: about.around as Route['around'],
          body_may_miss: about.body_may_miss ?? false,
          takes: about.body === undefined ? 'nothing' : 'json',
          reply: { kind: 'data', schema: about.reply },
          status,
          once: about.once ?? false,
          guarded: about.guarded ?? false,
          transaction: about.transaction ?? 'edge',
        },
        about.run,
      )

  return {
    get: <const Path extends string, R extends TSchema, Q extends TSchema | undefined = undefined>(
      path: Path,
      about: Common<P, Path> &
        Asking<Q> & { reply: R; run: (frame: Frame<Params<Path>, Of<Q>>) => Answer<R> },
    ): Route =>
      route(
        'GET',
        path,
        about,
        { query: about.query, reply: { kind: 'data', schema: about.reply } },
        about.run,
      ),

    /** A paged list; `filters` are its query words beside page, per_page and search. */
    list: <
      const Path extends string,
      R extends TSchema,
      F extends Parameters<typeof partial>[0] = Record<never, never>,
    >(
      path: Path,
      about: Common<P, Path> & {
        filters?: F
        each: R
        run: (
          frame: Frame<Params<Path>, PageWords & Static<ReturnType<typeof partial<F>>>>,
        ) => Promise<Page<Static<R>>>
      },
    ): Route =>
      route(
        'GET',
        path,
        about,
        {
          query: partial({ ...page_words, ...about.filters }),
          reply: { kind: 'page', schema: about.each },
        },
        about.run,
      ),

    /** Without the envelope. */
    bare: <const Path extends string, R extends TSchema>(
      path: Path,
      about: Common<P, Path> & {
        reply: R
        run: (frame: Frame<Params<Path>>) => Promise<Static<R>>
      },
    ): Route =>
      route('GET', path, about, { reply: { kind: 'bare', schema: about.reply } }, about.run),

    /** Bytes: a PDF, an image, a CSV, a page. */
    file: <const Path extends string, Q extends TSchema | undefined = undefined>(
      path: Path,
      about: Common<P, Path> &
        Asking<Q> & {
          content_type: string
          run: (frame: Frame<Params<Path>, Of<Q>>) => Promise<FileReply>
        },
    ): Route =>
      route(
        'GET',
        path,
        about,
        { query: about.query, reply: { kind: 'file', content_type: about.content_type } },
        about.run,
      ),

    /** 200: a move, or an act without a record of its own in this path's list. */
    post: writing('POST', 200),
    /** 201: makes a record in the path's own list. */
    create: writing('POST', 201),
    /** 202: starts a job. */
    start: writing('POST', 202),
    put: writing('PUT', 200),
    patch: writing('PATCH', 200),
    remove: writing('DELETE', 200),

    /** Files in: multipart with part `file`, or one of the named kinds as the raw body. */
    upload: <const Path extends string, R extends TSchema>(
      method: 'POST' | 'PUT',
      path: Path,
      about: Common<P, Path> & {
        raw?: readonly string[]
        wrong_kind?: string
        max_mb: number
        status?: 200 | 201 | 202
        reply: R
        run: (frame: Frame<Params<Path>, undefined, Upload>) => Answer<R>
      },
    ): Route =>
      route(
        method,
        path,
        about,
        {
          takes: { upload: about.raw ?? [], max_mb: about.max_mb },
          wrong_kind: about.wrong_kind,
          reply: { kind: 'data', schema: about.reply },
          status: about.status ?? 200,
          transaction: 'rule',
        },
        about.run,
      ),

    /** A large file in, by way of the disk; makes a record in the path's own list. */
    deposit: <const Path extends string, R extends TSchema>(
      path: Path,
      about: Common<P, Path> & {
        max_mb: number
        limitMb: (caller: Caller, head: Buffer) => Promise<number>
        fields?: TSchema
        reply: R
        run: (frame: Frame<Params<Path>, undefined, Deposit>) => Answer<R>
      },
    ): Route =>
      route(
        'POST',
        path,
        about,
        {
          takes: {
            upload: [],
            max_mb: about.max_mb,
            limitMb: about.limitMb,
            fields: about.fields,
          },
          reply: { kind: 'data', schema: about.reply },
          status: 201,
          transaction: 'rule',
        },
        about.run,
      ),
  }
}

/** Page words as they are served: the default, and never over the most. */
export const pageAsked = (
  query: { page?: number; per_page?: number; page_size?: number },
  most: number,
): { page: number; per_page: number } => ({
  page: query.page ?? 1,
  per_page: Math.min(query.per_page ?? query.page_size ?? per_page_default, most),
})

export const codesOf = (access: Access): readonly string[] => {
  if (typeof access !== 'string') return access
  return access === 'open' || access === 'signed in' || access === 'the record decides'
    ? []
    : [access]
}
