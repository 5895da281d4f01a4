// Rows that a statement is given, as a table of its own: one JSON text on SQLite, an array a column
// on PostgreSQL. (`jsonb_each`: its rows need not be read as text again.) Batches are changed and joined by it, never row by row.

import { dialect } from './connection.ts'
import { join, raw, type Sql, sql } from './sql.ts'

export type GivenType = 'text' | 'integer' | 'bigint' | 'boolean'

/** `(…) as name`, to stand after `from` or `join`. */
export function given<K extends string>(
  name: string,
  types: Readonly<Record<K, GivenType>>,
  rows: readonly Readonly<Record<K, string | number | boolean | null>>[],
): Sql {
  const keys = Object.keys(types) as K[]
  if (dialect() === 'sqlite') {
    const text = JSON.stringify(rows.map((row) => keys.map((key) => kept(row[key]))))
    const picks = keys.map((key, at) => `value ->> ${at} as ${key}`).join(', ')
    return sql`(select ${raw(picks)} from jsonb_each(${text})) as ${raw(name)}`
  }
  const arrays = keys.map((key) => sql`${rows.map((row) => row[key])}::${raw(types[key])}[]`)
  return sql`unnest(${join(arrays, ', ')}) as ${raw(name)} (${raw(keys.join(', '))})`
}

const kept = (value: string | number | boolean | null): string | number | null =>
  typeof value === 'boolean' ? Number(value) : value
