// Opening a deployment: root, lock, secrets, live generation, schema. Everything that works on
// data begins here, the daemon and a command without one alike.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '../configuration/read.ts'
import { closeDatabase, openDatabase } from '../../store/connection.ts'
import { chooseDriver } from '../../store/engines/driver.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { forgetAllKept } from '../../store/kept.ts'
import { conflict, Refusal } from '../../core/refusal.ts'
import { setIdentity } from '../secrets/identity.ts'
import { setLicenceKeys } from '../secrets/licence-keys.ts'
import { setAppKey } from '../secrets/seal.ts'
import { fingerprint, readSecrets, type Secrets, secretsFile } from '../secrets/secrets.ts'
import { forgetBroken } from '../house/broken.ts'
import { expectFilesOf } from '../../store/files/place.ts'
import { setFileStore } from '../../store/files/store.ts'
import { deployment as deploymentRow } from '../timetable/tables.ts'
import { databaseAddress, serverAddress } from './address.ts'
import { databaseFile, type Generation, liveGeneration } from './generation.ts'
import { setDeployment } from './kind.ts'
import { cutOffTurn, type Journal, refuseAtWork, settleJournals } from './journal.ts'
import { type DataLock, takeLock } from './lock.ts'
import { findRoot, type Root } from './root.ts'
import { checkSchema, refuseNewer } from './schema.ts'
import { migrationState } from '../../store/migrate.ts'
import { makeLiveOnServer, type Pointer, pointerOnServer, removeOnServer } from './server.ts'

export interface Deployment {
  readonly configuration: Configuration
  readonly secrets: Secrets
  readonly root: Root
  readonly generation: number
  readonly engine: Engine
  readonly lock: DataLock | null
  /** Work that somebody left unfinished and this opening finished or dropped. */
  readonly settled: readonly Journal[]
  /** What the file says now, for whoever asks from here on. */
  reconfigure(configuration: Configuration): void
  /** Another generation became live, of another engine perhaps: its database is opened instead. */
  turnTo(generation: number, configuration?: Configuration): Promise<void>
  /**
   * It was opened to read, beside a house that has let go of its data since: now it may change them. What
   * is left unfinished is settled only for whoever came for that: the own work is under way.
   */
  takeOver(command: string, settles?: boolean): Promise<void>
  close(): Promise<void>
}

export interface Opening {
  /** Reading takes no lock and can change nothing. */
  purpose: 'read' | 'write'
  /** As holder.json names it: `kituo serve`. */
  command: string
  /** Migrations, checks and the doctor work on whatever schema there is. */
  any_schema?: boolean
  /** A lock that was taken before; it is let go with the deployment. */
  lock?: DataLock | null
  /** A command for itself: nobody waits for its thread while it reads. */
  reads_here?: boolean
  env?: NodeJS.ProcessEnv | undefined
}

let current: Deployment | null = null

/** The one this process works on; null in a test that opened a database alone. */
export const openedDeployment = (): Deployment | null => current

export async function openDeployment(asked: Configuration, opening: Opening): Promise<Deployment> {
  const { purpose, command, any_schema = false, reads_here, env } = opening
  let configuration = asked
  const root = findRoot(configuration.get('data.dir'))
  let lock = opening.lock ?? (purpose === 'write' ? await lockData(configuration, command) : null)
  let may_write = purpose === 'write'
  try {
    let secrets = openSecrets(configuration, env)
    const openGeneration = async (number: number): Promise<Engine> => {
      chooseDriver(configuration.get('database.driver'))
      const opened = await openDatabase({
        ...databaseAddress(configuration, secrets, root, number),
        read_only: !may_write,
        reads_here,
      })
      forgetBroken()
      forgetAllKept()
      return opened
    }
    let generation = await live(configuration, secrets, root, may_write)
    let settled: readonly Journal[] = []
    const settle = async (): Promise<void> => {
      settled = await settleJournals(root, generation, (staged) =>
        configuration.get('database.engine') === 'postgres'
          ? removeOnServer(serverAddress(configuration, secrets), staged)
          : Promise.resolve(),
      )
    }
    if (purpose === 'write') await settle()
    let engine = await openGeneration(generation)
    try {
      if (any_schema) refuseNewer(await migrationState())
      else await checkSchema()
    } catch (error) {
      await closeDatabase()
      throw error
    }
    setDeployment(configuration.get('deployment'))
    setFileStore(root.dir, configuration.get('data.attachments'))
    setIdentity(join(root.dir, 'identity'), secrets.ca_key, secrets.ca_key_before)
    setLicenceKeys(configuration.get('licence.keys'))
    current = {
      get configuration() {
        return configuration
      },
      get secrets() {
        return secrets
      },
      root,
      get generation() {
        return generation
      },
      get engine() {
        return engine
      },
      get lock() {
        return lock
      },
      get settled() {
        return settled
      },
      reconfigure(other) {
        configuration = other
      },
      async turnTo(number, other = configuration) {
        await closeDatabase()
        if (other !== configuration) {
          configuration = other
          secrets = openSecrets(configuration, env)
        }
        engine = await openGeneration(number)
        generation = number
        // A generation of another schema has no such row yet: its own start finds out.
        const own = await deploymentRow.findAnywhere({}).catch(() => undefined)
        if (own !== undefined) expectFilesOf(own.store ?? own.id)
      },
      async takeOver(command, settles = false) {
        if (may_write) return
        await closeDatabase()
        lock = await lockData(configuration, command)
        const now = await live(configuration, secrets, root, true)
        if (now !== generation) {
          throw conflict(`Generation ${now} became live meanwhile. Begin anew.`, 'plan.moved')
        }
        may_write = true
        if (settles) await settle()
        engine = await openGeneration(generation)
      },
      async close() {
        current = null
        setAppKey(null)
        await closeDatabase()
        await lock?.release()
      },
    }
    return current
  } catch (error) {
    setAppKey(null)
    await lock?.release()
    throw error
  }
}

