// Sequelize over the same tables and the same connections: for questions that a rule would rather
// put as a model query (operators, joins by association, aggregates) than as SQL of its own.
//
// Sequelize opens no connection here. Its statements run on the ambient one — inside `within` they
// are part of that transaction, outside they read — so one writer, one pool and one write guard
// hold for both ways of asking. Everyday records go through db/store/table.ts, which is two to five times
// faster here (bench/records.ts, decision 0003).

import pg from 'pg'
import {
  DataTypes,
  type Model,
  type ModelAttributes,
  type ModelStatic,
  QueryTypes,
  Sequelize,
} from 'sequelize'
import type { Column } from './columns.ts'
import { ambientConnection, database } from './connection.ts'
import type { Connection } from './engines/engine.ts'
import type { Dialect } from './sql.ts'
import type { Columns, Table } from './table.ts'

const made = new Map<Dialect, Sequelize>()
const models = new WeakMap<Sequelize, Map<string, ModelStatic<Model>>>()

/** The model of a table, for the database that is open. */
export function modelOf<C extends Columns>(table: Table<C>): ModelStatic<Model> {
  const sequelize = orm()
  let known = models.get(sequelize)
  if (known === undefined) models.set(sequelize, (known = new Map()))
  let model = known.get(table.name)
  if (model === undefined) {
    model = sequelize.define(table.name, attributesOf(table as unknown as Table), {
      tableName: table.name,
      timestamps: false,
      freezeTableName: true,
    })
    known.set(table.name, model)
  }
  return model
}

/** A question in its own words. */
export const selected = <Row extends object>(text: string): Promise<Row[]> =>
  orm().query<Row>(text, { type: QueryTypes.SELECT })

/** Sequelize itself: its operators build questions. */
export function orm(): Sequelize {
  const { dialect } = database()
  let sequelize = made.get(dialect)
  if (sequelize === undefined) made.set(dialect, (sequelize = openOrm(dialect)))
  return sequelize
}

function openOrm(dialect: Dialect): Sequelize {
  const sequelize = new Sequelize({
    dialect,
    // No connection is made by it: of a driver of SQLite it wants nothing but that there is one.
    dialectModule: dialect === 'sqlite' ? {} : pg,
    logging: false,
    // A busy database is waited for in one place, the writer's queue.
    retry: { max: 1 },
  })
  Object.assign((sequelize as unknown as { connectionManager: object }).connectionManager, {
    getConnection: () => Promise.resolve(dialect === 'sqlite' ? asSqlite() : asPostgres()),
    releaseConnection: () => undefined,
  })
  return sequelize
}

function attributesOf(table: Table): ModelAttributes {
  const keys = table.rules.key ?? ['id']
  return Object.fromEntries(
    Object.entries(table.columns).map(([name, column]) => [
      name,
      { type: typeOf(column), allowNull: column.nullable, primaryKey: keys.includes(name) },
    ]),
  )
}

function typeOf(column: Column) {
  switch (column.storage) {
    case 'text':
      return column.length === undefined ? DataTypes.TEXT : DataTypes.STRING(column.length)
    case 'integer':
      return DataTypes.INTEGER
    case 'bigint':
      return DataTypes.BIGINT
    case 'real':
      return DataTypes.DOUBLE
    case 'boolean':
      return DataTypes.BOOLEAN
  }
}

const changes_rows = /^\s*(insert|update|delete|replace)\b/i

async function perform(
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[]; count: number }> {
  const connection: Connection | null = ambientConnection()
  if (changes_rows.test(text)) {
    if (connection === null) throw new Error('a write needs a transaction: within(…)')
    if (!/\breturning\b/i.test(text)) return { rows: [], count: await connection.run(text, values) }
  }
  const rows =
    connection === null ? await database().read(text, values) : await connection.all(text, values)
  return { rows, count: rows.length }
}

type Told = (this: unknown, error: Error | null, result?: unknown) => void

/** What Sequelize's SQLite dialect expects of a connection. */
function asSqlite(): object {
  const told = (text: string, ...rest: unknown[]): void => {
    const call = rest.at(-1) as Told
    perform(text, rest.length > 1 ? valuesOf(rest[0]) : []).then(
      ({ rows, count }) => call.call({ changes: count, lastID: 0 }, null, rows),
      (error: Error) => call.call({}, error),
    )
  }
  return { serialize: (work: () => void) => work(), all: told, run: told }
}

/** What its PostgreSQL dialect expects. */
function asPostgres(): object {
  return {
    query: (text: string, values: unknown, call?: Told) => {
      const answer = (call ?? values) as Told
      perform(text, call === undefined ? [] : valuesOf(values)).then(
        ({ rows, count }) => answer.call(null, null, { rows, rowCount: count }),
        (error: Error) => answer.call(null, error),
      )
    },
  }
}

const valuesOf = (values: unknown): unknown[] =>
  Array.isArray(values)
    ? values
    : values === null || values === undefined
      ? []
      : Object.values(values)
