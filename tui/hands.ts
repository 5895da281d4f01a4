// What the screens ask of the world. They have no way of their own to read or to write: everything
// is a command line, run where the data are, as the person who signed in (OPS-193).

import type { Document, Progress } from '../db/appliance/deployment/line.ts'

export interface Person {
  readonly username: string
  readonly full_name: string
  readonly permissions: ReadonlySet<string>
}

export interface Said {
  /** Of a hosted house: the hospital's code; empty for an operator of the service. */
  readonly hospital?: string
  readonly username: string
  readonly password: string
  readonly code: string
}

export type SignIn =
  | { readonly kind: 'in'; readonly person: Person }
  | { readonly kind: 'code' }
  | { readonly kind: 'refused'; readonly message: string }

export interface How {
  readonly dry_run?: boolean
  readonly yes?: boolean
  readonly confirm?: string
  readonly reason?: string
  /** What a flag that names a file is given instead of one: a secret that was just shown. */
  readonly sent?: Readonly<Record<string, string>>
  /** The second person of a grave command, who signs in on the same dialog (OPS-199). */
  readonly approver?: Said
  /** Told how far a long command has come. */
  readonly onProgress?: (said: Progress) => void
}

export interface Hands {
  signIn(said: Said): Promise<SignIn>
  /** `user unlock asha`, word by word. */
  run(words: readonly string[], how?: How): Promise<Document>
  /** The same, as it would be printed. */
  print(words: readonly string[], width: number): Promise<string[]>
  /** What a command needs, and how gravely it asks. */
  about(words: readonly string[]): Promise<About | null>
  /** Words as typed, with quotes. */
  split(typed: string): string[]
  /** Whether a daemon is there; what it knows is not asked. */
  heard?(): Promise<boolean>
  /** What every screen says until it is over: held, full, being maintained. */
  banners?(): Promise<readonly string[]>
}

export interface About {
  readonly permission: string | null
  readonly changes: boolean
  readonly reason: boolean
  /** It wants a second person (OPS-68). */
  readonly second: boolean
}

export interface Place {
  readonly version: string
  readonly host: string
  readonly hospital: string
  readonly lock_ms: number
  /** Several hospitals: the sign-in asks for the code of one first (OPS-194). */
  readonly hosted?: boolean
}

/** How a line of words is typed. */
export const typedAs = (words: readonly string[]): string =>
  `kituo ${words.map((word) => (/^[\w@%+=:,./…-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`)).join(' ')}`

/** Why the hands came back empty. */
export const faultOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
