// Making one database's rows equal to another's, table by table (OPS-149, OPS-151). Both are read in
// the order of their keys and only what differs is written, so that the same work copies into an empty
// database, goes on where it was killed, and brings over what changed since.

import type { Connection, Engine } from '../../store/engines/engine.ts'
import { join, raw, type Sql, sql } from '../../store/sql.ts'
import { indexesOf } from './aside.ts'
import { keptAs, type Line, linesOf, page_rows } from './rows.ts'
import { insertLines } from './sink.ts'
import type { Carried } from './tables.ts'

export interface Side {
  dialect: Engine['dialect']
  all: Connection['all']
}

export const sideOf = (engine: Engine): Side => ({
  dialect: engine.dialect,
  all: (text, values) => engine.read(text, values),
})

export interface Made {
  read: number
  removed: number
  added: number
  /** Every row of both was read and none differed, which proves them equal. */
  was_equal: boolean
}

/** What is too much or different goes first: a row may take the place of another. */
export async function makeEqual(
  from: Side,
  into: Engine,
  table: Carried,
  onRows: (more: number) => void,
): Promise<Made> {
  if (await isEmpty(into, table)) return copyAll(from, into, table, onRows)
  const made: Made = { read: 0, removed: 0, added: 0, was_equal: true }
  let lacks = false
  const going: Line[] = []
  const count = (more: number): void => {
    made.read += more
    onRows(more)
  }
  for await (const [wanted, is] of differing(table, from, sideOf(into), count)) {
    made.was_equal = false
    if (wanted !== undefined) {
      count(1)
      lacks = true
    }
    if (is === undefined) continue
    made.removed += 1
    going.push(is)
    if (going.length >= at_once) await remove(into, table, going.splice(0))
  }
  await remove(into, table, going)
  if (lacks) made.added = await addMissing(from, into, table)
  return made
}

async function isEmpty(into: Engine, { name }: Carried): Promise<boolean> {
  const { text, values } = sql`select 1 as there from ${raw(name)} limit 1`.for(into.dialect)
  return (await into.read(text, values)).length === 0
}

/** Nothing to compare with: read once, and read on while the piece before is being written. */
async function copyAll(
  from: Side,
  into: Engine,
  table: Carried,
  onRows: (more: number) => void,
): Promise<Made> {
  const made: Made = { read: 0, removed: 0, added: 0, was_equal: false }
  let writing: Promise<void> = Promise.resolve()
  let makeIndexes = (): Promise<void> => Promise.resolve()
  try {
    for await (const lines of linesOf(from, from.dialect, table)) {
      if (made.read === 0 && lines.length === page_rows) makeIndexes = await indexesOf(into, table)
      made.read += lines.length
      onRows(lines.length)
      await writing
      writing = into.write((connection) => insertLines(connection, table, lines), 'jobs')
      // Whoever waits for it hears of its fault; until then it is nobody's.
      writing.catch(() => undefined)
    }
  } finally {
    await writing
  }
  await makeIndexes()
  return { ...made, added: made.read }
}

async function addMissing(from: Side, into: Engine, table: Carried): Promise<number> {
  let added = 0
  const coming: Line[] = []
  const flush = async (): Promise<void> => {
    added += coming.length
    const lines = coming.splice(0)
    await into.write((connection) => insertLines(connection, table, lines), 'jobs')
  }
  for await (const [wanted, is] of differing(table, from, sideOf(into))) {
    if (wanted === undefined || is !== undefined) continue
    coming.push(wanted)
    if (coming.length >= at_once) await flush()
  }
  if (coming.length > 0) await flush()
  return added
}

const at_once = 2000

/** The first place where two tables differ, for whoever has to find out why (OPS-150). */
export async function firstDifference(
  table: Carried,
  from: Side,
  into: Side,
): Promise<{ id: string; column: string | null; wanted: unknown; is: unknown } | null> {
  for await (const [wanted, is] of differing(table, from, into)) {
    const id = keyOf(table, (wanted ?? is) as Line).join(' ')
    if (wanted === undefined || is === undefined) return { id, column: null, wanted, is }
    const n = wanted.findIndex((value, index) => value !== is[index])
    return { id, column: table.columns[n] ?? null, wanted: wanted[n], is: is[n] }
  }
  return null
}

