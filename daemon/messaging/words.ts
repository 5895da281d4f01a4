// The words in which the messaging API's doors are written; scopes stand where codes stand elsewhere.
//
// Every call that changes something takes an Idempotency-Key, but those that say `unkeyed` (MSG-181). Lists answer
// `{data, nextCursor}`. Records in the path are looked for by the rules, after the body (MSG-121).

import { optional, partial, type Static, type TSchema } from '../../db/core/kinds/kinds.ts'
import { Count, Words, pageOf } from '../../db/core/kinds/strict.ts'
import type { MessagingCaller } from '../../db/messaging/caller.ts'
import type { Asked, Listed } from '../../db/messaging/cursors.ts'
import type { Scope } from '../../db/messaging/scopes.ts'
import type { Facts } from '../edge/facts.ts'
import type { Access, Method, Route, Takes } from '../edge/route.ts'
import type { FileReply } from '../edge/send-file.ts'
import type { Upload } from '../edge/upload.ts'

type Name<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Head}/${infer Tail}`
    ? Head | Name<`/${Tail}`>
    : Rest
  : never
type Params<Path extends string> = { readonly [K in Name<Path>]: string }
type Of<S> = S extends TSchema ? Static<S> : undefined

export interface Frame<P = Record<string, string>, Q = undefined, B = undefined> {
  readonly caller: MessagingCaller
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly facts: Facts
}

interface Common {
  summary: string
  /** `signed in`: any key. */
  access: Access<Scope>
  /** Only a test key; a live one meets 403 (MSG-121, step 8). */
  test_only?: true
  /** A test key may only read here. */
  live_only?: true
}
interface Writing<B extends TSchema | undefined, R extends TSchema> {
  body?: B
  body_may_miss?: boolean
  reply: R
  /** Without an Idempotency-Key: estimates, previews, renderings, `/v1/test/*`. */
  unkeyed?: true
  /** The kept answer holds a key or a secret: it is kept sealed. */
  sealed?: true
  /** The rule opens its own transactions. */
  transaction?: 'edge' | 'rule'
  /** It asks somebody else between its transactions, and keeps the answer in the last of them. */
  in_pieces?: true
}

interface Keeping {
  keep?: ((result: unknown) => Promise<void>) | undefined
}

export const page_words = {
  limit: optional(Object.assign(Count(1, 200), { complaint: 'must be 1 to 200.' })),
  cursor: optional(Words(0, 1000)),
}

const route = (
  method: Method,
  path: string,
  about: Common,
  more: Partial<Route> & Pick<Route, 'reply'>,
  run: unknown,
): Route => ({
  method,
  path,
  summary: about.summary,
  access: about.access,
  module: undefined,
  signs: false,
  query: undefined,
  body: undefined,
  body_may_miss: false,
  takes: 'nothing',
  status: 200,
  says: 'OK',
  record: undefined,
  transaction: method === 'GET' ? 'none' : 'edge',
  audit: undefined,
  // Messaging keeps an audit of its own; the hospital's chain is not for it.
  silent: true,
  once: false,
  guarded: false,
  hosted: false,
  test_only: about.test_only,
  live_only: about.live_only,
  ...more,
  run: run as Route['run'],
})

const writing =
  (method: 'POST' | 'PUT' | 'DELETE', status: number) =>
  <
    const Path extends string,
    R extends TSchema,
    B extends TSchema | undefined = undefined,
    Q extends TSchema | undefined = undefined,
  >(
    path: Path,
    about: Common &
      Writing<B, R> & {
        query?: Q
        run: (frame: Frame<Params<Path>, Of<Q>, Of<B>> & Keeping) => Promise<Static<R>>
      },
  ): Route =>
    route(
      method,
      path,
      about,
      {
        query: about.query,
        body: about.body,
        body_may_miss: about.body_may_miss ?? false,
        takes: about.body === undefined ? 'nothing' : 'json',
        reply: { kind: 'data', schema: about.reply },
        status,
        once: about.in_pieces === true ? 'in pieces' : about.unkeyed !== true,
        sealed: about.sealed,
        transaction: about.in_pieces === true ? 'rule' : (about.transaction ?? 'edge'),
      },
      about.run,
    )

