// A gate as an area brings it (CAR-211): where it is asked, what it looks at, how it ships.

import type { Caller } from '../../../core/caller.ts'
import type { GateLevel } from './words.ts'

export interface GateReason {
  readonly code: string
  readonly text: string
  readonly needs_text: boolean
}

/** `{payers: ['SCHEME', 'CLIENT']}`: the row is for these alone. No keys: for every case. */
export type Scope = Readonly<Record<string, readonly string[]>>

/** What a case is, by the keys of scopes: `{payers: 'SCHEME'}`. */
export type CaseFacts = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** What the asking area hands to its own checks. */
export type Subject = Readonly<Record<string, unknown>>

export interface ShippedRow {
  readonly scope?: Scope
  readonly level: GateLevel
  readonly permission?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** One thing that stands in the way. */
export interface Bite {
  /** `NHIF has given none for visit VS-2026-000412.` */
  readonly what: string
  /** `Verify the card at reception.` */
  readonly mend?: string
  /** The line or item it is about, where there are several. */
  readonly subject?: string
  /** More of the case, known only once it was looked at: its severity. */
  readonly facts?: CaseFacts
  /** Where another area decides: billing's service gates. */
  readonly level?: GateLevel
}

export interface GateKind {
  readonly key: string
  readonly title: string
  readonly title_sw: string
  readonly actions: readonly string[]
  readonly reasons: readonly GateReason[]
  readonly emergency_bypass: boolean
  /** CAR-53: may be a warning, not off. */
  readonly never_off?: boolean
  /** CAR-55: somebody else looks at each override. */
  readonly reviewed?: boolean
  readonly scope_keys?: readonly string[]
  /** What the action itself takes: who may let it through and lacks this signs at the screen of who has it. */
  readonly acting?: string
  readonly rows: readonly ShippedRow[]
  /** Everything of this gate that stands in the way; nothing when it is open. */
  check(
    caller: Caller,
    asked: { action: string; subject: Subject; params: Readonly<Record<string, unknown>> },
  ): Promise<readonly Bite[]>
  /** An override is kept elsewhere: with billing, line by line (GAT-5). */
  override?(caller: Caller, asked: { bite: Bite; subject: Subject; reason: string }): Promise<void>
}
