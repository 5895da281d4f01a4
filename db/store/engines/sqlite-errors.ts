// What SQLite says, in words for people.

import {
  databaseAway,
  databaseBusy,
  databaseFull,
  fileTrouble,
  isRefusal,
  type Refusal,
  sumTooLarge,
} from '../../core/refusal.ts'
import { fits_ending } from '../ddl.ts'
import { UniqueViolation } from './engine.ts'

const busy_marks = new WeakSet<Refusal>()
/** Somebody else holds the file; whoever waits may still get it. */
export const isBusy = (error: unknown): boolean => isRefusal(error) && busy_marks.has(error)

const away = new Set([
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_MISUSE',
])
const damage = new Set(['SQLITE_IOERR', 'SQLITE_NOTADB', 'SQLITE_CORRUPT'])

interface Telling {
  /** The statement. */
  text?: string | undefined
  tells_held?: boolean
}

/** `error` carries the name of the fault as its code. */
export function translated(
  error: Error,
  file: string,
  { text, tells_held = true }: Telling = {},
): Error {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const unique = /UNIQUE constraint failed: (?<columns>.+)$/.exec(error.message)?.groups?.[
    'columns'
  ]
  if (unique !== undefined) return taken(unique, error)
  if (error.message.includes('CHECK constraint failed: ') && error.message.endsWith(fits_ending)) {
    return caused(sumTooLarge(), error)
  }
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    const refusal = caused(databaseBusy(), error)
    busy_marks.add(refusal)
    if (tells_held) fileTrouble('held', error.message, file)
    return refusal
  }
  if (code === 'SQLITE_FULL') return caused(databaseFull(), error)
  if (away.has(code)) {
    if (damage.has(code)) fileTrouble('damaged', error.message, file)
    return caused(databaseAway(), error)
  }
  if (text !== undefined) error.message += ` in: ${text}`
  return error
}

function taken(unique: string, error: Error): UniqueViolation {
  const columns = unique.split(', ').map((column) => column.split('.'))
  return new UniqueViolation(
    columns[0]?.[0] ?? '',
    columns.map((column) => column[1] ?? ''),
    error,
  )
}

/** SQLite could not go on because of what is in the file; a disk that faltered says nothing of that. */
export const saysDamaged = (error: unknown): boolean =>
  isRefusal(error) &&
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes((error.cause as NodeJS.ErrnoException)?.code ?? '')

export function caused(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause
  return refusal
}
