// What a backup says of itself, and the levels to which it has been proved (operations 2.5).

import type { Dialect } from '../../store/sql.ts'

export const backup_levels = ['NONE', 'CHECK', 'RESTORE', 'BOOT'] as const
export type BackupLevel = (typeof backup_levels)[number]

export const backup_states = ['RUNNING', 'MADE', 'FAILED', 'DAMAGED', 'PRUNED'] as const
export type BackupState = (typeof backup_states)[number]

/** Readable without a key: enough to list, to keep and to choose. */
export interface BackupHead {
  readonly format: 1
  readonly id: string
  readonly name: string
  readonly tag: string
  readonly at: string
  readonly app_version: string
  readonly schema: number
  readonly engine: Dialect
  readonly hospitals: readonly { code: string; name: string }[]
  readonly by: string
  readonly reason: string | null
  /** The number of the master key that seals it. */
  readonly master: number
}

export interface AttachmentOf {
  readonly object: string
  readonly sha256: string
  readonly bytes: number
}

export interface TableFacts {
  readonly rows: number
  readonly greatest: string | null
  readonly digest: string
}

/** Sealed inside: what the backup must hold when it is opened. */
export interface Manifest {
  readonly format: 1
  readonly id: string
  readonly at: string
  readonly app: string
  readonly schema: number
  readonly migrations: readonly string[]
  readonly engine: Dialect
  readonly engine_version: string
  readonly deployment_id: string
  readonly generation: number
  readonly hospitals: readonly { id: string; code: string; name: string }[]
  readonly database: { sha256: string; bytes: number }
  readonly tables: Readonly<Record<string, TableFacts>>
  readonly audit: readonly { hospital_id: string; seq: number; hash: string }[]
  /** The server's own dump, where one was asked for (OPS-108). */
  readonly native?: { program: string; sha256: string; bytes: number } | null
  readonly attachments: readonly AttachmentOf[]
  readonly attachments_missing: readonly string[]
  readonly tools: { node: string }
  /** Of all that stands above it, by the key of the deployment. */
  readonly signature?: { public_key: string; value: string } | null
}

/** What became of it since, beside it in `state/`. */
export interface BackupMarks {
  readonly level: BackupLevel
  readonly checked_at: string | null
  readonly verified_at: string | null
  readonly drilled_at: string | null
  readonly damaged: string | null
  readonly pinned: { until: string | null; reason: string } | null
  /** Which part of its objects a check of a part opens next (OPS-115). */
  readonly turn?: number
  /** Of how many parts. */
  readonly turns?: number
  readonly took_ms: number
  readonly added_bytes: number
  readonly database_bytes: number
  readonly attachments: { count: number; bytes: number; missing: number }
}
