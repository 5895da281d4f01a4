// What every command about backups needs: the open deployment, a repository by name, and a key.

import type { Repository } from '../db/backups/repository.ts'
import type { Holding, Masters } from '../db/backups/slots.ts'
import { text } from '../db/configuration/kinds.ts'
import type { Deployment } from '../db/deployment/deployment.ts'
import { type Frame, maybe } from './command.ts'

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
  const { repositoryOf } = await import('../db/backups/create.ts')
  return repositoryOf(opened(frame), name)
}

/** With what the machine holds; `typed` null: no backup in particular. */
export async function openedKeys(
  frame: Pick<Frame, 'deployment'> & { flags: { repository?: string | undefined } },
  typed: string | null,
  more: readonly Holding[] = [],
): Promise<{ repository: Repository; called: string; masters: Masters }> {
  const { whichBackup } = await import('../db/backups/list.ts')
  const { unlock } = await import('../db/backups/repository.ts')
  const { machineHolding } = await import('../db/backups/keys.ts')
  const repository = await repositoryFor(frame, frame.flags.repository)
  const called = typed === null ? '' : await whichBackup(repository, typed)
  const { secrets } = opened(frame)
  const holdings = [
    ...more,
    ...(secrets.backup_machine_key === undefined ? [] : [machineHolding(secrets)]),
  ]
  const { masters } = await unlock(repository, holdings)
  return { repository, called, masters }
}
