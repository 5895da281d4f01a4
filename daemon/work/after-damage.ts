// The file is damaged (operations 6.2): the newest backup is made into a database again at once, aside,
// so that whoever comes to mend this knows what it is worth before anything is put back.

import { repositoryOf } from '../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../db/appliance/backups/keys.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { verifyBackup } from '../../db/appliance/backups/verify.ts'
import { openedDeployment } from '../../db/appliance/deployment/deployment.ts'
import { noteProof } from '../../db/appliance/house/broken.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import type { Log } from './jobs.ts'

export async function proveNewest(log: Log): Promise<void> {
  const deployment = openedDeployment()
  if (deployment === null) return
  let backup: string | null = null
  try {
    const repository = await repositoryOf(deployment, undefined)
    const made = (await listBackups(repository)).filter(({ state }) => state === 'MADE')
    backup = made.at(-1)?.name ?? null
    if (backup === null) {
      noteProof({ backup, state: 'NONE', why: 'there is no backup' })
      return
    }
    noteProof({ backup, state: 'RUNNING', why: null })
    const masters = await unlockOrMake(repository, deployment.secrets, 'Kituo')
    await verifyBackup(deployment, repository, backup, masters)
    noteProof({ backup, state: 'HOLDS', why: null })
    log.info({}, `the newest backup holds: ${backup} was restored for a try`)
  } catch (error) {
    const why = isRefusal(error) ? error.message : 'the try ended with a fault: see the log'
    noteProof({ backup, state: 'FAILED', why })
    log.error({ err: error }, 'the newest backup could not be shown to hold')
  }
}
