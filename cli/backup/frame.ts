// What every command about backups needs: the open deployment, a repository by name, and a key.

import { resolve } from 'node:path'
import type { Repository } from '../../db/appliance/backups/repository.ts'
import type { Holding, Masters } from '../../db/appliance/backups/slots.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { type Frame, maybe } from '../frame/grammar/command.ts'

export const repository_flag = {
  repository: maybe(
    text('the name of a repository', /^[a-z0-9-]{1,40}$/),
    'where; the first that is configured',
  ),
}

export function opened({ deployment }: Pick<Frame, 'deployment'>): Deployment {
  if (deployment === null) throw new Error('a command about backups needs a deployment')
  return deployment
}

export async function repositoryFor(
  frame: Pick<Frame, 'deployment'>,
  name: string | undefined,
): Promise<Repository> {
  const { repositoryOf } = await import('../../db/appliance/backups/create.ts')
  return repositoryOf(opened(frame), name)
}

/** With what the machine holds; `typed` null: no backup in particular. */
export async function openedKeys(
  frame: Keyed,
  typed: string | null,
  more: readonly Holding[] = [],
): Promise<OpenedKeys> {
  const { whichBackup } = await import('../../db/appliance/backups/list.ts')
  const repository = await repositoryFor(frame, frame.flags.repository)
  const called = typed === null ? '' : await whichBackup(repository, typed)
  return { repository, called, masters: await mastersOf(frame, repository, more) }
}

/**
 * The same of a file that backup export wrote, when a whole path was typed: laid out beside the data
 * for as long as the work takes.
 */
export async function withOpenedKeys<T>(
  frame: Keyed,
  typed: string,
  more: readonly Holding[],
  work: (keys: OpenedKeys) => Promise<T>,
): Promise<T> {
  if (!typed.includes('/')) return work(await openedKeys(frame, typed, more))
  const { layOut } = await import('../../db/appliance/backups/take-in.ts')
  const { inTmp } = await import('../../db/appliance/house/tmp.ts')
  return inTmp(opened(frame).root, 'from', async (path) => {
    const { repository, name: called } = await layOut(resolve(typed), { name: 'file', path })
    return work({ repository, called, masters: await mastersOf(frame, repository, more) })
  })
}

type Keyed = Pick<Frame, 'deployment'> & {
  flags: { repository?: string | undefined; slot?: string | undefined }
}

interface OpenedKeys {
  repository: Repository
  called: string
  masters: Masters
}

async function mastersOf(
  frame: Keyed,
  repository: Repository,
  more: readonly Holding[],
): Promise<Masters> {
  const { unlock } = await import('../../db/appliance/backups/repository.ts')
  const holdings = [...more, ...(await heldHere(frame))]
  return (await unlock(repository, holdings, frame.flags.slot)).masters
}

/** What this machine holds for unattended work. */
export async function heldHere(frame: Pick<Frame, 'deployment'>): Promise<Holding[]> {
  const { machineHolding } = await import('../../db/appliance/backups/keys.ts')
  const { secrets } = opened(frame)
  return secrets.backup_machine_key === undefined ? [] : [machineHolding(secrets)]
}

/** What a person typed into the file that `--key-file` names. */
export async function typedKeys({ sent }: Pick<Frame, 'sent'>): Promise<Holding[]> {
  const typed = sent('key_file')?.bytes.toString('utf8').trim()
  if (typed === undefined) return []
  const { typedHolding } = await import('../../db/appliance/backups/keys.ts')
  return [typedHolding(typed)]
}
