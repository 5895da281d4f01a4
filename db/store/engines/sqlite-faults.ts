// What SQLite says when it fails, in the names that its own documentation uses; both drivers and every
// thread say it alike.

export interface Fault {
  /** `SQLITE_BUSY`; empty where it is no fault of SQLite's. */
  code: string
  message: string
}

/** By the lower byte of its number. */
const names: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  12: 'SQLITE_NOTFOUND',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  21: 'SQLITE_MISUSE',
  23: 'SQLITE_AUTH',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const { code, errcode } = error as { code?: string; errcode?: number }
  if (errcode !== undefined) {
    return { code: names[errcode & 0xff] ?? 'SQLITE_ERROR', message: error.message }
  }
  // A connection that was closed, asked by somebody who came too late.
  if (code === 'ERR_INVALID_STATE') return { code: 'SQLITE_MISUSE', message: error.message }
  return { code: '', message: error.message }
}

export const errorOf = ({ code, message }: Fault): Error =>
  code === '' ? new Error(message) : Object.assign(new Error(`${code}: ${message}`), { code })
