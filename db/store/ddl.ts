// Tables in the words of each database. A column is first said as one short text
// (`text 120`, `ref hospitals?`), which is what migrations hold and what the drift test compares.

import { createHash } from 'node:crypto'
import type { Column } from './columns.ts'
import type { Dialect } from './sql.ts'
import type { Index, Table, Unique } from './table.ts'

/** How the checks end that hold a number within what can be kept. */
export const fits_ending = '_fits'

export interface TableSpec {
  columns: Record<string, string>
  key?: readonly string[]
  unique?: readonly Unique[]
  indexes?: readonly Index[]
  search?: true | 'words'
  append_only?: boolean
}

export function specOf(table: Table): TableSpec {
  const { key, unique, indexes, search, search_by, append_only } = table.rules
  return {
    columns: Object.fromEntries(
      Object.entries(table.columns).map(([name, column]) => [name, wordOf(column)]),
    ),
    ...(key === undefined ? {} : { key }),
    ...(unique === undefined ? {} : { unique }),
    ...(indexes === undefined ? {} : { indexes }),
    ...(search === undefined ? {} : { search: search_by ?? (true as const) }),
    ...(append_only === undefined ? {} : { append_only }),
  }
}

function wordOf(column: Column): string {
  const end = column.nullable ? '?' : ''
  if (column.references !== undefined) return `ref ${column.references}${end}`
  if (column.values !== undefined) return `choice ${column.values.join('|')}${end}`
  if (column.json) return `json${end}`
  if (column.storage === 'text') return `${column.exact ? 'code' : 'text'} ${column.length}${end}`
  return `${column.storage}${end}`
}

interface Word {
  kind: string
  detail: string
  nullable: boolean
}

function readWord(text: string): Word {
  const nullable = text.endsWith('?')
  const [kind = '', ...rest] = (nullable ? text.slice(0, -1) : text).split(' ')
  return { kind, detail: rest.join(' '), nullable }
}

export function createTable(name: string, spec: TableSpec, dialect: Dialect): string[] {
  const key = spec.key ?? ['id']
  // FTS rows hang on a row number that VACUUM must not change, so it is a column of its own.
  const numbered = spec.search !== undefined && dialect === 'sqlite'
  const lines = Object.entries(spec.columns).map(([column, word]) => lineOf(column, word, dialect))
  if (numbered) lines.unshift('row_no integer primary key')
  lines.push(`${numbered ? 'unique' : 'primary key'} (${key.join(', ')})`)
  return [
    `create table ${name} (\n  ${lines.join(',\n  ')}\n)${dialect === 'sqlite' ? ' strict' : ''}`,
    ...(spec.unique ?? []).map((unique) =>
      createIndex(name, { ...unique, descending: false }, true, dialect),
    ),
    ...(spec.indexes ?? []).map((index) => createIndex(name, index, false, dialect)),
    ...(spec.search === undefined ? [] : searchOf(name, dialect, spec.search)),
    ...(spec.append_only === true ? guardOf(name, dialect) : []),
  ]
}

export const addColumn = (table: string, column: string, word: string, dialect: Dialect): string =>
  `alter table ${table} add column ${lineOf(column, word, dialect)}`

export function createIndex(
  table: string,
  index: Index,
  unique: boolean,
  dialect: Dialect,
): string {
  const columns = index.columns
    .map((column) => `${column}${index.descending === true ? ' desc' : ''}${nullsOf(column)}`)
    .join(', ')
  // PostgreSQL takes a missing value for the greatest; a page from the end would begin with those.
  function nullsOf(column: string): string {
    const told = dialect === 'postgres' && index.nulls_first?.includes(column) === true
    return told ? (index.descending === true ? ' nulls last' : ' nulls first') : ''
  }
  const condition = index.only_where === undefined ? '' : ` where ${index.only_where}`
  return `create ${unique ? 'unique ' : ''}index ${indexName(table, index)} on ${table} (${columns})${condition}`
}

