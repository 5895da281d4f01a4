// The pages of the database, looked through on the night's image and not on the live file (operations
// 7): nobody waits for it, and a page that went bad is found the next morning.

import { join } from 'node:path'
import type { Deployment } from '../deployment/deployment.ts'
import { inTmp } from '../house/tmp.ts'
import { conflict } from '../../core/refusal.ts'
import { manifestIn, orDamaged } from './check.ts'
import { readContainer } from './container.ts'
import { repositoryOf } from './create.ts'
import { unlockOrMake } from './keys.ts'
import { listBackups } from './list.ts'
import { masterOf } from './repository.ts'
import { openTarget, stage, type Target } from './stage.ts'

/** How many were looked at: of PostgreSQL none, which looks after its pages itself. */
export async function quickCheck(deployment: Deployment): Promise<number> {
  const repository = await repositoryOf(deployment, undefined, true)
  const newest = (await listBackups(repository)).findLast(({ state }) => state === 'MADE')
  if (newest === undefined || newest.engine !== 'sqlite') return 0
  const masters = await unlockOrMake(repository, deployment.secrets, 'Kituo')
  const reading = await readContainer(repository, newest.name)
  try {
    await inTmp(deployment.root, 'quick', (tmp) =>
      orDamaged(repository, newest.name, async () => {
        const master = masterOf(masters, reading.head.master)
        const manifest = await manifestIn(reading, master)
        const target: Target = { engine: 'sqlite', file: join(tmp, 'kituo.db') }
        await stage(target, { reading, master, manifest, tmp, onPart: () => undefined })
        const engine = await openTarget(target)
        try {
          const [pages] = await engine.read('pragma quick_check(1)', [])
          const said = String(pages?.['quick_check'])
          if (said !== 'ok') throw conflict(`pages of ${newest.name}: ${said}.`, 'integrity.backup')
        } finally {
          await engine.close()
        }
      }),
    )
    return 1
  } finally {
    await reading.close()
  }
}
