// Every row of a table in one order and one form, whatever database holds it: what backups write,
// what a move carries and what both are proved by (OPS-150).

import { createHash, type Hash } from 'node:crypto'
import type { Connection, DatabaseRow } from '../../store/engines/engine.ts'
import { type Dialect, byDialect, join, nothing, raw, type Sql, sql } from '../../store/sql.ts'
import type { Carried } from './tables.ts'

/** A row without names, its values as JSON has them: booleans 0 and 1. */
export type Line = readonly (string | number | null)[]

/** As many are read and written at once (OPS-149). */
export const page_rows = 1000

/** By key, a thousand at a time; the next are on their way while these are looked at. */
export async function* linesOf(
  connection: Pick<Connection, 'all'>,
  dialect: Dialect,
  table: Carried,
): AsyncGenerator<Line[]> {
  const read = reader(connection, dialect, table)
  const page = async (after: Line | undefined) => {
    const lines = await read(after)
    return { rows: lines.length, last: lines.at(-1), holds: lines }
  }
  for await (const { holds } of pagesOf(page)) yield holds
}

interface Page<T> {
  readonly rows: number
  readonly last: Line | undefined
  readonly holds: T
}

async function* pagesOf<T>(
  read: (after: Line | undefined) => Promise<Page<T>>,
): AsyncGenerator<Page<T>> {
  let coming = read(undefined)
  try {
    for (;;) {
      const page = await coming
      const is_last = page.rows < page_rows || page.last === undefined
      if (!is_last) {
        coming = read(page.last)
        // Whoever waits for it hears of its fault; until then it is nobody's.
        coming.catch(() => undefined)
      }
      if (page.rows > 0) yield page
      if (is_last) return
    }
  } finally {
    // The connection is given back only when nothing is asked of it any more.
    await coming.catch(() => undefined)
  }
}

type Read = (after: Line | undefined) => Promise<Line[]>

/**
 * A row of SQLite comes as one text of JSON, which is read a multiple faster than a value at a time.
 * What has no such text, an infinite number, is read value by value.
 */
function reader(connection: Pick<Connection, 'all'>, dialect: Dialect, table: Carried): Read {
  const values = async (after: Line | undefined): Promise<Line[]> => {
    const { text, values } = nextRows(table, dialect, raw(table.columns.join(', ')), after)
    return (await connection.all(text, values)).map((row) => lineOf(table, row))
  }
  if (dialect === 'postgres') return values
  const line = asJson(table)
  return async (after) => {
    const { text, values: bound } = nextRows(table, dialect, line, after)
    const found = await connection.all(text, bound).catch(() => null)
    return found === null ? values(after) : found.map((row) => JSON.parse(String(row['line'])))
  }
}

/** SQLite writes a fraction into JSON with fifteen digits only; with seventeen none is lost. */
const asJson = ({ columns, words }: Carried): Sql =>
  raw(
    `json_array(${columns
      .map((name) =>
        words[name]?.startsWith('real') === true
          ? `json(iif(${name} is null, 'null', printf('%!.17g', ${name})))`
          : name,
      )
      .join(', ')}) as line`,
  )

function nextRows(
  table: Carried,
  dialect: Dialect,
  wanted: Sql,
  after: Line | undefined,
): { text: string; values: unknown[] } {
  const { name, key, columns, words } = table
  // Words of people are sorted by their language on PostgreSQL; here every database sorts by bytes.
  const by_bytes = (column: string): Sql =>
    /^(?:text|json)/.test(words[column] ?? '')
      ? byDialect({ sqlite: raw(column), postgres: raw(`${column} collate "C"`) })
      : raw(column)
  const names = join(key.map(by_bytes), ', ')
  const beyond =
    after === undefined
      ? nothing
      : sql` where (${names}) > (${join(
          key.map(
            (column) => sql`${keptAs(table, column, after[columns.indexOf(column)], dialect)}`,
          ),
          ', ',
        )})`
  return sql`select ${wanted} from ${raw(name)}${beyond} order by ${names} limit ${page_rows}`.for(
    dialect,
  )
}

