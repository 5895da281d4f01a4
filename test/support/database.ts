// A database of its own for each test file, copied from one that was prepared once.
// SQLite by default; PostgreSQL when DB=postgres (KITUO_TEST_DATABASE_URL names a server).

import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { operator } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import { closeDatabase, type DatabaseAddress, openDatabase } from '../../db/store/connection.ts'
import { chooseDriver } from '../../db/store/engines/driver.ts'
import { usual_departments } from '../../db/hospital/office/places/shipped-departments.ts'
import { provision } from '../../db/hospital/tenants/provisioning/provision.ts'
import { shipped_tables } from '../../db/hospital/desk/vitals/shipped/tables.ts'
import { withoutUsualDepartments } from './usual-departments.ts'
import { migrate } from '../../db/store/migrate.ts'
import { migrations } from '../../db/store/migrations/list.ts'
import '../../db/tables.ts'

export const on_postgres = process.env['DB'] === 'postgres'
/** SQLite by the other driver, for the tests of the engine, of kills and of faults. */
export const on_addon = process.env['DB'] === 'sqlite3'
if (on_addon) {
  chooseDriver('sqlite3')
  process.env['KITUO_DATABASE_DRIVER'] = 'sqlite3'
}
const server =
  process.env['KITUO_TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const hospital_code = 'st-mary'
export const admin_password = 'a long enough password'

const steps = await Promise.all(migrations.map((migration) => migration.steps()))

/** Anything that changes what a prepared database holds changes its name. */
const fingerprint = createHash('sha256')
  .update(
    JSON.stringify([steps, shipped_tables, usual_departments]) +
      readFileSync(join(import.meta.dirname, '../../db/store/ddl.ts'), 'utf8') +
      provision.toString() +
      hospital_code +
      admin_password,
  )
  .digest('hex')
  .slice(0, 16)

export interface Copied {
  address: DatabaseAddress
  folder: string
  remove(): Promise<void>
}

/** `of`: one that was furnished once for several files, by its name on the server or its file. */
export async function copiedDatabase(of?: string): Promise<Copied> {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-test-'))
  if (on_postgres) return postgresCopy(folder, of)
  const file = join(folder, 'kituo.db')
  copyFileSync(of ?? (await sqliteTemplate()), file)
  return {
    address: { engine: 'sqlite', driver: on_addon ? 'sqlite3' : 'node', file, readers: 2 },
    folder,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function prepare(): Promise<void> {
  await migrate()
  const { hospital } = await provision((hospital_id) => operator(hospital_id, 'cli:test'), {
    code: hospital_code,
    name: 'St Mary Hospital',
    country: 'TZ',
    facility: { code: 'MAIN', name: 'Main' },
    administrator: { username: 'admin', full_name: 'Neema Mushi' },
    password: admin_password,
  })
  await withoutUsualDepartments(hospital.id)
}

/** Others copy it too: nothing in it may be as old as the frozen day of whoever came first. */
async function byTheRealClock(work: () => Promise<void>): Promise<void> {
  const at = clock.instant()
  await new Promise((resolve) => setTimeout(resolve, 3))
  const is_frozen = clock.instant() === at
  clock.release()
  try {
    await work()
  } finally {
    if (is_frozen) clock.freeze(at)
  }
}

async function sqliteTemplate(): Promise<string> {
  const shelf = join(tmpdir(), 'kituo-test-templates')
  const ready = join(shelf, `${fingerprint}.db`)
  if (existsSync(ready)) return ready
  // Several test files may start at once: each prepares its own and the last rename stands.
  mkdirSync(shelf, { recursive: true })
  const own = join(shelf, `${fingerprint}.${process.pid}.db`)
  await openDatabase({ engine: 'sqlite', file: own, readers: 1 })
  await byTheRealClock(prepare)
  await closeDatabase()
  renameSync(own, ready)
  return ready
}

async function postgresCopy(folder: string, of?: string): Promise<Copied> {
  const template = of ?? `kituo_${fingerprint}`
  const name = `kituo_test_${process.pid}_${Date.now().toString(36)}`
  await onServer(async (client) => {
    // One of several starters prepares the template; the others wait for it here.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount === 0) {
      await client.query(`create database ${template}_raw`)
      await openDatabase({ engine: 'postgres', url: addressOf(`${template}_raw`) })
      await byTheRealClock(prepare)
      await closeDatabase()
      await client.query(`alter database ${template}_raw rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template}${await quickly(client)}`)
    await client.query(`select pg_advisory_unlock(hashtext('${template}'))`)
  })
  return {
    address: { engine: 'postgres', url: addressOf(name), pool_max: 10 },
    folder,
    remove: async () => {
      rmSync(folder, { recursive: true, force: true })
      await onServer(async (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Its files are copied as they are, where the server can: half the time of writing each page to its log. */
async function quickly(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  return Number(rows[0]?.server_version_num) >= 150_000 ? ' strategy file_copy' : ''
}

function addressOf(name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

export async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
