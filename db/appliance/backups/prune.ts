// Letting old backups go (OPS-119): what goes and why is known before it goes; then objects that no
// backup refers to any more.

import { join } from 'node:path'
import type { Configuration } from '../configuration/read.ts'
import { conflict } from '../../core/refusal.ts'
import { isSilence } from './answers.ts'
import { manifestIn } from './check.ts'
import { readContainer } from './container.ts'
import { factsAt, namesAt, removeAt } from './in-place.ts'
import { listBackups } from './list.ts'
import { beingRead } from './reading-marks.ts'
import { masterOf, namesOf, removeBackup, type Repository } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { isVerified, type Kept, keptOf, type Policy } from './retention.ts'
import type { Masters } from './slots.ts'

export const policyOf = ({ get }: Pick<Configuration, 'get'>, time_zone: string): Policy => ({
  keep_within_ms: get('backup.keep_within'),
  daily: get('backup.keep_daily'),
  weekly: get('backup.keep_weekly'),
  monthly: get('backup.keep_monthly'),
  yearly: get('backup.keep_yearly'),
  time_zone,
})

export interface Pruning {
  kept: Kept[]
  going: Kept[]
}

export async function planPrune(repository: Repository, policy: Policy): Promise<Pruning> {
  if (repository.append_only) {
    throw conflict(`${repository.name} takes backups and lets none go.`, 'rule.refused')
  }
  const { keep_within_ms, daily, weekly, monthly, yearly } = policy
  if (keep_within_ms + daily + weekly + monthly + yearly === 0) {
    throw conflict('this would keep nothing.', 'rule.refused')
  }
  const read = await beingRead(repository)
  const all = keptOf(await listBackups(repository), policy).map(({ backup, reasons }) => ({
    backup,
    reasons: read.has(backup.name) ? [...reasons, 'being put back'] : reasons,
  }))
  const kept = all.filter(({ reasons }) => reasons.length > 0)
  const going = all.filter(({ reasons }) => reasons.length === 0)
  const verified = all.filter(({ backup }) => isVerified(backup) && backup.state === 'MADE')
  if (verified.length > 0 && verified.every((one) => going.includes(one))) {
    throw conflict('This would let every verified backup go.', 'rule.refused')
  }
  return { kept, going }
}

export const prune = (
  repository: Repository,
  policy: Policy,
  masters: Masters,
): Promise<{ kept: Kept[]; removed: Kept[]; freed: number }> =>
  withLock(repository, 'kituo backup prune', async () => {
    const { kept, going } = await planPrune(repository, policy)
    let freed = 0
    for (const { backup } of going) freed += await removeBackup(repository, backup.name)
    if (going.length > 0) freed += await sweep(repository, masters)
    return { kept, removed: going, freed }
  })

/** Objects nobody refers to; when one backup cannot be read, none is judged. */
async function sweep(repository: Repository, masters: Masters): Promise<number> {
  const needed = new Set<string>()
  for (const name of await namesOf(repository)) {
    const reading = await readContainer(repository, name).catch(orSilence)
    if (reading === null) return 0
    try {
      const manifest = await manifestIn(reading, masterOf(masters, reading.head.master))
      for (const { object } of manifest.attachments) needed.add(object)
    } catch (error) {
      orSilence(error)
      return 0
    } finally {
      await reading.close()
    }
  }
  let freed = 0
  const { dir } = repository
  const top = join(dir, 'objects')
  for (const folder of await namesAt(dir, top)) {
    for (const name of await namesAt(dir, join(top, folder))) {
      if (needed.has(name)) continue
      const path = join(top, folder, name)
      freed += (await factsAt(dir, path))?.size ?? 0
      await removeAt(dir, path)
    }
  }
  return freed
}

/** A place that says nothing is no backup that cannot be read. */
function orSilence(error: unknown): null {
  if (isSilence(error)) throw error
  return null
}
