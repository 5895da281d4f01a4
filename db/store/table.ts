// A table as a value: its columns once, its row type inferred, its everyday statements prepared.
//
// Reading and writing one record goes through here; lists and batches are written as SQL in the
// rules. A table with hospital_id cannot be asked without one: the tenant is part of the type.

import { insertRows } from './bulk.ts'
import { isContended, noteChanged, noteFound, Outrun, recordOf, versionSeen } from './outrun.ts'
import { type Column, decode, encode, isBeyond, isKeptOtherwise } from './columns.ts'
import { clock } from '../core/clock.ts'
import { dialect, row, rows, run } from './connection.ts'
import type { DatabaseRow } from './engines/engine.ts'
import { byKey, join, nothing, oneOf, raw, type Sql, sql, where as whereAll } from './sql.ts'
import { searched_max } from './stamps.ts'
import { noteTouched } from './touched.ts'

export type Columns = Record<string, Column>
type Value<C> = C extends Column<infer T> ? T : never
type Given<C extends Columns> = {
  [K in keyof C]: C[K] extends Column<unknown, true> ? K : never
}[keyof C]

export type RowOf<C extends Columns> = { -readonly [K in keyof C]: Value<C[K]> }
export type NewRow<C extends Columns> = { [K in Given<C>]: Value<C[K]> } & {
  [K in Exclude<keyof C, Given<C>>]?: Value<C[K]> | undefined
}
type Condition<C extends Columns> = {
  [K in keyof C]?: Value<C[K]> | readonly Value<C[K]>[] | undefined
}
/** Where the table belongs to hospitals, the hospital must be named. */
export type Where<C extends Columns> = C extends { hospital_id: Column }
  ? Condition<C> & { hospital_id: string }
  : Condition<C>

export interface TableRules<C extends Columns> {
  key?: readonly (keyof C & string)[]
  unique?: readonly Unique<C>[]
  indexes?: readonly Index<C>[]
  /** Columns a person searches in; folded into `search_text` and indexed by three letters. */
  search?: readonly (keyof C & string)[]
  /**
   * On SQLite whole words and their beginnings instead of letters by three, for a register of
   * millions: three letters that stand in every tenth name are slow to bring together.
   */
  search_by?: 'words'
  /** Rows are only ever added: the database refuses to change or remove one. */
  append_only?: boolean
}
export interface Unique<C extends Columns = Columns> {
  columns: readonly (keyof C & string)[]
  /** SQL condition, the same on both databases: only such rows must differ. */
  only_where?: string
}
export interface Index<C extends Columns = Columns> {
  columns: readonly (keyof C & string)[]
  only_where?: string
  descending?: boolean
  /** Of these, rows without a value stand as SQLite has them: before the others going up. */
  nulls_first?: readonly (keyof C & string)[]
}

export interface ReadOptions {
  /** Column names, `-` before one that falls. */
  order?: readonly string[]
  limit?: number
  /** PostgreSQL: keep others from changing these rows until this transaction ends. */
  lock?: boolean
}

export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
  readonly rules: TableRules<C>
  find(where: Where<C>, options?: ReadOptions): Promise<RowOf<C> | undefined>
  /** For what is looked up by a secret or by its id alone: sessions, codes, the hospital itself. */
  findAnywhere(where: Condition<C>, options?: ReadOptions): Promise<RowOf<C> | undefined>
  all(where: Where<C>, options?: ReadOptions): Promise<RowOf<C>[]>
  allAnywhere(where: Condition<C>, options?: ReadOptions): Promise<RowOf<C>[]>
  count(where: Where<C>): Promise<number>
  insert(row: NewRow<C>): Promise<RowOf<C>>
  /** The row as `insert` keeps and answers it, for whoever writes it later with others. */
  withDefaults(row: NewRow<C>): RowOf<C>
  insertMany(rows: readonly NewRow<C>[]): Promise<void>
  /** Rows changed. `updated_at` and `version` move by themselves where the table has them. */
  change(where: Where<C>, changes: Partial<RowOf<C>>): Promise<number>
  changeAnywhere(where: Condition<C>, changes: Partial<RowOf<C>>): Promise<number>
  remove(where: Where<C>): Promise<number>
  removeAnywhere(where: Condition<C>): Promise<number>
  /** Rows of a hand-written `select`, with their values as this table reads them. */
  read(statement: Sql): Promise<RowOf<C>[]>
  /** `alias.a, alias.b, …` for a hand-written select. */
  selection(alias?: string, columns?: readonly (keyof C & string)[]): Sql
}

/** Told which rows of which tables are written, in the transaction that writes them. */
export interface RowWatch {
  /** Whether it is told when these columns change; null: of rows that come and go. */
  wants(table: string, columns: readonly string[] | null): boolean
  /** Of what changes no more than the ids are known. */
  touched(table: string, rows: readonly DatabaseRow[]): void
}
let watch: RowWatch = { wants: () => false, touched: () => undefined }
export function setRowWatch(told: RowWatch): void {
  watch = told
}

