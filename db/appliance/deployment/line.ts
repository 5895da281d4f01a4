// What the command line and the daemon say to each other: a command as it was typed, and the one
// document it ends in (OPS-65). Values stay text; both sides read them by the same declaration.

/** Raised when an older client could no longer be understood (OPS-61). */
export const protocol = 'kituo.control/1'
/** Whose house is meant, as a header: the folder of the data, encoded. Two may share a run folder. */
export const data_header = 'kituo-data'
export const document_schema = 'kituo.cli/1'

export type Words = string | readonly string[] | true

export interface CommandLine {
  /** `config set` */
  readonly command: string
  readonly args: Readonly<Record<string, Words>>
  /** The command's own and the global ones that mean something where it runs. */
  readonly flags: Readonly<Record<string, Words>>
  /** `cli:asha@hms1`, as the client says (OPS-56). */
  readonly caller: string
  /** Of the client's program. */
  readonly version: string
  /** Who signs for it, by the session that was opened for it (OPS-58). */
  readonly person?: SignedBy | undefined
  /** The second person at hand (OPS-68). */
  readonly approver?: SignedBy | undefined
  /** What files that were named hold: the daemon may not read where the client may. */
  readonly files?: Readonly<Record<string, SentFile>>
}

export interface SignedBy {
  readonly token: string
}

export interface SentFile {
  readonly name: string
  readonly base64: string
}

/** Part of a file that the client writes where it was asked to. */
export interface Piece {
  readonly type: 'piece'
  readonly base64: string
  /** Where a folder was asked for: which file in it. */
  readonly file?: string | undefined
}

export interface Progress {
  readonly type: 'progress'
  readonly phase: string
  /** What it is at just now; only said where it can be drawn over. */
  readonly item?: string | undefined
  readonly done?: number | undefined
  readonly total?: number | undefined
  readonly bytes?: number | undefined
  readonly bytes_total?: number | undefined
  readonly eta_ms?: number | undefined
}

export interface DocumentError {
  readonly code: string
  readonly message: string
  readonly field: string | null
  /** What to do about it, in words, and as a command. */
  readonly mend: string | null
  readonly command: string | null
  /** What the refusal knows beside: who holds a lock, which faults, which work is open. */
  readonly facts: unknown
}

export type Mode = 'socket' | 'direct' | 'none'

export interface DocumentMeta {
  readonly schema: typeof document_schema
  readonly command: string
  readonly mode: Mode
  readonly changed: boolean
  readonly dry_run: boolean
  readonly exit: number
  readonly request: string
  readonly took_ms: number
  readonly version: string
  readonly engine: string | null
  readonly data_dir: string | null
  readonly configuration: string | null
  readonly hospital: string | null
  readonly facility: string | null
  /** In which people there read the time; null where no hospital is known. */
  readonly time_zone: string | null
  readonly total: number | null
}

export interface Note {
  readonly code: string
  readonly message: string
}

export interface Document {
  readonly success: boolean
  readonly message: string
  readonly data: unknown
  readonly error: DocumentError | null
  readonly warnings: readonly Note[]
  readonly next: readonly string[]
  readonly meta: DocumentMeta
}

/** What `POST /aside` says: which command needs the house alone. */
export interface AsideAsked {
  readonly command: string
  readonly caller: string
  readonly version: string
  /** How long it may take; null where nobody can say. */
  readonly takes_s: number | null
}

/** The last line of `POST /commands`. */
export type ResultLine = { readonly type: 'result' } & Document
