// A backup because a rule asks for one (OPS-113): proved by putting it back beside the live data
// (OPS-116), and a refusal of that rule where it fails.

import { createBackup, repositoryOf } from '../../../appliance/backups/create.ts'
import { unlockOrMake } from '../../../appliance/backups/keys.ts'
import { backupNamed } from '../../../appliance/backups/list.ts'
import { verifyBackup } from '../../../appliance/backups/verify.ts'
import type { Caller } from '../../../core/caller.ts'
import { minutes, seconds } from '../../../core/clock.ts'
import { type Deployment, openedDeployment } from '../../../appliance/deployment/deployment.ts'
import { isRefusal, Refusal } from '../../../core/refusal.ts'

interface Asked {
  tag: string
  reason: string
  verify: boolean
}
export interface Made {
  id: string
  name: string
  level: string
}

const wait_ms = minutes(5)
const again_ms = seconds(2)

/** Null where no deployment is open: there is nothing to copy and nowhere to copy it to. */
export async function makeBackup(caller: Caller, asked: Asked): Promise<Made | null> {
  const deployment = openedDeployment()
  if (deployment === null) return null
  try {
    const name = await created(deployment, caller, asked)
    const repository = await repositoryOf(deployment, undefined)
    if (asked.verify) {
      const masters = await unlockOrMake(repository, deployment.secrets, caller.name)
      await verifyBackup(deployment, repository, name, masters)
    }
    const { id, level } = await backupNamed(repository, name)
    return { id, name, level }
  } catch (error) {
    throw failed(error)
  }
}

/** Another backup in the making is waited for, as on the command line. */
async function created(deployment: Deployment, caller: Caller, asked: Asked): Promise<string> {
  for (let left = wait_ms; ; left -= again_ms) {
    try {
      const { name } = await createBackup(deployment, {
        tag: tagOf(asked.tag),
        by: caller.name,
        reason: asked.reason,
        attachments: deployment.configuration.get('backup.attachments'),
      })
      return name
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'lock.held' || left <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, again_ms))
    }
  }
}

/** A year is called as its hospital likes: `FY 2026/27` becomes `fy-2026-27`. */
const tagOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)

/** Exit 6 whatever it was (8.1): the reason stands in the words. */
function failed(error: unknown): Refusal {
  const why = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new Refusal(503, 'repository.away', `The backup failed: ${why}. Nothing was written.`)
}
