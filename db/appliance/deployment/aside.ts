// A generation that is not the live one, opened beside it: what is done to it is done before anything
// points to it.

import { existsSync } from 'node:fs'
import { onDatabase } from '../../store/connection.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { openTarget, type Target } from '../backups/stage.ts'
import { migrate, migrationState } from '../../store/migrate.ts'
import { Refusal } from '../../core/refusal.ts'
import { serverAddress } from './address.ts'
import type { Deployment } from './deployment.ts'
import { databaseFile, databaseSchema } from './generation.ts'
import { refuseNewer } from './schema.ts'

type House = Pick<Deployment, 'configuration' | 'secrets' | 'root'>

export function targetAt({ configuration, secrets, root }: House, number: number): Target {
  if (configuration.get('database.engine') === 'sqlite') {
    return { engine: 'sqlite', file: databaseFile(root, number) }
  }
  const url = serverAddress(configuration, secrets)
  return { engine: 'postgres', url, schema: databaseSchema(number) }
}

/** One that was live before, at the schema of this program. */
export async function inGeneration<T>(
  house: House,
  number: number,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const target = targetAt(house, number)
  // Opening it would make an empty one.
  if (target.engine === 'sqlite' && !existsSync(target.file)) throw isGone(target.file)
  const engine = await openTarget(target)
  try {
    return await onDatabase(engine, async () => {
      const state = await migrationState()
      if (state.applied.length === 0) throw isGone(`generation ${number}`)
      refuseNewer(state)
      await migrate()
      return work(engine)
    })
  } finally {
    await engine.close()
  }
}

const isGone = (what: string): Refusal =>
  new Refusal(409, 'integrity.database', `${what} is not there. Restore a backup.`)
