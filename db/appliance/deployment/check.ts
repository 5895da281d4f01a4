// Proofs that the database is whole (OPS-146). Each gives what is wrong, in words; nothing when it
// holds.

import { dialect, rows } from '../../store/connection.ts'
import { schemaOf } from '../../store/drift.ts'
import { migrationState } from '../../store/migrate.ts'
import { migrations } from '../../store/migrations/list.ts'
import { channels } from '../outbound/words.ts'
import { sql } from '../../store/sql.ts'

export interface Proof {
  readonly name: string
  readonly says: string
  /** In its place where a server keeps the data: it looks after its files itself. */
  readonly on_server?: string
  /** Only asked for by name: it reads every page. */
  readonly full?: boolean
  readonly run: () => Promise<string[]>
}

const shown_max = 20

export const proofs: readonly Proof[] = [
  {
    name: 'pages',
    says: 'the pages of the file fit together',
    on_server: 'the server has met no page that was damaged',
    run: () => (dialect() === 'sqlite' ? integrity('quick_check') : pagesOnServer()),
  },
  {
    name: 'references',
    says: 'every reference leads to a row',
    on_server: 'the server guards every reference',
    run: foreignKeys,
  },
  {
    name: 'schema',
    says: 'tables and columns are those of this program',
    run: schema,
  },
  {
    name: 'series',
    says: 'no series of numbers went back behind what it gave',
    run: onceMigrated(() => seriesWrong()),
  },
  {
    name: 'holds',
    says: 'every hold of outgoing work and of the house is one that can be let go',
    run: onceMigrated(() => holdsWrong()),
  },
  {
    name: 'indexes',
    says: 'every index leads to its rows, and every row is in its indexes',
    on_server: 'the server uses every index',
    full: true,
    run: () => (dialect() === 'sqlite' ? integrity('integrity_check') : indexesOnServer()),
  },
]