/** PostgreSQL cuts names at 63 bytes; a long one ends in a few letters of its hash. */
function indexName(table: string, index: Index): string {
  const full = `${table}_${index.columns.join('_')}${index.only_where === undefined ? '' : '_some'}`
  if (full.length <= 60) return full
  return `${full.slice(0, 50)}_${createHash('sha256').update(full).digest('hex').slice(0, 8)}`
}

function lineOf(column: string, text: string, dialect: Dialect): string {
  const { kind, detail, nullable } = readWord(text)
  const type = typeOf(kind, detail, dialect)
  const checks = checksOf(column, kind, detail, dialect)
  const references = kind === 'ref' ? ` references ${detail} (id)` : ''
  return `${column} ${type}${nullable ? '' : ' not null'}${checks}${references}`
}

function typeOf(kind: string, detail: string, dialect: Dialect): string {
  const sqlite = dialect === 'sqlite'
  switch (kind) {
    case 'ref':
      return sqlite ? 'text' : 'varchar(36) collate "C"'
    case 'choice':
      return sqlite ? 'text' : 'varchar(60) collate "C"'
    case 'code':
      return sqlite ? 'text' : `varchar(${detail}) collate "C"`
    case 'text':
      return sqlite ? 'text' : `varchar(${detail})`
    case 'json':
      return 'text'
    case 'integer':
      return 'integer'
    case 'bigint':
      return sqlite ? 'integer' : 'bigint'
    case 'real':
      return sqlite ? 'real' : 'double precision'
    case 'boolean':
      return sqlite ? 'integer' : 'boolean'
    default:
      throw new Error(`no column is called ${kind}`)
  }
}

/** Neither takes what the other would refuse (ALL-24). */
function checksOf(column: string, kind: string, detail: string, dialect: Dialect): string {
  if (kind === 'choice') {
    return ` check (${column} in (${detail
      .split('|')
      .map((word) => `'${word}'`)
      .join(', ')}))`
  }
  // What a program in JavaScript reads back as it was written.
  if (kind === 'bigint') return fits(column, Number.MAX_SAFE_INTEGER)
  if (dialect === 'postgres') return ''
  if (kind === 'boolean') return ` check (${column} in (0, 1))`
  if (kind === 'integer') return fits(column, 2_147_483_647, 2_147_483_648)
  if (kind === 'text' || kind === 'code') return ` check (length(${column}) <= ${detail})`
  return ''
}

/** Named, so that a sum that grew too large is told from every other fault. */
const fits = (column: string, most: number, least = most): string =>
  ` constraint ${column}${fits_ending} check (${column} between -${least} and ${most})`

function searchOf(table: string, dialect: Dialect, by: true | 'words'): string[] {
  if (dialect === 'postgres') {
    return [
      'create extension if not exists pg_trgm',
      // Without the list of pending entries, which every search would walk until the next vacuum.
      `create index ${table}_search on ${table} using gin (search_text gin_trgm_ops) with (fastupdate = off)`,
    ]
  }
  const index = `${table}_search`
  const forget = `insert into ${index} (${index}, rowid, search_text) values ('delete', old.row_no, old.search_text);`
  const learn = `insert into ${index} (rowid, search_text) values (new.row_no, new.search_text);`
  const kept = by === 'words' ? "tokenize='unicode61', prefix='2 3'" : "tokenize='trigram'"
  return [
    `create virtual table ${index} using fts5 (search_text, content='${table}', content_rowid='row_no', ${kept})`,
    `create trigger ${index}_added after insert on ${table} begin ${learn} end`,
    `create trigger ${index}_removed after delete on ${table} begin ${forget} end`,
    `create trigger ${index}_changed after update of search_text on ${table} begin ${forget} ${learn} end`,
  ]
}

function guardOf(table: string, dialect: Dialect): string[] {
  const message = `rows of ${table} are only ever added`
  if (dialect === 'sqlite') {
    return ['update', 'delete'].map(
      (move) =>
        `create trigger ${table}_no_${move} before ${move} on ${table} begin select raise(abort, '${message}'); end`,
    )
  }
  return [
    `create function ${table}_guard() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
    `create trigger ${table}_no_change before update or delete on ${table} for each row execute function ${table}_guard()`,
    `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function ${table}_guard()`,
  ]
}
