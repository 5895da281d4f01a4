// The turn of a restore: one renaming, and on a server one row before it; back again where the new one does
// not answer, and away with what never became live.

import { clock } from '../../core/clock.ts'
import { closeDatabase } from '../../store/connection.ts'
import { serverAddress } from '../deployment/address.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  finishGeneration,
  liveGeneration,
  makeLive,
  removeGeneration,
} from '../deployment/generation.ts'
import { known_schema } from '../deployment/schema.ts'
import { mustStillBeAlone } from '../house/alone.ts'
import { makeLiveOnServer, pointerOnServer, removeOnServer } from '../deployment/server.ts'

export async function flip(deployment: Deployment, number: number): Promise<void> {
  const { configuration, root, generation } = deployment
  await mustStillBeAlone()
  finishGeneration(root, {
    number,
    made_by: 'restore',
    engine: configuration.get('database.engine'),
    schema: known_schema,
    parent: generation,
    at: clock.instant(),
  })
  await closeDatabase()
  await point(deployment, number)
}

async function point({ configuration, secrets, root }: Deployment, number: number): Promise<void> {
  if (configuration.get('database.engine') === 'postgres') {
    await makeLiveOnServer(serverAddress(configuration, secrets), number)
  }
  makeLive(root, number)
}

/** The old generation is live again, wherever the turn was cut off. */
export async function turnBack(deployment: Deployment, parent: number): Promise<void> {
  await closeDatabase()
  await point(deployment, parent)
  await deployment.turnTo(parent)
}

/**
 * Never the one that is live by the pointer as it stands now, whoever turned it. Answers whether it
 * went; where the server does not say which is live, it stays.
 */
export async function dropGeneration(
  { configuration, secrets, root }: Pick<Deployment, 'configuration' | 'secrets' | 'root'>,
  number: number,
): Promise<boolean> {
  if (configuration.get('database.engine') === 'postgres') {
    const url = serverAddress(configuration, secrets)
    try {
      if ((await pointerOnServer(url))?.number === number) return false
      await removeOnServer(url, number)
    } catch {
      return false
    }
  }
  if (liveGeneration(root)?.number === number) return false
  removeGeneration(root, number)
  return true
}
