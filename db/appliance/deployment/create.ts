// The first steps of init (OPS-81): data root and secrets, then generation 1 with all migrations.
// Each may be repeated, so that an interrupted set-up goes on where it stopped.

import { existsSync, writeFileSync } from 'node:fs'
import { clock } from '../../core/clock.ts'
import type { Configuration } from '../configuration/read.ts'
import { closeDatabase, openDatabase } from '../../store/connection.ts'
import { migrate } from '../../store/migrate.ts'
import { makeSecrets, readSecrets, type Secrets, secretsFile } from '../secrets/secrets.ts'
import { Refusal } from '../../core/refusal.ts'
import { databaseAddress, serverAddress } from './address.ts'
import { type Deployment, lockData, openDeployment, openSecrets, wasLeft } from './deployment.ts'
import {
  databaseFile,
  finishGeneration,
  liveGeneration,
  makeGenerationFolder,
  makeLive,
} from './generation.ts'
import type { DataLock } from './lock.ts'
import { makeRoot, type Root } from './root.ts'
import { known_schema } from './schema.ts'
import { makeLiveOnServer, makeOnServer, pointerOnServer } from './server.ts'

export interface Creating {
  command: string
  env?: NodeJS.ProcessEnv | undefined
  onStep?: (name: string) => void
  /** Taken before; it is let go with the deployment. */
  lock?: DataLock | null
}

/** Opened for writing. One that is there already is opened as it stands. */
export async function createDeployment(
  configuration: Configuration,
  creating: Creating,
): Promise<Deployment> {
  const { command, env, onStep = () => undefined } = creating
  const root = makeRoot(configuration.get('data.dir'))
  const lock = creating.lock ?? (await lockData(configuration, command))
  try {
    if (liveGeneration(root) === null) {
      const file = secretsFile(configuration, env)
      const joined = await serverJoined(configuration, readSecrets(file, env))
      onStep('secrets')
      makeSecrets(file)
      await firstGeneration(configuration, { root, number: joined ?? 1, env, onStep })
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
  return openDeployment(configuration, { purpose: 'write', command, lock, env })
}

/**
 * A further daemon of a deployment on PostgreSQL: the generation that is live there. Keys of its
 * own could not read what the others sealed, so theirs must be here before.
 */
async function serverJoined(
  configuration: Configuration,
  secrets: Secrets,
): Promise<number | null> {
  if (configuration.get('database.engine') !== 'postgres') return null
  const pointer = await pointerOnServer(serverAddress(configuration, secrets))
  if (pointer !== null && pointer.left !== null) throw wasLeft(pointer.left)
  if (pointer !== null && secrets.app_key === undefined) {
    throw new Refusal(
      409,
      'data_dir.secrets',
      'This PostgreSQL holds a Kituo already. To join it, copy secrets.toml from its first machine here, then run this again.',
    )
  }
  return pointer?.number ?? null
}

async function firstGeneration(
  configuration: Configuration,
  {
    root,
    number,
    env,
    onStep,
  }: { root: Root; number: number } & Pick<Creating, 'env'> & Required<Pick<Creating, 'onStep'>>,
): Promise<void> {
  const secrets = openSecrets(configuration, env)
  const engine = configuration.get('database.engine')
  const server = engine === 'postgres' ? serverAddress(configuration, secrets) : null
  makeGenerationFolder(root, number)
  if (server === null) {
    const file = databaseFile(root, number)
    // SQLite gives its log and index the rights of the file itself.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 })
  } else {
    await makeOnServer(server, number, root.deployment_id)
  }
  await openDatabase(databaseAddress(configuration, secrets, root, number))
  try {
    await migrate((name) => onStep(`migration ${name}`))
  } finally {
    await closeDatabase()
  }
  onStep('generation')
  if (server !== null) await makeLiveOnServer(server, number)
  finishGeneration(root, {
    number,
    made_by: 'init',
    engine,
    schema: known_schema,
    parent: null,
    at: clock.instant(),
  })
  makeLive(root, number)
}
