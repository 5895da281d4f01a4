// PostgreSQL: a pool, READ COMMITTED, and the row locks that rules name. Statements of one connection leave one
// behind the other without waiting for the answer of the one before (decision 0530).

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { fits_ending } from '../ddl.ts'
import {
  databaseAway,
  databaseBusy,
  databaseFull,
  isRefusal,
  type Refusal,
  sumTooLarge,
} from '../../core/refusal.ts'
import { copyIn } from './copy-in.ts'
import { type Connection, type DatabaseRow, type Engine, UniqueViolation } from './engine.ts'
import { isStoppable, untilStopped } from './stopping.ts'

export interface PostgresOptions {
  url: string
  pool_max?: number
  statement_timeout_ms?: number
  /** A schema of its own, for tests and generations. */
  schema?: string
  read_only?: boolean
}

/** Deadlocks and the like are tried again so often (OPS-52). */
const retries_max = 3
/** Each time one of those who race for a row gets it. */
const outrun_max = 10

/**
 * A house on SQLite never loads the driver. No column holds a number that cannot be read back (db/store/ddl.ts); a
 * sum that is greater is read as nearly as can be, as SQLite reads it, so that nothing that was let in makes a list
 * unreadable.
 */
async function driver(): Promise<typeof pg> {
  const { default: loaded } = await import('pg')
  loaded.types.setTypeParser(20, Number)
  loaded.types.setTypeParser(1700, Number)
  return loaded
}

export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const { Pool } = await driver()
  const pool = new Pool({
    connectionString: options.url,
    max: options.pool_max ?? 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: options.statement_timeout_ms ?? 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    pipeline: true,
    options: [
      ...(options.schema === undefined ? [] : [`-c search_path=${options.schema},public`]),
      ...(options.read_only === true ? ['-c default_transaction_read_only=on'] : []),
    ].join(' '),
  })
  // A server that goes away drops idle clients; the next request opens its own.
  pool.on('error', () => undefined)
  // One that is told goodbye in the breath in which it was ready has nobody listening yet, and its last
  // word would end the process. Whoever uses it then is told by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  await ask(pool, 'select 1', [])

  const cancel = async (pid: number): Promise<void> => {
    await pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined)
  }
  const lend = async <T>(work: (client: PostgresConnection) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw translated(error)
    })
    let broken: Error | undefined
    const noteBreak = (error: Error): void => {
      broken = error
    }
    client.on('error', noteBreak)
    try {
      return await work(new PostgresConnection(client, noteBreak, cancel))
    } finally {
      client.off('error', noteBreak)
      client.release(broken)
    }
  }

  const transaction = <T>(
    begin: string,
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> =>
    lend(async (client) => {
      client.post(begin, [])
      try {
        const value = await work(client)
        await client.commit()
        return value
      } catch (error) {
        // A connection that cannot even go back is not lent again.
        await client.run('rollback', []).catch(client.broke)
        throw error
      }
    })

  return {
    dialect: 'postgres',
    read: async (text, values) =>
      isStoppable()
        ? lend((client) => client.stoppable().all(text, values))
        : (await askTwice(pool, text, values)).rows,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction('begin', work)
        } catch (error) {
          // Somebody was quicker with the same row: asked again, the rule finds it and says so itself.
          const outrun = error instanceof UniqueViolation
          if (!outrun && !clashed(error)) throw error
          if (outrun && attempt > outrun_max) throw error
          if (!outrun && attempt > retries_max) throw caused(databaseBusy(), error)
        }
      }
    },
    snapshot: (work) =>
      transaction('begin isolation level repeatable read read only', (client) =>
        work(client.stoppable()),
      ),
    async answers() {
      await ask(pool, 'select 1', [])
    },
    async script(text) {
      await lend(async (client) => client.script(text))
    },
    waiting: () => pool.waitingCount,
    foreignCommits: async () => null,
    close: () => pool.end(),
  }
}

class PostgresConnection implements Connection {
  readonly broke: (error: Error) => void
  private readonly client: pg.PoolClient
  private readonly cancel: (pid: number) => Promise<void>
  /** What ended the transaction and nobody was told: whatever comes behind it hears only that it has ended. */
  private untold: { error: unknown } | null = null

  constructor(
    client: pg.PoolClient,
    broke: (error: Error) => void,
    cancel: (pid: number) => Promise<void>,
  ) {
    this.client = client
    this.broke = broke
    this.cancel = cancel
  }

