// One daemon leads (OPS-99 to OPS-104). On PostgreSQL that is a session lock on a connection of its
// own: when the daemon dies the server lets the lock go, and another gets it within seconds.

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { seconds } from '../../core/clock.ts'
import { databaseAddress, dialect, row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { throughPooler } from '../deployment/server.ts'
import { beginTerm, theDeployment } from './terms.ts'

export interface Leadership {
  /** The term in which this daemon leads, or null. */
  term(): number | null
  stop(): Promise<void>
}

export interface LeadershipOptions {
  daemon: string
  ask_ms?: number
  /** `timetable.enabled`: asked each time, because it may change while the daemon runs. */
  may_lead?: () => boolean
  note?: (error: unknown) => void
  changed?: (term: number | null) => void
}

const patience_ms = seconds(5)

export async function seekLeadership(options: LeadershipOptions): Promise<Leadership> {
  return dialect() === 'postgres' ? seekByLock(options) : seekAlone(options)
}

/** Nobody else is there (OPS-104); whether it leads is the configuration's affair alone. */
async function seekAlone({
  daemon,
  ask_ms = seconds(5),
  note = () => undefined,
  may_lead = () => true,
  changed,
}: LeadershipOptions): Promise<Leadership> {
  let term: number | null = null
  const turn = async (): Promise<void> => {
    if (may_lead() === (term !== null)) return
    term = may_lead() ? await beginTerm(daemon) : null
    changed?.(term)
  }
  await turn()
  const timer = setInterval(() => void turn().catch(note), ask_ms)
  timer.unref()
  return {
    term: () => (may_lead() ? term : null),
    stop: async () => clearInterval(timer),
  }
}

async function seekByLock(options: LeadershipOptions): Promise<Leadership> {
  const { daemon, ask_ms = seconds(5), note = () => undefined, changed } = options
  const may_lead = options.may_lead ?? (() => true)
  const key = keyOf((await theDeployment()).id)
  let client: pg.Client | null = await connect()
  let term: number | null = null
  let asking: Promise<void> | null = null
  let stopped = false

  const become = (next: number | null): void => {
    if (next === term) return
    term = next
    changed?.(next)
  }
  function lose(lost: pg.Client): void {
    if (client !== lost) return
    client = null
    become(null)
    lost.end().catch(() => undefined)
  }
  const watch = (own: pg.Client): pg.Client =>
    own.on('error', () => lose(own)).on('end', () => lose(own))

  const ask = async (): Promise<void> => {
    client ??= watch(await connect())
    const own = client
    try {
      if (!may_lead()) {
        if (term !== null) await own.query('select pg_advisory_unlock($1::bigint)', [key])
        become(null)
      } else if (term !== null) await own.query('select 1')
      else if (await locked(own, key)) {
        const begun = await beginTerm(daemon)
        if (client === own && !stopped) become(begun)
      }
    } catch (error) {
      lose(own)
      throw error
    }
  }
  const turn = (): Promise<void> => {
    asking ??= ask()
      .catch(note)
      .finally(() => {
        asking = null
      })
    return asking
  }

  watch(client)
  await turn()
  const timer = setInterval(() => void turn(), ask_ms)
  timer.unref()
  return {
    term: () => term,
    async stop() {
      stopped = true
      clearInterval(timer)
      await asking
      const own = client
      client = null
      become(null)
      await own?.end().catch(() => undefined)
    },
  }
}

/**
 * Whether a daemon leads on this very database now: rows of daemons are copied along with it, the
 * lock is not.
 */
export async function isLed(): Promise<boolean> {
  if (dialect() === 'sqlite') return false
  const key = keyOf((await theDeployment()).id)
  const found = await row(
    sql`select 1 as yes from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and ((classid::bigint << 32) | objid::bigint) = ${key}::bigint`,
  )
  return found !== undefined
}

async function locked(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as held',
    [key],
  )
  return rows[0]?.held === true
}

/** Never from the pool; a dead machine is noticed by both ends within half a minute. */
async function connect(): Promise<pg.Client> {
  const { url, schema } = databaseAddress()
  const { default: driver } = await import('pg')
  const client = new driver.Client({
    connectionString: url,
    connectionTimeoutMillis: patience_ms,
    query_timeout: patience_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
    ...(schema === undefined ? {} : { options: `-c search_path=${schema},public` }),
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  )
  const first = await processOf(client)
  if (first === (await processOf(client))) return client
  await client.end()
  throw throughPooler()
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** 64 bits of SHA-256 of the deployment's id and `leader`. */
const keyOf = (deployment_id: string): string =>
  createHash('sha256').update(`${deployment_id}leader`).digest().readBigInt64BE(0).toString()