/** One process writes to a SQLite file; PostgreSQL has locks of its own. */
export async function lockData(
  { get }: Pick<Configuration, 'get'>,
  command: string,
  socket?: string,
): Promise<DataLock | null> {
  return get('database.engine') === 'sqlite' ? takeLock(get('data.dir'), command, socket) : null
}

/** Puts app_key in use: without it nothing sealed can be read, and nothing may be sealed anew. */
export function openSecrets(configuration: Configuration, env?: NodeJS.ProcessEnv): Secrets {
  const file = secretsFile(configuration, env)
  const secrets = readSecrets(file, env)
  if (secrets.app_key === undefined) {
    throw new Refusal(
      409,
      'data_dir.secrets',
      `${file} holds no app_key. Put the file back, or restore a backup with its secrets.`,
    )
  }
  const { app_key, app_key_before: before, lookup_key: lookup } = secrets
  setAppKey(Buffer.from(app_key, 'base64url'), {
    before: before === undefined ? undefined : Buffer.from(before, 'base64url'),
    lookup: lookup === undefined ? undefined : Buffer.from(lookup, 'base64url'),
  })
  return secrets
}

export const keyMark = ({ app_key }: Secrets): string | null =>
  app_key === undefined ? null : fingerprint(app_key)

async function live(
  configuration: Configuration,
  secrets: Secrets,
  root: Root,
  may_write: boolean,
): Promise<number> {
  const engine = configuration.get('database.engine')
  const found = liveGeneration(root)
  if (found === null) throw unfinished(root)
  if (found.engine !== engine) throw otherEngine(found, engine)
  if (engine === 'sqlite') {
    const file = databaseFile(root, found.number)
    // Opening it would make an empty one.
    if (!existsSync(file)) {
      throw new Refusal(409, 'integrity.database', `${file} is not there. Restore a backup.`)
    }
    return found.number
  }
  const url = serverAddress(configuration, secrets)
  const pointer = await pointerOnServer(url)
  if (pointer === null) throw unfinished(root)
  if (pointer.left === null) return pointer.number
  // The house here was leaving, and was cut off before it had turned: it never left.
  const cut = cutOffTurn(root, found.number)
  if (cut === undefined) throw wasLeft(pointer.left)
  refuseAtWork(cut)
  if (may_write) await makeLiveOnServer(url, pointer.number)
  return pointer.number
}

export const wasLeft = ({ at, to }: NonNullable<Pointer['left']>): Refusal =>
  new Refusal(
    409,
    'version.engine',
    `The data of this hospital left this PostgreSQL on ${at}: they are on ${to}. What lies here is as it was left. To bring them back, type there: kituo database move --to postgres`,
  )

const unfinished = ({ dir }: Root): Refusal =>
  new Refusal(503, 'deployment.empty', `The set-up of ${dir} was not finished. Run: kituo init`)

const engine_names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** OPS-39 */
const otherEngine = (found: Generation, wanted: 'sqlite' | 'postgres'): Refusal =>
  new Refusal(
    409,
    'version.engine',
    `The data of this hospital are on ${engine_names[found.engine]} (gen/${String(found.number).padStart(4, '0')}). To move them: kituo database move --to ${wanted}`,
  )