  async all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return (await this.ask(text, values)).rows
  }

  async run(text: string, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.ask(text, values)
    if (text.startsWith('rollback to ')) this.untold = null
    return rowCount ?? 0
  }

  post(text: string, values: readonly unknown[]): void {
    // The next statement that is waited for throws what it failed of.
    this.ask(text, values, true).catch(() => undefined)
  }

  private async ask(
    text: string,
    values: readonly unknown[],
    is_posted = false,
  ): Promise<pg.QueryResult<DatabaseRow>> {
    try {
      return await ask(this.client, text, values)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== transaction_over) {
        if (is_posted) this.untold ??= { error }
      } else if (this.untold !== null) throw this.untold.error
      throw error
    }
  }

  async copy(text: string, rows: Buffer): Promise<void> {
    // Nothing may be under way before it or come behind it.
    await this.ask('select 1', [])
    const alone = (is_alone: boolean): boolean => Reflect.set(this.client, 'pipeline', !is_alone)
    alone(true)
    await copyIn(this.client, text, rows)
      .catch((error: unknown) => {
        throw translated(error, text)
      })
      .finally(() => alone(false))
  }

  /**
   * The server is asked to end what it is at. Who asks a moment too late would meet the next work on
   * this connection, so it is not lent again.
   */
  stoppable(): Connection {
    const { processID: pid } = this.client as pg.PoolClient & { processID?: number }
    let asking = false
    const cut = (): void => {
      this.broke(new Error('the work was told to stop'))
      if (asking || pid === undefined) return
      asking = true
      void this.cancel(pid).finally(() => {
        asking = false
      })
    }
    return {
      all: (text, values) => untilStopped(() => this.all(text, values), cut),
      run: (text, values) => untilStopped(() => this.run(text, values), cut),
    }
  }

  /** After a statement that failed and was passed over, COMMIT rolls back without an error. */
  async commit(): Promise<void> {
    const { command } = await this.ask('commit', [])
    if (command === 'COMMIT') return
    throw this.untold?.error ?? new Error('a failed statement undid the transaction')
  }

  async script(text: string): Promise<void> {
    await this.client.query(text).catch((error: unknown) => {
      throw translated(error, text)
    })
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
  }
  return name
}

async function ask(
  on: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<DatabaseRow>> {
  // Statements without values (begin, commit) are not worth a name.
  const query =
    values.length === 0 ? { text } : { name: nameOf(text), text, values: values as unknown[] }
  try {
    return await on.query<DatabaseRow>(query)
  } catch (error) {
    throw translated(error, text)
  }
}

/**
 * A connection that lay idle while the server went away fails at its first use, and is dropped. A
 * read may be asked once more: on another connection it is as good as new.
 */
async function askTwice(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<DatabaseRow>> {
  try {
    return await ask(pool, text, values)
  } catch (error) {
    if (!isRefusal(error) || error.message !== databaseAway().message) throw error
    return ask(pool, text, values)
  }
}

/** What the server says to every statement behind one that failed. */
const transaction_over = '25P02'

const clashed = (error: unknown): boolean => {
  const code = (error as { code?: string }).code
  return code === '40001' || code === '40P01'
}

function translated(error: unknown, text?: string): unknown {
  if (!(error instanceof Error)) return error
  const {
    code = '',
    table = '',
    detail = '',
    constraint = '',
  } = error as {
    code?: string
    table?: string
    detail?: string
    constraint?: string
  }
  if (code === '23505') {
    const columns = /\((?<columns>[^)]+)\)=/.exec(detail)?.groups?.['columns'] ?? ''
    return new UniqueViolation(table, columns.split(', ').map(bareName), error)
  }
  // Out of a column's own range, or of the one that both databases keep to.
  if (code === '22003' || (code === '23514' && constraint.endsWith(fits_ending))) {
    return caused(sumTooLarge(), error)
  }
  if (code === '53100') return caused(databaseFull(), error)
  if (code === '55P03' || code === '57014') return caused(databaseBusy(), error)
  if (isAway(code, error.message)) return caused(databaseAway(), error)
  if (text !== undefined && code !== '40001' && code !== '40P01') error.message += ` in: ${text}`
  return error
}

/** `lower(name::text)` is reported as an expression; the column is what people know. */
const bareName = (column: string): string =>
  /^(?:lower\()?"?(?<name>[a-z_][a-z0-9_]*)/.exec(column)?.groups?.['name'] ?? column

/** Too many connections, read-only, no connections allowed, idle too long, gone, no entry. */
const away_states = ['53200', '53300', '25006', '55000', '25P03', '3D000', '28000', '28P01']

function isAway(code: string, message: string): boolean {
  return (
    /^(?:08|57P|58|XX00[12])/.test(code) ||
    away_states.includes(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/.test(
      message,
    )
  )
}

function caused(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause
  return refusal
}
