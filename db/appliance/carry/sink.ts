// Rows written into an empty database of either kind. References are left aside while the rows come,
// because a row may refer to one that follows; they are all proved at the end.

import type { Connection, Engine } from '../../store/engines/engine.ts'
import { join, raw, type Sql, sql } from '../../store/sql.ts'
import { references } from './aside.ts'
import { copyStatement, copyText } from './copy-text.ts'
import type { Line } from './rows.ts'
import type { Carried } from './tables.ts'

export interface Sink {
  write(table: Carried, lines: readonly Line[]): Promise<void>
  /** Throws with the first reference that leads nowhere. */
  settle(): Promise<void>
}

/** Values bound in one statement: SQLite takes 32,766. */
const bound_max = 30_000

export async function openSink(engine: Engine): Promise<Sink> {
  const aside = await references(engine)
  return {
    write: (table, lines) =>
      engine.write((connection) => insertLines(connection, table, lines), 'jobs'),
    settle: () => aside.settle(),
  }
}

/** A VALUES list binds tens of thousands of values one by one: many times as slow. */
export async function insertLines(
  connection: Connection,
  table: Carried,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return
  if (connection.copy !== undefined) {
    // What a server that fails forgets is written again by the next try; what is live waits for its disk.
    await connection.run('set local synchronous_commit = off', [])
    return connection.copy(copyStatement(table), copyText(table, lines))
  }
  // SQLite reads a fraction from text less exactly than it takes a bound one.
  const exact = Object.values(table.words).some((word) => word.startsWith('real'))
  if (!exact) return runOn(connection, fromJson(table, lines))
  const most = Math.max(1, Math.floor(bound_max / table.columns.length))
  for (let at = 0; at < lines.length; at += most) {
    await runOn(connection, fromValues(table, lines.slice(at, at + most)))
  }
}

async function runOn(connection: Connection, statement: Sql): Promise<void> {
  const { text, values } = statement.for('sqlite')
  await connection.run(text, values)
}

const into = ({ name, columns }: Carried): Sql => raw(`insert into ${name} (${columns.join(', ')})`)

const fromJson = (table: Carried, lines: readonly Line[]): Sql =>
  sql`${into(table)} select ${raw(table.columns.map((_, n) => `value ->> ${n}`).join(', '))} from json_each(${JSON.stringify(lines)})`

function fromValues(table: Carried, lines: readonly Line[]): Sql {
  const rows = lines.map(
    (line) =>
      sql`(${join(
        line.map((value) => sql`${value}`),
        ', ',
      )})`,
  )
  return sql`${into(table)} values ${join(rows, ', ')}`
}
