// The tables of a database at some schema, as the migrations that made it say: what is carried need
// not be of the age of this program.

import { inOrder, schemaOf } from '../../store/drift.ts'
import { migrations } from '../../store/migrations/list.ts'

export interface Carried {
  readonly name: string
  readonly key: readonly string[]
  /** In one order everywhere. */
  readonly columns: readonly string[]
  /** Kept as 0 and 1 by SQLite, as booleans by PostgreSQL. */
  readonly flags: ReadonlySet<string>
  /** Each column as the migrations say it: `text 120`, `ref hospitals?`. */
  readonly words: Readonly<Record<string, string>>
  /** Rows that a trigger keeps from being changed. */
  readonly append_only: boolean
}

/** A table comes after those it refers to. */
export async function carriedAt(applied: readonly string[]): Promise<Carried[]> {
  const schema = await schemaOf(migrations.filter(({ name }) => applied.includes(name)))
  return inOrder(schema).map((name) => {
    const { key = ['id'], columns = {}, append_only = false } = schema[name] ?? {}
    const names = Object.keys(columns).sort()
    const flags = names.filter((column) => columns[column]?.startsWith('boolean'))
    return { name, key, columns: names, flags: new Set(flags), words: columns, append_only }
  })
}
