// A house that does not come up on what was made is given back what was live (operations 3.3, 3.9). Only
// the pointer is turned: the database that would not open is not asked for it.

import { type Asked, readConfiguration } from '../configuration/read.ts'
import type { Dialect } from '../../store/sql.ts'
import { serverAddress } from './address.ts'
import { configureEngine } from './cut-over.ts'
import { type Deployment, lockData, openSecrets } from './deployment.ts'
import { makeLive } from './generation.ts'
import { findRoot } from './root.ts'
import { makeLiveOnServer } from './server.ts'

export interface WasLive {
  generation: number
  engine: Dialect
  url: string | null
}

export const liveNow = ({ generation, engine, configuration }: Deployment): WasLive => ({
  generation,
  engine: engine.dialect,
  url: configuration.get('database.url'),
})

export async function turnBackTo(
  was: WasLive,
  asking: Asked,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const found = readConfiguration(asking)
  const configuration =
    found.get('database.engine') === was.engine ? found : configureEngine(asking, was)
  const lock = await lockData(configuration, 'kituo, turning back')
  try {
    if (was.engine === 'postgres') {
      const secrets = openSecrets(configuration, env)
      await makeLiveOnServer(serverAddress(configuration, secrets), was.generation)
    }
    makeLive(findRoot(configuration.get('data.dir')), was.generation)
  } finally {
    await lock?.release()
  }
}