/** 200: a move, or an act. */
export const post = writing('POST', 200)
/** 201: makes a record. */
export const create = writing('POST', 201)
/** 202: accepted, and done afterwards. */
export const start = writing('POST', 202)
export const put = writing('PUT', 200)

/** 200: something is taken away by a body that says why, and what was taken is answered. */
export const removing = writing('DELETE', 200)

/** 204, without a word. */
export const remove = <const Path extends string, Q extends TSchema | undefined = undefined>(
  path: Path,
  about: Common & {
    query?: Q
    in_pieces?: true
    run: (frame: Frame<Params<Path>, Of<Q>> & Keeping) => Promise<void>
  },
): Route =>
  route(
    'DELETE',
    path,
    about,
    {
      query: about.query,
      reply: { kind: 'data', schema: {} },
      status: 204,
      ...(about.in_pieces === true ? { once: 'in pieces', transaction: 'rule' } : { once: true }),
    },
    about.run,
  )

export const get = <
  const Path extends string,
  R extends TSchema,
  Q extends TSchema | undefined = undefined,
>(
  path: Path,
  about: Common & {
    query?: Q
    reply: R
    run: (frame: Frame<Params<Path>, Of<Q>>) => Promise<Static<R>>
  },
): Route =>
  route(
    'GET',
    path,
    about,
    { query: about.query, reply: { kind: 'data', schema: about.reply } },
    about.run,
  )

/** A paged list; `filters` are its query words beside limit and cursor. */
export const list = <
  const Path extends string,
  R extends TSchema,
  F extends Parameters<typeof partial>[0] = Record<never, never>,
>(
  path: Path,
  about: Common & {
    filters?: F
    each: R
    run: (
      frame: Frame<Params<Path>, Asked & Static<ReturnType<typeof partial<F>>>>,
    ) => Promise<Listed<Static<R>>>
  },
): Route =>
  route(
    'GET',
    path,
    about,
    {
      query: partial({ ...about.filters, ...page_words }),
      reply: { kind: 'data', schema: pageOf(about.each) },
    },
    about.run,
  )

/** Bytes: a PDF, a CSV, a page. */
export const file = <const Path extends string, Q extends TSchema | undefined = undefined>(
  path: Path,
  about: Common & {
    query?: Q
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
  )

/** Bytes of one of several kinds, taken in pieces: the rule keeps the answer with the last. */
export const intake = <
  const Path extends string,
  R extends TSchema,
  Q extends TSchema | undefined = undefined,
>(
  path: Path,
  about: Common & {
    query?: Q
    body_limit: number
    reply: R
    run: (frame: Frame<Params<Path>, Of<Q>, Buffer> & Keeping) => Promise<Static<R>>
  },
): Route =>
  route(
    'POST',
    path,
    about,
    {
      takes: 'bytes',
      query: about.query,
      body_limit: about.body_limit,
      reply: { kind: 'data', schema: about.reply },
      once: 'in pieces',
      transaction: 'rule',
    },
    about.run,
  )

/** Multipart with part `file`, or one of the named kinds as the raw body. */
export const upload = <const Path extends string, R extends TSchema>(
  path: Path,
  about: Common & {
    raw?: readonly string[]
    max_mb: number
    status?: 200 | 201
    reply: R
    run: (frame: Frame<Params<Path>, undefined, Upload> & Keeping) => Promise<Static<R>>
  },
): Route =>
  route(
    'POST',
    path,
    about,
    {
      takes: { upload: about.raw ?? [], max_mb: about.max_mb } satisfies Takes,
      reply: { kind: 'data', schema: about.reply },
      status: about.status ?? 200,
      // Bytes are stored before the transaction: the rule keeps the answer in it.
      once: 'in pieces',
      transaction: 'rule',
    },
    about.run,
  )