async function integrity(pragma: 'quick_check' | 'integrity_check'): Promise<string[]> {
  const statement =
    pragma === 'quick_check' ? sql`pragma quick_check(20)` : sql`pragma integrity_check(20)`
  const found = (await rows<Record<string, string>>(statement)).map((line) => line[pragma] ?? '')
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

/** As it is told to whoever reads the proof of this database. */
export const saysHere = ({ says, on_server }: Pick<Proof, 'says' | 'on_server'>): string =>
  dialect() === 'postgres' ? (on_server ?? says) : says

async function pagesOnServer(): Promise<string[]> {
  const [found] = await rows<{ n: number | string | null }>(
    sql`select checksum_failures as n from pg_stat_database where datname = current_database()`,
  )
  const failures = Number(found?.n ?? 0)
  return failures === 0 ? [] : [`the server has met ${failures} damaged pages`]
}

async function indexesOnServer(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = current_schema()::regnamespace and not i.indisvalid
        order by c.relname limit ${shown_max}`,
  )
  return found.map(({ name }) => `the server does not use the index ${name}`)
}

async function guardsOnServer(): Promise<string[]> {
  const found = await rows<{ name: string; of: string }>(
    sql`select conname as name, conrelid::regclass::text as "of" from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace and not convalidated
        order by conname limit ${shown_max}`,
  )
  return found.map(({ name, of }) => `the server does not guard ${name} of ${of}`)
}

/** SQLite did not look after its references while they were switched off. */
async function foreignKeys(): Promise<string[]> {
  if (dialect() === 'postgres') return guardsOnServer()
  const broken = await rows<{ table: string; rowid: number | null; parent: string }>(
    sql`select "table", rowid, parent from pragma_foreign_key_check limit ${shown_max}`,
  )
  return broken.map(
    ({ table, rowid, parent }) =>
      `${table} row ${rowid ?? '?'} refers to a row of ${parent} that is not there`,
  )
}

/** By the last reference of each counter: one of the numbers in it is the number it took. */
async function seriesWrong(): Promise<string[]> {
  const counters = await rows<{
    kind: string
    place: string
    period: string
    next_value: number | string
    last_reference: string | null
  }>(
    sql`select kind, place, period, next_value, last_reference from sequence_counters
        order by hospital_id, kind, place, period`,
  )
  return counters
    .filter(({ next_value, last_reference }) => {
      const taken = Number(next_value) - 1
      const numbers = (last_reference?.match(/\d+/g) ?? []).map(Number)
      return taken < 0 || (numbers.length > 0 && numbers.every((number) => number > taken))
    })
    .slice(0, shown_max)
    .map(
      ({ kind, place, period, next_value, last_reference }) =>
        `the series ${kind} ${place} ${period} goes on with ${next_value}, and gave ${last_reference}`,
    )
}

async function holdsWrong(): Promise<string[]> {
  const held = await rows<{ channel: string }>(sql`select channel from outbound_holds`)
  return held
    .filter(({ channel }) => !channels.some((one) => one === channel))
    .map(({ channel }) => `${channel} is held, and is no channel`)
}

/** What has no tables yet is wrong in its schema, and in nothing else. */
function onceMigrated(look: () => Promise<string[]>): () => Promise<string[]> {
  return async () => ((await migrationState()).pending.length === 0 ? look() : [])
}

async function schema(): Promise<string[]> {
  const { applied, pending, unknown } = await migrationState()
  const done = new Set(applied.map(({ name }) => name))
  const wanted = await schemaOf(migrations.filter(({ name }) => done.has(name)))
  const wrong = pending.map((name) => `the migration ${name} is not applied`)
  const here = await columnsHere()
  for (const [table, { columns }] of Object.entries(wanted)) {
    const there = here.get(table)
    if (there === undefined) wrong.push(`the table ${table} is not there`)
    else wrong.push(...columnsThatDiffer(table, columns, there))
  }
  // A newer program may have added tables of its own; nobody else has.
  if (unknown.length === 0) {
    for (const table of here.keys()) {
      if (wanted[table] === undefined) wrong.push(`nobody made the table ${table}`)
    }
  }
  return wrong
}

const columns_in_a_file = `select t.name as "table", c.name as "column", c."notnull" as filled
  from pragma_table_list as t, pragma_table_info(t.name) as c
  where t.schema = 'main' and t.type = 'table' order by t.name, c.cid`
/** Each generation on a server has a schema of its own. */
const columns_on_a_server = `select t.relname as "table", c.attname as "column", c.attnotnull as filled
  from pg_class t join pg_attribute c on c.attrelid = t.oid
  where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
    and c.attnum > 0 and not c.attisdropped order by t.relname, c.attnum`

/**
 * Whether a column may be empty, by table and column. Asked at once: a question for each table takes a server ten
 * seconds.
 */
async function columnsHere(): Promise<Map<string, Map<string, boolean>>> {
  // Loaded only when somebody asks for the proof: the daemon's start does without it.
  const { selected } = await import('../../store/models.ts')
  const found = await selected<{ table: string; column: string; filled: boolean | number }>(
    dialect() === 'sqlite' ? columns_in_a_file : columns_on_a_server,
  )
  const here = new Map<string, Map<string, boolean>>()
  for (const { table, column, filled } of found) {
    if (isOwn(table)) continue
    let columns = here.get(table)
    if (columns === undefined) here.set(table, (columns = new Map()))
    columns.set(column, !filled)
  }
  return here
}

const isOwn = (table: string): boolean =>
  table === 'migrations' || table.startsWith('sqlite_') || /_search(?:_|$)/.test(table)

function columnsThatDiffer(
  table: string,
  wanted: Readonly<Record<string, string>>,
  here: ReadonlyMap<string, boolean>,
): string[] {
  return Object.entries(wanted).flatMap(([column, word]) => {
    const may_be_empty = here.get(column)
    if (may_be_empty === undefined) return [`${table} has no column ${column}`]
    if (may_be_empty === word.endsWith('?')) return []
    return [`${table}.${column} ${may_be_empty ? 'may' : 'may not'} be empty in the database`]
  })
}