const lineOf = ({ columns, flags }: Carried, row: DatabaseRow): Line =>
  columns.map((name) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    return flags.has(name) ? Number(value) : (value as string | number)
  })

/** As a database takes it back. */
export const keptAs = (
  { flags }: Carried,
  column: string,
  value: Line[number] | undefined,
  dialect: Dialect,
): unknown => (dialect === 'postgres' && flags.has(column) && value !== null ? value === 1 : value)

/**
 * Rows of SQLite as the text that a digest is taken over. Where no fraction is in it, SQLite writes JSON
 * to the letter as JavaScript does, so that nothing but the last row is read here.
 */
async function* textsOf(
  connection: Pick<Connection, 'all'>,
  table: Carried,
): AsyncGenerator<Page<string>> {
  const read = reader(connection, 'sqlite', table)
  const line = asJson(table)
  yield* pagesOf(async (after) => {
    const { text, values } = nextRows(table, 'sqlite', line, after)
    const joined = `select count(*) as rows, group_concat(line, char(10)) as text from (${text})`
    const [found] = await connection.all(joined, values).catch(() => [])
    if (found === undefined) return asPage(await read(after))
    const rows = Number(found['rows'])
    const whole = rows === 0 ? '' : `${String(found['text'])}\n`
    const last =
      rows === 0
        ? undefined
        : JSON.parse(whole.slice(whole.lastIndexOf('\n', whole.length - 2) + 1))
    return { rows, last, holds: whole }
  })
}

const asPage = (lines: readonly Line[]): Page<string> => ({
  rows: lines.length,
  last: lines.at(-1),
  holds: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
})

const hasFractions = ({ words }: Carried): boolean =>
  Object.values(words).some((word) => word.startsWith('real'))

/** Letters; a call for each row costs more than the hashing. */
const hashed_at_once = 65_536

/** Over every row, in order. */
export class Digest {
  rows = 0
  private last: Line | undefined
  private readonly hash: Hash = createHash('sha256')
  private readonly table: Carried

  constructor(table: Carried) {
    this.table = table
  }

  add(lines: readonly Line[]): void {
    this.rows += lines.length
    this.last = lines.at(-1) ?? this.last
    let text = ''
    for (const line of lines) {
      text += `${JSON.stringify(line)}\n`
      if (text.length < hashed_at_once) continue
      this.hash.update(text)
      text = ''
    }
    this.hash.update(text)
  }

  addText({ rows, last, holds }: Page<string>): void {
    this.rows += rows
    this.last = last ?? this.last
    this.hash.update(holds)
  }

  facts(): { rows: number; greatest: string | null; digest: string } {
    const { last } = this
    const { key, columns } = this.table
    const greatest =
      last === undefined ? null : key.map((name) => last[columns.indexOf(name)]).join(' ')
    return { rows: this.rows, greatest, digest: this.hash.digest('hex') }
  }
}

export type Facts = ReturnType<Digest['facts']>

export async function factsOfTable(
  connection: Pick<Connection, 'all'>,
  dialect: Dialect,
  table: Carried,
): Promise<Facts> {
  const digest = new Digest(table)
  if (dialect === 'sqlite' && !hasFractions(table)) {
    for await (const page of textsOf(connection, table)) digest.addText(page)
  } else {
    for await (const lines of linesOf(connection, dialect, table)) digest.add(lines)
  }
  return digest.facts()
}

/** Counts and digests of everything a connection sees. */
export async function factsOf(
  connection: Pick<Connection, 'all'>,
  dialect: Dialect,
  tables: readonly Carried[],
  onTable: (name: string, index: number) => void = () => undefined,
): Promise<Record<string, Facts>> {
  const facts: Record<string, Facts> = {}
  for (const [index, table] of tables.entries()) {
    onTable(table.name, index)
    facts[table.name] = await factsOfTable(connection, dialect, table)
  }
  return facts
}
