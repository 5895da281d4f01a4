// From any earlier schema to the present one. Each migration is one transaction, its marker first,
// so that of two starters one runs it and the other carries on.

import { clock, minutes } from '../core/clock.ts'
import { database, dialect, row, rows, run, script, within } from './connection.ts'
import { addColumn, createIndex, createTable, type TableSpec } from './ddl.ts'
import { migrations } from './migrations/list.ts'
import { sql } from './sql.ts'
import type { Index } from './table.ts'

export type Step =
  | { create: string; spec: TableSpec }
  | { add: string; column: string; word: string }
  | { index: string; on: Index; unique?: boolean }
  | { data: () => Promise<void> }

export interface Migration {
  name: string
  /** An older program must not run on a database that has this one. */
  breaking?: boolean
  /** Read when they are taken or asked about: a house that stands does without a third of a megabyte of them. */
  steps: () => Promise<readonly Step[]>
}

export interface MigrationState {
  applied: { name: string; applied_at: string; breaking: boolean }[]
  pending: string[]
  /** In the database but not in this program: made by a newer one. */
  unknown: { name: string; breaking: boolean }[]
}

export class SchemaTooNew extends Error {
  readonly unknown: readonly string[]

  constructor(unknown: readonly string[]) {
    super(
      `The database holds changes this Kituo does not know: ${unknown.join(', ')}. Start the newer version, or restore a backup.`,
    )
    this.name = 'SchemaTooNew'
    this.unknown = unknown
  }
}

/** `names`: no more than these, to make an older schema again. */
export async function migrate(
  onEach: (name: string, took_ms: number) => void = () => undefined,
  names?: readonly string[],
): Promise<string[]> {
  await ready()
  const state = await migrationState()
  const breaking = state.unknown.filter((migration) => migration.breaking)
  if (breaking.length > 0) throw new SchemaTooNew(breaking.map((migration) => migration.name))
  if (state.pending.length === 0) return []
  // Loaded only when there is something to do: it brings a quarter of the start's modules with it.
  // Named exports of the older module form are not known across the files of the packaged program.
  const { Umzug } = (await import('umzug')).default
  let took_ms = 0
  const umzug = new Umzug({
    migrations: migrations
      .filter(({ name }) => names === undefined || names.includes(name))
      .map((migration) => ({
        name: migration.name,
        up: async () => {
          const began = performance.now()
          await apply(migration)
          took_ms = Math.round(performance.now() - began)
        },
      })),
    storage: {
      // The marker is written by the migration itself, inside its transaction.
      logMigration: async ({ name }) => onEach(name, took_ms),
      unlogMigration: async () => undefined,
      executed: async () => (await migrationState()).applied.map(({ name }) => name),
    },
    logger: undefined,
  })
  return (await umzug.up()).map(({ name }) => name)
}

export async function migrationState(): Promise<MigrationState> {
  const applied = (await isReady())
    ? (
        await rows<{ name: string; applied_at: string; breaking: unknown }>(
          sql`select name, applied_at, breaking from migrations order by name`,
        )
      ).map((found) => ({ ...found, breaking: found.breaking === true || found.breaking === 1 }))
    : []
  const known = new Set(migrations.map(({ name }) => name))
  const done = new Set(applied.map(({ name }) => name))
  return {
    applied,
    pending: migrations.map(({ name }) => name).filter((name) => !done.has(name)),
    unknown: applied.filter(({ name }) => !known.has(name)),
  }
}

async function apply(migration: Migration): Promise<void> {
  await within(async () => {
    if (dialect() === 'postgres') await takeTurn()
    const done = await row(sql`select name from migrations where name = ${migration.name}`)
    if (done !== undefined) return
    await run(
      sql`insert into migrations (name, applied_at, breaking) values (${migration.name}, ${clock.instant()}, ${migration.breaking === true})`,
    )
    await takeAll(await migration.steps())
  })
}

/** OPS-144: others wait up to ten minutes; whose turn it is takes as long as it takes. */
async function takeTurn(): Promise<void> {
  await row(sql`select set_config('statement_timeout', ${String(minutes(10))}, true) as ms`)
  await run(sql`select pg_advisory_xact_lock(20260101)`)
  await row(sql`select set_config('statement_timeout', '0', true) as ms`)
}

/** So many statements go at once: each alone would cost more on its way than in the database. */
const at_once = 100

async function takeAll(steps: readonly Step[]): Promise<void> {
  let together: string[] = []
  const runThem = async (): Promise<void> => {
    if (together.length > 0) await script(together.join(';\n'))
    together = []
  }
  for (const step of steps) {
    if ('data' in step) {
      await runThem()
      await step.data()
      continue
    }
    together.push(...statementsOf(step))
    if (together.length >= at_once) await runThem()
  }
  await runThem()
}

export function statementsOf(step: Exclude<Step, { data: unknown }>): string[] {
  if ('create' in step) return createTable(step.create, step.spec, dialect())
  if ('add' in step) return [addColumn(step.add, step.column, step.word, dialect())]
  return [createIndex(step.index, step.on, step.unique === true, dialect())]
}

async function ready(): Promise<void> {
  if (await isReady()) return
  const flag = dialect() === 'sqlite' ? 'integer' : 'boolean'
  await database().script(
    `create table if not exists migrations (name varchar(100) primary key, applied_at varchar(24) not null, breaking ${flag} not null)`,
  )
}

async function isReady(): Promise<boolean> {
  const found =
    dialect() === 'sqlite'
      ? await row(sql`select 1 as yes from sqlite_master where name = 'migrations'`)
      : await row(sql`select 1 as yes where to_regclass('migrations') is not null`)
  return found !== undefined
}
