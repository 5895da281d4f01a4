// What the two APIs do each in their own way; the order of the checks is mount.ts.

import type { Caller } from '../../db/core/caller.ts'
import type { Refusal } from '../../db/core/refusal.ts'
import type { Answer, Keyed } from '../../db/store/idempotency/once.ts'
import type { TSchema } from '../../db/core/kinds/kinds.ts'
import type { Page } from '../../db/store/pages.ts'
import type { Facts } from './facts.ts'
import type { OfAPatient, Part } from './opens.ts'
import type { Route } from './route.ts'

export type OnceAsked = Pick<Keyed, 'key' | 'method' | 'path' | 'body' | 'sealed' | 'hold'>

export interface PlannedFault {
  /** Said before the work, or in its place once it is done and taken back. */
  refusal: { before: Refusal } | { after: Refusal } | null
  /** The call stays in flight so long. */
  hold_ms: number
  /** The work stands, and its answer is lost. */
  loses_answer: boolean
}

/** The patient whose record a request opens, as the API knows it. */
export interface Opened {
  readonly patient_id: string
}

/** What was read, for its row in the log. */
export interface Reading {
  readonly action: string
  readonly route: Route
  readonly found: unknown
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly rows: number | undefined
}

export interface Privacy {
  /** Throws the 403 of who may not; null where the record is of no patient. */
  authorise(caller: Caller, part: Part, found: OfAPatient): Promise<Opened | null>
  /** The same for a patient whose id was sent; one who is not there is a 404. */
  authoriseNamed(caller: Caller, part: Part, patient_id: string): Promise<Opened | null>
  /** What `work` writes into the log is about this patient. */
  about<T>(opened: Opened | null, work: () => Promise<T>): Promise<T>
  /** The row of a reading, unless the rule has written its own. */
  noteRead(caller: Caller, opened: Opened | null, reading: Reading): Promise<void>
  /** Before it goes out: what lists tell of records that are closed to the caller is masked, in place. */
  mask(caller: Caller, schema: TSchema, value: unknown, is_list: boolean): Promise<void>
}

export interface Api {
  readonly name: string
  readonly prefix: string
  /** Whether a body's unknown fields are dropped or refused. */
  readonly bodies: 'open' | 'closed'
  /** Whether there is such a permission. */
  knows(code: string): boolean
  /** Limit, then token: answers who is calling or throws the 429 or 401. */
  identify(route: Route, facts: Facts, request_id: string): Promise<Caller>
  /** Permission, then module: throws one of the two 403s. */
  permit(caller: Caller, route: Route): Promise<void>
  /** Where patients are: what each route opens of them. Without it no route says anything. */
  readonly privacy?: Privacy
  /** Looked at after the permission and before the body. */
  beforeBody?(route: Route, facts: Facts): void
  /** Another way of reading than that of `bodies`; records in the path are then the rules' matter. */
  reads?: {
    body(route: Route, body: unknown): unknown
    words(schema: TSchema | undefined, query: Record<string, unknown>): unknown
  }
  /** A fault that was planned for this call, and is used up with it. */
  fault?(caller: Caller, route: Route): Promise<PlannedFault | null>
  wrap(data: unknown, message: string, meta?: Page<unknown>['meta']): unknown
  /** A write that is repeated with the same key is answered once; others just run. */
  once?(caller: Caller, request: OnceAsked, work: () => Promise<Answer>): Promise<Answer>
  /** The same for work of many transactions, which keeps its answer in the last of them. */
  onceInPieces?(
    caller: Caller,
    request: OnceAsked,
    work: (keep: (answer: Answer) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer>
}
