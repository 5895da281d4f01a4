// What a rule read and did not lock may be another by the time it writes it: on PostgreSQL two can look at
// a record, both see that a move is open, and both make it. So a transaction remembers which version of a
// record it found, writes that version alone, and where somebody was quicker it begins anew, this time
// with the record in its hand. SQLite has one writer: there nothing changes in between.

import { ambientSeen, contended, dialect, inTransaction, type Seen } from './connection.ts'

/** Begins the transaction anew (db/store/engines/postgres.ts). */
export class Outrun extends Error {
  readonly code = '40001'
  readonly record: string

  constructor(record: string) {
    super(`somebody else changed ${record}`)
    this.name = 'Outrun'
    this.record = record
  }
}

/** Whose record it is stands beside its id and narrows nothing. */
const owners = new Set(['id', 'hospital_id', 'account_id', 'mode'])

/** So many are remembered: what changes thousands locks them. */
const seen_max = 2000

const watches = (): boolean => inTransaction() && dialect() === 'postgres'

/** `users 01a2…`, where one record is named and nothing else is asked of it. */
export function recordOf(table: string, where: object): string | undefined {
  const { id } = where as { id?: unknown }
  if (typeof id !== 'string' || !Object.keys(where).every((key) => owners.has(key)))
    return undefined
  return `${table} ${id}`
}

/** Somebody was quicker with it before: this time it is held. */
export const isContended = (record: string | undefined): boolean =>
  record !== undefined && watches() && contended().has(record)

export function noteFound(
  table: string,
  found: { id?: unknown; version?: unknown },
  locked: boolean,
): void {
  if (!watches() || typeof found.version !== 'number') return
  const record = `${table} ${String(found.id)}`
  const seen = ambientSeen()
  // What was seen first is what the rule went by; a lock makes it sure.
  if (seen.length >= seen_max || (!locked && lastOf(seen, record) !== undefined)) return
  seen.push({ record, version: found.version })
}

/** The version that the rule went by, where it went by one. */
export const versionSeen = (record: string | undefined): number | undefined =>
  record === undefined || !watches() ? undefined : (lastOf(ambientSeen(), record) ?? undefined)

/** Written here: the next change goes by what this one left. */
export function noteChanged(table: string, where: object, version: number | undefined): void {
  if (!watches()) return
  const record = recordOf(table, where)
  if (record !== undefined && version !== undefined) ambientSeen().push({ record, version })
  else changedBehind(table, (where as { id?: unknown }).id)
}

/** Statements of a rule's own that move the version of records of this table. */
export function changedBehind(table: string, id?: unknown): void {
  if (!watches()) return
  const which = typeof id === 'string' ? `${table} ${id}` : `${table} `
  const seen = ambientSeen()
  const known = new Set(seen.flatMap(({ record }) => (record.startsWith(which) ? [record] : [])))
  for (const record of known) seen.push({ record, version: null })
}

const lastOf = (seen: readonly Seen[], record: string): number | null | undefined =>
  seen.findLast((one) => one.record === record)?.version
