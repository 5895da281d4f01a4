// Running one reading statement that somebody typed: on a connection that can change nothing, for half
// a minute at most.

import { seconds } from '../../core/clock.ts'
import { migrationState } from '../../store/migrate.ts'
import type { Connection, DatabaseRow } from '../../store/engines/engine.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseFile } from '../deployment/generation.ts'
import { askSqlite } from '../../store/engines/sqlite-question.ts'
import { invalid, isRefusal, Refusal } from '../../core/refusal.ts'
import { fenced } from './fence.ts'
import { readableAt } from './readable.ts'

export const rows_most = 10_000
const patience_ms = seconds(30)

export interface Answer {
  columns: string[]
  rows: unknown[][]
  cut: boolean
}

export async function ask(
  deployment: Pick<Deployment, 'engine' | 'root' | 'generation'>,
  query: string,
): Promise<Answer> {
  const { engine, root, generation } = deployment
  const { applied } = await migrationState()
  const readable = await readableAt(applied.map(({ name }) => name))
  const text = fenced(query, readable, engine.dialect, rows_most + 1)
  const run = async (statement: string): Promise<DatabaseRow[]> => {
    if (engine.dialect !== 'sqlite')
      return engine.snapshot((connection) => asked(connection, statement)).catch(translated)
    const file = databaseFile(root, generation)
    const found = await askSqlite(file, statement, patience_ms).catch(translated)
    if (found === undefined) throw noAnswer()
    return found
  }
  const found = await run(text)
  const columns = Object.keys(found[0] ?? (await run(withoutRows(text)))[0] ?? {})
  return {
    columns,
    rows: found.slice(0, rows_most).map((row) => columns.map((name) => shown(row[name]))),
    cut: found.length > rows_most,
  }
}

/** Where nothing is found its columns still have names: one row of nothing, and the statement is not run. */
const withoutRows = (text: string): string =>
  `select found.* from (select 1 as one) as single
    left join (select * from (${text}) as whole limit 0) as found on 1 = 1`

async function asked(connection: Connection, text: string): Promise<DatabaseRow[]> {
  await connection.run(`set local statement_timeout = ${patience_ms}`, [])
  return connection.all(text, [])
}

/** Where a sealed value stands that no name gave away, it is still not shown. */
const shown = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' ? value.replace(sealed, '<sealed>') : value
}
const sealed = /v1\.[0-9a-f]{8}\.[\w-]{38,}/g

const noAnswer = (): Refusal =>
  new Refusal(503, 'time.out', `There was no answer in ${patience_ms / 1000} s.`)

/** What the database says of somebody's own statement is for that somebody. */
function translated(error: unknown): never {
  if (isRefusal(error)) throw error
  const said = error instanceof Error ? error.message : String(error)
  if (/timeout/i.test(said)) throw noAnswer()
  throw invalid('query', `${said.replace(/^SQLITE_\w+: /, '').slice(0, 200)}.`)
}
