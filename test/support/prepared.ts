// A house that takes long to furnish is furnished once for all test files of this state of the sources, and copied.

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '../../db/store/connection.ts'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { boot, type House, type Tap } from './boot.ts'
import { on_postgres, onServer } from './database.ts'

const root = join(import.meta.dirname, '../..')

/** Anything that changes what is furnished changes its name: each file's size and moment. */
function stateOfSources(): string {
  const hash = createHash('sha256')
  for (const folder of ['db', 'daemon', 'templates', 'test/support']) {
    const all = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const one of all.filter((entry) => entry.isFile())) {
      const path = join(one.parentPath, one.name)
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path.slice(root.length)} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** So many states are kept on a server that is used for long. */
const kept_most = 3

/** `furnish` says what whoever copies it must know, as JSON. */
export async function onceForAll<Said>(
  tap: Tap,
  furnish: (house: House) => Promise<Said>,
): Promise<{ house: House; said: Said }> {
  const name = `kituo_crowd_${stateOfSources()}`
  // What is kept of a server has no file beside it: each has a shelf of its own.
  const shelf = join(tmpdir(), 'kituo-test-templates', on_postgres ? `${name}.postgres` : name)
  const make = async () => {
    const house = await boot(tap)
    const said = await furnish(house)
    await keep(house, said, name, shelf)
    return { house, said }
  }
  const own = on_postgres
    ? await firstOf(name, shelf, make)
    : existsSync(shelf)
      ? undefined
      : // Two that start at once make it twice, and the last stands.
        await make()
  if (own !== undefined) return own
  const house = await boot(tap, hospital_doors, on_postgres ? name : join(shelf, 'kituo.db'))
  cpSync(join(shelf, 'files'), house.database.folder, { recursive: true })
  return { house, said: JSON.parse(readFileSync(join(shelf, 'said.json'), 'utf8')) as Said }
}

/** One of several starters does it; the others wait here and find it done. */
async function firstOf<T>(
  name: string,
  shelf: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  let done: T | undefined
  await onServer(async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('kituo_crowd'))`)
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0 || !existsSync(shelf)) {
      await client.query(`drop database if exists ${name}`)
      done = await work()
      const all = await client.query<{ datname: string }>(
        `select datname from pg_database where datname like 'kituo_crowd_%' order by oid desc`,
      )
      for (const { datname } of all.rows.slice(kept_most)) {
        await client.query(`drop database if exists ${datname}`)
      }
    }
    await client.query(`select pg_advisory_unlock(hashtext('kituo_crowd'))`)
  })
  return done
}

async function keep(house: House, said: unknown, name: string, shelf: string): Promise<void> {
  const { address, folder } = house.database
  const making = `${shelf}.${process.pid}`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  await closeDatabase()
  if (address.file === undefined) {
    const its_name = new URL(address.url ?? '').pathname.slice(1)
    await onServer((client) => client.query(`create database ${name} template ${its_name}`))
  } else cpSync(address.file, join(making, 'kituo.db'))
  await openDatabase(address)
  cpSync(folder, join(making, 'files'), {
    recursive: true,
    filter: (path) => !/kituo\.db/.test(path),
  })
  writeFileSync(join(making, 'said.json'), JSON.stringify(said))
  rmSync(shelf, { recursive: true, force: true })
  renameSync(making, shelf)
}