/** Of rows that a rule wrote by a statement of its own. */
export function noteWritten(table: string, ids: readonly string[]): void {
  if (ids.length > 0 && watch.wants(table, null))
    watch.touched(
      table,
      ids.map((id) => ({ id })),
    )
}

/** In one statement: about a megabyte of the widest table. */
const rows_at_once = 1000

/** Every table of the product, in the order of declaration. */
export const tables: Table[] = []

export function table<const C extends Columns>(
  name: string,
  columns: C,
  rules: TableRules<C> = {},
): Table<C> {
  const names = Object.keys(columns)
  const all_columns = raw(names.join(', '))
  const from = raw(` from ${name}`)

  const translated = names.filter((key) => isKeptOtherwise(columns[key] as Column))
  // The row is the reader's own: what is read as it was kept stays in its place.
  const decoded = (found: DatabaseRow): RowOf<C> => {
    for (const key of translated) {
      if (key in found) found[key] = decode(columns[key] as Column, found[key])
    }
    return found as RowOf<C>
  }
  const encoded = (key: string, value: unknown): unknown => {
    const kept = columns[key]
    if (kept === undefined) throw new Error(`${name} has no column ${key}`)
    return encode(kept, `${name}.${key}`, value, dialect())
  }
  const conditions = (where: object): Sql =>
    whereAll(
      Object.entries(where)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => {
          const kept = columns[key]
          if (kept === undefined) throw new Error(`${name} has no column ${key}`)
          if (value === null) return sql`${raw(key)} is null`
          if (isBeyond(kept, value)) return raw('1 = 0')
          if (Array.isArray(value)) return sql`${raw(key)}${oneOf(value as string[])}`
          // By their ids: SQLite without statistics would rather read the whole hospital.
          const hidden = key === 'hospital_id' && 'id' in where && Array.isArray(where.id)
          if (hidden && dialect() === 'sqlite') return sql`+${raw(key)} = ${value}`
          return sql`${raw(key)} = ${encoded(key, value)}`
        }),
    )
  const select = (where: object, options: ReadOptions = {}): Sql => {
    const order = (options.order ?? []).map((word) =>
      word.startsWith('-') ? `${word.slice(1)} desc` : word,
    )
    const statement = sql`select ${all_columns}${from}${conditions(where)}${
      order.length === 0 ? nothing : raw(` order by ${order.join(', ')}`)
    }${options.limit === undefined ? nothing : sql` limit ${options.limit}`}${
      options.lock === true && dialect() === 'postgres' ? raw(' for update') : nothing
    }`
    return namesKey(keys, where as DatabaseRow) ? byKey(statement) : statement
  }
  const keys: readonly (readonly string[])[] = [
    rules.key ?? ['id'],
    // Of the others only some rows must differ.
    ...(rules.unique ?? [])
      .filter(({ only_where }) => only_where === undefined)
      .map(({ columns: key }) => key),
  ]
  const filling = names.map((key) => [key, (columns[key] as Column).fills] as const)
  const is_searched = 'search_text' in columns
  const is_versioned = 'version' in columns && 'id' in columns
  const complete = (given: NewRow<C>): RowOf<C> => {
    const filled: DatabaseRow = {}
    for (const [key, fill] of filling) {
      const value = (given as DatabaseRow)[key]
      filled[key] = value !== undefined ? value : (fill?.() ?? null)
    }
    if (is_searched) filled['search_text'] = searchText(rules.search ?? [], filled)
    for (const key in given) {
      if (columns[key] === undefined) throw new Error(`${name} has no column ${key}`)
    }
    return filled as RowOf<C>
  }
  const into = raw(`insert into ${name} (${names.join(', ')}) values `)
  const values = (filled: RowOf<C>): Sql =>
    sql`(${join(
      names.map((key) => sql`${encoded(key, (filled as DatabaseRow)[key])}`),
      ', ',
    )})`

  const self: Table<C> = {
    name,
    columns,
    rules,
    async find(where, options) {
      return self.findAnywhere(where, options)
    },
    async findAnywhere(where, options) {
      const lock = options?.lock === true || (is_versioned && isContended(recordOf(name, where)))
      const found = await row(select(where, { ...options, lock, limit: 1 }))
      if (found !== undefined && is_versioned) noteFound(name, found, lock)
      return found === undefined ? undefined : decoded(found)
    },
    async all(where, options) {
      return self.allAnywhere(where, options)
    },
    async allAnywhere(where, options) {
      return (await rows(select(where, options))).map(decoded)
    },
    async count(where) {
      const found = await row<{ n: number }>(sql`select count(*) as n${from}${conditions(where)}`)
      return found?.n ?? 0
    },
    async insert(given) {
      const filled = complete(given)
      await run(sql`${into}${values(filled)}`)
      noteTouched(name)
      if (watch.wants(name, null)) watch.touched(name, [filled as DatabaseRow])
      return filled
    },
    withDefaults: complete,
    async insertMany(many) {
      const [alone] = many
      // One row needs no list, and its statement is the same whatever its values are.
      if (alone !== undefined && many.length === 1) return void (await self.insert(alone))
      const filled = many.map(complete)
      for (let start = 0; start < filled.length; start += rows_at_once) {
        await insertRows(self, filled.slice(start, start + rows_at_once))
      }
      noteTouched(name)
      if (watch.wants(name, null)) watch.touched(name, filled as DatabaseRow[])
    },
    async change(where, changes) {
      return self.changeAnywhere(where, changes)
    },
    async changeAnywhere(where, changes) {
      if (watch.wants(name, Object.keys(changes))) watch.touched(name, await idsOf(where))
      const sets = Object.entries(changes)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => sql`${raw(key)} = ${encoded(key, value)}`)
      if ('updated_at' in columns && !('updated_at' in changes)) {
        sets.push(sql`updated_at = ${clock.instant()}`)
      }
      if ('version' in columns && !('version' in changes)) sets.push(raw('version = version + 1'))
      const seen = is_versioned ? versionSeen(recordOf(name, where)) : undefined
      const only = seen === undefined ? nothing : sql` and version = ${seen}`
      const changed = await run(
        sql`update ${raw(name)} set ${join(sets, ', ')}${conditions(where)}${only}`,
      )
      if (seen !== undefined && changed < 1) throw new Outrun(`${name} ${where.id as string}`)
      noteTouched(name)
      if (is_versioned) noteChanged(name, where, versionAfter(seen, changes))
      if ('search_text' in columns && (rules.search ?? []).some((key) => key in changes)) {
        await refreshSearch(where)
      }
      return changed
    },
    async remove(where) {
      return self.removeAnywhere(where)
    },
    async removeAnywhere(where) {
      if (watch.wants(name, null)) watch.touched(name, await self.allAnywhere(where))
      const seen = is_versioned ? versionSeen(recordOf(name, where)) : undefined
      const only = seen === undefined ? nothing : sql` and version = ${seen}`
      const removed = await run(sql`delete${from}${conditions(where)}${only}`)
      if (seen !== undefined && removed < 1) throw new Outrun(`${name} ${where.id as string}`)
      noteTouched(name)
      return removed
    },
    async read(statement) {
      return (await rows(statement)).map(decoded)
    },
    selection(alias, only = names) {
      return raw(only.map((key) => (alias === undefined ? key : `${alias}.${key}`)).join(', '))
    },
  }

  /** Before they change: by then the condition may find them no more. */
  async function idsOf(where: Condition<C>): Promise<DatabaseRow[]> {
    const { id } = where as { id?: string | readonly string[] }
    if (typeof id === 'string') return [{ id }]
    if (id !== undefined) return id.map((one) => ({ id: one }))
    return rows(sql`select id${from}${conditions(where)}`)
  }

  async function refreshSearch(where: Condition<C>): Promise<void> {
    for (const found of await self.allAnywhere(where)) {
      const words = searchText(rules.search ?? [], found as DatabaseRow)
      const key = (found as { id?: string }).id
      await run(sql`update ${raw(name)} set search_text = ${words} where id = ${key}`)
    }
  }

  // Two tables of one name would be one in the database, with the columns of either.
  if (tables.some((other) => other.name === name)) throw new Error(`two tables are called ${name}`)
  tables.push(self as unknown as Table)
  return self
}

function versionAfter(seen: number | undefined, changes: object): number | undefined {
  const { version } = changes as { version?: unknown }
  if (typeof version === 'number') return version
  return seen === undefined ? undefined : seen + 1
}

/** As many as a page holds are read by their keys in less time than a trip to a thread and back takes. */
const keys_most = 200

/** One row, or one for each of a few ids. */
function namesKey(keys: readonly (readonly string[])[], where: DatabaseRow): boolean {
  return keys.some((key) => {
    const values = key.map((name) => where[name])
    if (values.some((value) => value === undefined || value === null)) return false
    const [first] = values
    // Of several columns SQLite might rather look up one and read whatever has it.
    if (Array.isArray(first) && key.length === 1) return first.length <= keys_most
    return !values.some((value) => Array.isArray(value))
  })
}

/** Lower case without accents, so that `Émile` is found by `emile`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** As much as the column holds: the end of a long story is not searched in. */
const searchText = (columns: readonly string[], found: DatabaseRow): string =>
  folded(
    columns
      .map((key) => found[key])
      .filter((value): value is string => typeof value === 'string')
      .join(' '),
  )
    .slice(0, searched_max)
    .toWellFormed()
