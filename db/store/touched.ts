// How often the rows of a table were written through this process, and kept: what was read from them
// may be shown again while the count stands.

import { afterCommit, noted } from './connection.ts'

const counts = new Map<string, number>()
const written = Symbol('watched tables this transaction wrote')

/** Only what somebody asks about is counted. */
export function watchTables(names: readonly string[]): void {
  for (const name of names) if (!counts.has(name)) counts.set(name, 0)
}

export function noteTouched(name: string): void {
  if (!counts.has(name)) return
  // A list: a piece that is tried and fails takes what it noted with it, and its call.
  const names = noted<string[]>(written, () => [])
  if (names.length === 0) afterCommit(() => names.forEach(raise))
  if (!names.includes(name)) names.push(name)
}

const raise = (name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

export const touchesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
