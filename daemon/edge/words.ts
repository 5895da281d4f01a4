// The words in which doors are written. Params, query and body of a rule are inferred from the
// declaration, and what it answers must fit the reply; each API binds them to its own permissions.

import type { Caller } from '../../db/core/caller.ts'
import type { Module } from '../../db/hospital/modules.ts'
import {
  choice,
  form,
  optional,
  partial,
  QueryFlag,
  Search,
  type Static,
  type TSchema,
  Whole,
} from '../../db/core/kinds/kinds.ts'
import { type Page, pageOf, withoutTotals } from '../../db/store/pages.ts'
import { folded } from '../../db/store/table.ts'
import { AsFile, type Said } from './answers.ts'
import type { Fits, OfAPatient, Opens, Part } from './opens.ts'
import type { Access, Around, Frame, Method, Route } from './route.ts'
import type { FileReply } from './send-file.ts'
import { csv_type, everyRow, sheetOf } from './sheet.ts'
import type { Deposit, Upload } from './upload.ts'

type Name<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Head}/${infer Tail}`
    ? Head | Name<`/${Tail}`>
    : Rest
  : never
type Params<Path extends string> = { readonly [K in Name<Path>]: string }
type Of<S> = S extends TSchema ? Static<S> : undefined

type Fields<S> = S extends TSchema ? keyof Static<S> & string : never

interface Common<P extends string> {
  summary: string
  access: Access<P>
  module?: Module
  signs?: boolean
  says?: string
  audit?: string
  silent?: boolean
}
type LookUp<Path extends string, Rec> = (caller: Caller, params: Params<Path>) => Promise<Rec>
/** A part of a patient's record wants a look-up that finds whose. */
type Finding<Path extends string, O> = [O] extends [Part]
  ? { record: LookUp<Path, OfAPatient> }
  : { record?: LookUp<Path, unknown> }
/** Said at each route, unless these are the words of a door of which every route is alike. */
type Opening<
  Told,
  Path extends string,
  O extends Opens,
  Body extends string = never,
  Query extends string = never,
> = [Told] extends [undefined]
  ? { opens: Fits<O, Body, Query> } & Finding<Path, O>
  : { record?: LookUp<Path, unknown> }
interface Asking<Q extends TSchema | undefined> {
  query?: Q
}
interface Sending<B extends TSchema | undefined> {
  body?: B
  body_may_miss?: boolean
  body_limit?: number
  once?: boolean
  guarded?: boolean
  /** Asked again, it answers with what stands, and 200. */
  again?: true
  transaction?: 'edge' | 'rule'
}
type Answer<R extends TSchema> = Promise<Static<R> | Said<Static<R>> | AsFile>

const from_one = Object.assign(Whole(1), { complaint: 'must be a number from 1.' })
const page_words = {
  page: optional(from_one),
  per_page: optional(from_one),
  search: optional(Search),
}

const sheet_word = { format: optional(choice(['json', 'csv'])) }
const paper_word = { format: optional(choice(['json', 'csv', 'pdf'])) }
const isAs = (query: object, format: 'csv' | 'pdf'): boolean =>
  (query as { format?: 'json' | 'csv' | 'pdf' }).format === format

/** What a list is asked for as beside itself. */
const filesOf = ({ sheet, paper }: { sheet?: string; paper?: unknown }): string[] => [
  ...(sheet === undefined ? [] : [csv_type]),
  ...(paper === undefined ? [] : ['application/pdf']),
]
/** What nobody would carry to a bench: it is told to ask for less. */
const paper_rows_most = 1000

export interface PageWords {
  page: number
  per_page: number
  search?: string
}

/** What a list comes to stands in `meta` for whoever asks for it. */
const totals_word = { totals: optional(QueryFlag) }
const figures_word = { figures: optional(QueryFlag) }

const propertiesOf = (query: TSchema | undefined): Parameters<typeof form>[0] =>
  (query as { properties?: Parameters<typeof form>[0] } | undefined)?.properties ?? {}

/** Of a list that its rule does not search itself: rows with these letters in one of their words. */
function holding<T>(found: readonly T[], search: string | undefined): readonly T[] {
  const wanted = folded(search ?? '').trim()
  if (wanted === '') return found
  return found.filter((row) =>
    Object.values(row as object).some(
      (word) => typeof word === 'string' && folded(word).includes(wanted),
    ),
  )
}

export function words<P extends string, Told extends Opens | undefined = undefined>(told?: Told) {
  const route = <Path extends string>(
    method: Method,
    path: Path,
    about: Common<P> & { opens?: Opens; record?: LookUp<Path, unknown> },
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
    opens: about.opens ?? told,
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
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, Fields<B>, Fields<Q>> &
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
          ...(about.body_limit === undefined ? {} : { body_limit: about.body_limit }),
          takes: about.body === undefined ? 'nothing' : 'json',
          reply: { kind: 'data', schema: about.reply },
          status,
          once: about.once ?? false,
          guarded: about.guarded ?? false,
          again: about.again,
          transaction: about.transaction ?? 'edge',
        },
        about.run,
      )

  return {
    get: <
      const Path extends string,
      R extends TSchema,
      Q extends TSchema | undefined = undefined,
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, never, Fields<Q>> &
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
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, never, keyof F & string> & {
          filters?: F
          each: R
          /** The rule sums it up as well. */
          totals?: true
          /** How it went with what was asked for: `meta.figures`, where they are asked for. */
          figures?: {
            shape: TSchema
            run: (
              frame: Frame<Params<Path>, PageWords & Static<ReturnType<typeof partial<F>>>>,
            ) => Promise<object>
          }
          /** What it is called as a file; it may be asked for as one. */
          sheet?: string
          /** Of a list with a sheet: as people carry it about, all of its rows. */
          paper?: (
            frame: Frame<Params<Path>, PageWords & Static<ReturnType<typeof partial<F>>>>,
            rows: readonly Static<R>[],
          ) => Promise<FileReply>
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
          query: partial({
            ...page_words,
            ...(about.totals === true ? totals_word : {}),
            ...(about.figures === undefined ? {} : figures_word),
            ...(about.sheet === undefined ? {} : sheet_word),
            ...(about.paper === undefined ? {} : paper_word),
            ...about.filters,
          }),
          reply: {
            kind: 'page',
            schema: about.each,
            or_as: filesOf(about),
            figures: about.figures?.shape,
          },
        },
        async (frame: Parameters<typeof about.run>[0]) => {
          const { query } = frame
          const pageAt = (asked: PageWords) =>
            about.run({ ...frame, query: { ...query, ...asked } })
          if (isAs(query, 'csv') && about.sheet !== undefined) {
            return sheetOf(about.sheet, about.each, pageAt)
          }
          if (isAs(query, 'pdf') && about.paper !== undefined) {
            const found: Static<R>[] = []
            for await (const row of everyRow(pageAt, paper_rows_most)) found.push(row)
            return new AsFile(await about.paper(frame, found))
          }
          const page = await about.run(frame)
          if ((query as { totals?: boolean }).totals === true) return page
          const { rows, meta } = withoutTotals(page)
          if ((query as { figures?: boolean }).figures !== true) return { rows, meta }
          return { rows, meta: { ...meta, figures: await about.figures?.run(frame) } }
        },
      ),

    /** A list that its rule has whole in hand, cut to the page that is asked for. */
    listed: <
      const Path extends string,
      R extends TSchema,
      Q extends TSchema | undefined = undefined,
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, never, Fields<Q>> &
        Asking<Q> & {
          each: R
          sheet?: string
          run: (
            frame: Frame<Params<Path>, PageWords & (Q extends TSchema ? Static<Q> : unknown)>,
          ) => Promise<readonly Static<R>[]>
        },
    ): Route =>
      route(
        'GET',
        path,
        about,
        {
          query: form({
            ...page_words,
            ...(about.sheet === undefined ? {} : sheet_word),
            ...propertiesOf(about.query),
          }),
          reply: { kind: 'page', schema: about.each, or_as: filesOf(about) },
        },
        async (frame: Parameters<typeof about.run>[0]) => {
          const found = await about.run(frame)
          const searched = 'search' in propertiesOf(about.query)
          const shown = searched ? found : holding(found, frame.query.search)
          if (isAs(frame.query, 'csv') && about.sheet !== undefined) {
            return sheetOf(about.sheet, about.each, async (asked) => pageOf(asked, shown))
          }
          return pageOf(frame.query, shown)
        },
      ),

    /** Without the envelope. */
    bare: <const Path extends string, R extends TSchema, const O extends Opens = 'nobody'>(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O> & {
          reply: R
          run: (frame: Frame<Params<Path>>) => Promise<Static<R>>
        },
    ): Route =>
      route('GET', path, about, { reply: { kind: 'bare', schema: about.reply } }, about.run),

    /** Bytes: a PDF, an image, a CSV, a page. */
    file: <
      const Path extends string,
      Q extends TSchema | undefined = undefined,
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, never, Fields<Q>> &
        Asking<Q> & {
          content_type: string
          /** What it may be asked for as. */
          or_as?: string
          run: (frame: Frame<Params<Path>, Of<Q>>) => Promise<FileReply>
        },
    ): Route =>
      route(
        'GET',
        path,
        about,
        {
          query: about.query,
          reply: { kind: 'file', content_type: about.content_type, or_as: about.or_as },
        },
        about.run,
      ),

    /** Bytes for what a body names, where the printing itself is written down. */
    print: <
      const Path extends string,
      B extends TSchema | undefined = undefined,
      const O extends Opens = 'nobody',
    >(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O, Fields<B>> & {
          body: B
          content_type: string
          run: (frame: Frame<Params<Path>, undefined, Of<B>>) => Promise<FileReply>
        },
    ): Route =>
      route(
        'POST',
        path,
        about,
        {
          body: about.body,
          takes: 'json',
          reply: { kind: 'file', content_type: about.content_type },
          transaction: 'rule',
        },
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
    upload: <const Path extends string, R extends TSchema, const O extends Opens = 'nobody'>(
      method: 'POST' | 'PUT',
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O> & {
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
    deposit: <const Path extends string, R extends TSchema, const O extends Opens = 'nobody'>(
      path: Path,
      about: Common<P> &
        Opening<Told, Path, O> & {
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
