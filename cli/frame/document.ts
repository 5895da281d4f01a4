// The one document every command ends in (OPS-65, OPS-66).

import {
  type Document,
  type DocumentMeta,
  document_schema,
  type Mode,
} from '../../db/appliance/deployment/line.ts'
import { databaseFull, isRefusal, Refusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import type { Outcome } from './grammar/command.ts'
import { errorWord, exitOf } from './grammar/exits.ts'

export interface About {
  command: string
  mode: Mode
  request: string
  began: number
  engine?: string | null
  data_dir?: string | null
  configuration?: string | null
  hospital?: string | null
  facility?: string | null
  time_zone?: string | null
  dry_run?: boolean
}

const meta = (
  about: About,
  rest: Pick<DocumentMeta, 'changed' | 'exit' | 'total'>,
): DocumentMeta => ({
  schema: document_schema,
  command: about.command,
  mode: about.mode,
  changed: rest.changed,
  dry_run: about.dry_run ?? false,
  exit: rest.exit,
  request: about.request,
  took_ms: Math.round(performance.now() - about.began),
  version,
  engine: about.engine ?? null,
  data_dir: about.data_dir ?? null,
  configuration: about.configuration ?? null,
  hospital: about.hospital ?? null,
  facility: about.facility ?? null,
  time_zone: about.time_zone ?? null,
  total: rest.total,
})

export function succeeded(about: About, outcome: Outcome, changed: boolean): Document {
  const { message, data, error, warnings = [], next = [], total = null } = outcome
  const exit = outcome.exit ?? (error === undefined ? 0 : exitOf(error.code))
  return {
    success: error === undefined,
    message,
    data,
    error:
      error === undefined
        ? null
        : {
            code: error.code,
            message,
            field: null,
            mend: error.mend ?? null,
            command: error.command ?? null,
            facts: null,
          },
    warnings,
    next,
    meta: meta(about, { changed, exit, total }),
  }
}

/** What the disk refuses has a sentence of its own, wherever it was met. */
function ofTheDisk(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return databaseFull()
  if (code !== 'EROFS') return error
  const sentence = 'The disk is read-only: nothing can be saved. Tell the IT desk.'
  return new Refusal(503, 'resources.disk', sentence)
}

export function failed(about: About, fault: unknown): Document {
  const error = ofTheDisk(fault)
  const code = errorWord(error)
  const refusal = isRefusal(error) ? error : null
  const message =
    refusal?.message ?? `Something went wrong here. Nothing was written. Request ${about.request}.`
  return {
    success: false,
    message,
    data: null,
    error: {
      code,
      message,
      field: refusal?.field ?? null,
      mend: null,
      command: commandIn(message),
      facts: refusal?.facts ?? null,
    },
    warnings: [],
    next: [],
    meta: meta(about, { changed: false, exit: exitOf(code), total: null }),
  }
}

/** `… Run: kituo init` says what to type; scripts get it apart. */
const commandIn = (message: string): string | null =>
  /(?:Run|See|To move them): (?<command>(?:kituo|chmod|sudo) [^\n]*?)\.?$/.exec(message)?.groups?.[
    'command'
  ] ?? null
