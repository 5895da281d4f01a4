// A rehearsal of the migrations where the data are on PostgreSQL (OPS-145): on what the newest backup
// holds, in a schema of its own beside the live one, which is dropped again.

import { manifestIn } from '../backups/check.ts'
import { readContainer } from '../backups/container.ts'
import { repositoryOf } from '../backups/create.ts'
import { machineHolding } from '../backups/keys.ts'
import { listBackups } from '../backups/list.ts'
import { masterOf, unlock } from '../backups/repository.ts'
import { openTarget, stage, type Target } from '../backups/stage.ts'
import { onDatabase } from '../../store/connection.ts'
import { serverAddress } from '../deployment/address.ts'
import { inTmp } from '../house/tmp.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSchema } from '../deployment/generation.ts'
import { makeOnServer, removeOnServer } from '../deployment/server.ts'
import { type Rehearsed, tried } from './tried.ts'

export interface RehearsedBackup extends Rehearsed {
  backup: string
}

/** No generation ever has it, so that nothing that lives is met. */
const number = 9999

/** Null where no backup is there to be tried on. */
export async function rehearseOnServer(deployment: Deployment): Promise<RehearsedBackup | null> {
  const { configuration, secrets, root } = deployment
  const repository = await repositoryOf(deployment, undefined)
  const newest = (await listBackups(repository)).findLast(({ state }) => state === 'MADE')
  if (newest === undefined) return null
  const { masters } = await unlock(repository, [machineHolding(secrets)])
  const url = serverAddress(configuration, secrets)
  const reading = await readContainer(repository, newest.name)
  let is_made = false
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    // What a rehearsal that was killed left behind goes first.
    await removeOnServer(url, number)
    await makeOnServer(url, number, root.deployment_id)
    is_made = true
    const target: Target = { engine: 'postgres', url, schema: databaseSchema(number) }
    await inTmp(root, 'rehearsal', (tmp) =>
      stage(target, { reading, master, manifest, tmp, onPart: () => undefined }),
    )
    const engine = await openTarget(target)
    try {
      return { backup: newest.name, ...(await onDatabase(engine, tried)) }
    } finally {
      await engine.close()
    }
  } finally {
    await reading.close()
    if (is_made) await removeOnServer(url, number)
  }
}