/** Rows that differ, beside each other; undefined where a side has none. `onSame` is told of the others. */
async function* differing(
  table: Carried,
  from: Side,
  into: Side,
  onSame: (more: number) => void = () => undefined,
): AsyncGenerator<[Line | undefined, Line | undefined]> {
  const places = table.key.map((name) => table.columns.indexOf(name))
  const left = new Cursor(linesOf(from, from.dialect, table))
  const right = new Cursor(linesOf(into, into.dialect, table))
  for (;;) {
    await Promise.all([left.fill(), right.fill()])
    const [a, b] = [left.line, right.line]
    if (a === undefined && b === undefined) return
    const alike = runAlike(left, right)
    if (alike > 0) {
      onSame(alike)
      continue
    }
    const order = a === undefined ? 1 : b === undefined ? -1 : compare(a, b, places)
    yield [order <= 0 ? a : undefined, order >= 0 ? b : undefined]
    if (order <= 0) left.at += 1
    if (order >= 0) right.at += 1
  }
}

/** Row by row through pages. */
class Cursor {
  at = 0
  page: readonly Line[] = []
  private readonly pages: AsyncGenerator<Line[]>

  constructor(pages: AsyncGenerator<Line[]>) {
    this.pages = pages
  }

  get line(): Line | undefined {
    return this.page[this.at]
  }

  async fill(): Promise<void> {
    if (this.at < this.page.length) return
    const next = await this.pages.next()
    this.page = next.done === true ? [] : next.value
    this.at = 0
  }
}

/** Past what is the same on both sides, which is nearly everything: without waiting for anything. */
function runAlike(left: Cursor, right: Cursor): number {
  let alike = 0
  for (;;) {
    const [a, b] = [left.line, right.line]
    if (a === undefined || b === undefined || !same(a, b)) return alike
    left.at += 1
    right.at += 1
    alike += 1
  }
}

const keyOf = ({ key, columns }: Carried, line: Line): Line =>
  key.map((name) => line[columns.indexOf(name)] ?? null)

function compare(a: Line, b: Line, places: readonly number[]): number {
  for (const n of places) {
    const order = inOrder(a[n] ?? null, b[n] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function inOrder(a: Line[number], b: Line[number]): number {
  if (a === b) return 0
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // As the databases sort: by the bytes of UTF-8, which beyond the first plane is not JavaScript's order.
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

const same = (a: Line, b: Line): boolean => a.every((value, n) => value === b[n])

async function remove(into: Engine, table: Carried, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  await into.write(async (connection) => {
    const guarded = table.append_only ? await unguarded(connection, into.dialect, table.name) : []
    for (let at = 0; at < lines.length; at += 500) {
      const rows = lines.slice(at, at + 500).map((line) => keyMatches(table, line, into.dialect))
      const { text, values } = sql`delete from ${raw(table.name)} where ${join(rows, ' or ')}`.for(
        into.dialect,
      )
      await connection.run(text, values)
    }
    for (const text of guarded) await connection.run(text, [])
  }, 'jobs')
}

const keyMatches = (table: Carried, line: Line, dialect: Engine['dialect']): Sql =>
  sql`(${join(
    table.key.map((name) => {
      const value = keptAs(table, name, line[table.columns.indexOf(name)], dialect)
      return sql`${raw(name)} = ${value}`
    }),
    ' and ',
  )})`

/** The trigger of a log is set aside for one transaction; gives back what puts it into place again. */
async function unguarded(
  connection: Connection,
  dialect: Engine['dialect'],
  table: string,
): Promise<string[]> {
  if (dialect === 'postgres') {
    await connection.run(`alter table ${table} disable trigger user`, [])
    return [`alter table ${table} enable trigger user`]
  }
  const found = await connection.all(
    `select name, sql from sqlite_master where type = 'trigger' and tbl_name = ? and name like ?`,
    [table, `${table}_no_%`],
  )
  for (const { name } of found) await connection.run(`drop trigger ${String(name)}`, [])
  return found.map((one) => String(one['sql']))
}
