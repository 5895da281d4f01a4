// Backups that make themselves (operations 4.10): every night with pruning, every hour while that is
// quick and there is room, and a proof of the newest.

import { mirror } from '../../db/appliance/backups/copy.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { hourlyPace, isSixth } from '../../db/appliance/backups/hourly.ts'
import { unlockOrMake } from '../../db/appliance/backups/keys.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { planPrune, policyOf, prune } from '../../db/appliance/backups/prune.ts'
import { isVerified } from '../../db/appliance/backups/retention.ts'
import { verifyBackup } from '../../db/appliance/backups/verify.ts'
import { dayIn } from '../../db/core/clock.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { overdue, remove, standingAt } from '../../db/appliance/deployment/generations.ts'
import type { Entry, Turn } from '../../db/appliance/timetable/entries.ts'
import type { Log } from './jobs.ts'

const by = 'Kituo'
const alike = {
  area: 'backups',
  scope: 'deployment',
  runs_on: 'leader',
  weight: 'heavy',
  deadline_s: 4 * 3600,
  pausable: true,
} as const

export function backupEntries(deployment: Deployment, log: Pick<Log, 'info'>): Entry[] {
  const { get } = deployment.configuration
  const list: Entry[] = [
    {
      ...alike,
      name: 'backup-nightly',
      label: 'Backup of the night',
      cron: get('backup.nightly'),
      catch_up: 'once',
      pausable: false,
      run: ({ time_zone, signal }) => nightly(deployment, time_zone, signal, log),
    },
    {
      ...alike,
      name: 'backup-verify',
      ends_at_once: true,
      label: 'Proof of the newest backup',
      cron: get('backup.verify'),
      catch_up: 'once',
      run: (turn) => verifyOnes(deployment, isSunday(turn), turn.signal),
    },
  ]
  list.push({
    ...alike,
    name: 'backup-drill',
    ends_at_once: true,
    label: 'Drill: the program started on the newest backup',
    cron: get('backup.drill'),
    catch_up: 'once',
    run: () => drillNewest(deployment),
  })
  list.push({
    ...alike,
    name: 'generations',
    label: 'Generations past their time',
    weight: 'light',
    cron: '45 4 * * *',
    catch_up: 'once',
    run: () => letGenerationsGo(deployment),
  })
  list.push({
    ...alike,
    name: 'backup-copy',
    ends_at_once: true,
    label: 'Backups copied to the other repositories',
    cron: '0 5 * * *',
    catch_up: 'once',
    run: () => copyOn(deployment),
  })
  if (!get('backup.hourly')) return list
  return [
    ...list,
    {
      ...alike,
      name: 'backup-hourly',
      label: 'Backup of the hour',
      cron: '25 * * * *',
      catch_up: 'skip',
      pausable: false,
      run: ({ due_at, signal }) => hourly(deployment, new Date(due_at), signal),
    },
  ]
}

async function nightly(
  deployment: Deployment,
  time_zone: string,
  signal: AbortSignal,
  log: Pick<Log, 'info'>,
): Promise<Record<string, number>> {
  const made = await make(deployment, 'nightly', signal)
  const repository = await repositoryOf(deployment, undefined, true)
  if (repository.append_only) return { bytes: made.bytes }
  const masters = await unlockOrMake(repository, deployment.secrets, by)
  const policy = policyOf(deployment.configuration, time_zone)
  // OPS-119: what goes and why, before it goes.
  const { going } = await planPrune(repository, policy)
  for (const { backup } of going) log.info({ schedule: 'backup-nightly' }, goes(backup))
  const { removed } = await prune(repository, policy, masters)
  return { bytes: made.bytes, removed: removed.length }
}

const goes = ({ name, state }: { name: string; state: string }): string =>
  `${name} goes: ${state === 'MADE' ? 'nothing of the policy keeps it' : 'it is damaged'}`

async function hourly(
  deployment: Deployment,
  due: Date,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  await repositoryOf(deployment, undefined, true)
  if ((await hourlyPace(deployment)) === 'sixth' && !isSixth(due)) return { skipped: 1 }
  return { bytes: (await make(deployment, 'hourly', signal)).bytes }
}

const make = (deployment: Deployment, tag: string, signal: AbortSignal) =>
  createBackup(deployment, {
    tag,
    by,
    signal,
    attachments: deployment.configuration.get('backup.attachments'),
  })

const isSunday = ({ due_at, time_zone }: Pick<Turn, 'due_at' | 'time_zone'>): boolean =>
  new Date(`${dayIn(time_zone, new Date(due_at))}T00:00:00Z`).getUTCDay() === 0

/** The newest, on Sunday all; one that does not hold is told after the others were looked at. */
async function verifyOnes(
  deployment: Deployment,
  all: boolean,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const repository = await repositoryOf(deployment, undefined, true)
  const made = (await listBackups(repository)).filter(({ state }) => state === 'MADE')
  const chosen = all ? made.toReversed() : made.slice(-1)
  if (chosen.length === 0) return { verified: 0 }
  const masters = await unlockOrMake(repository, deployment.secrets, by)
  let fault: unknown = null
  let verified = 0
  for (const { name } of chosen) {
    signal.throwIfAborted()
    try {
      await verifyBackup(deployment, repository, name, masters)
      verified += 1
    } catch (error) {
      fault ??= error
    }
  }
  if (fault !== null) throw fault
  return { verified }
}

async function drillNewest(deployment: Deployment): Promise<Record<string, number>> {
  const repository = await repositoryOf(deployment, undefined, true)
  const newest = (await listBackups(repository)).filter(({ state }) => state === 'MADE').at(-1)
  if (newest === undefined) return { drilled: 0 }
  const masters = await unlockOrMake(repository, deployment.secrets, by)
  const { drillBackup } = await import('./backup-drill.ts')
  await drillBackup(deployment, repository, newest.name, { masters, by })
  return { drilled: 1 }
}

/** A fortnight after it was left, and not before two backups of the live one were proved (3.4). */
async function letGenerationsGo(deployment: Deployment): Promise<Record<string, number>> {
  const going = overdue(deployment)
  if (going.length === 0) return { removed: 0 }
  const since = standingAt(deployment, deployment.generation).at ?? ''
  const all = await listBackups(await repositoryOf(deployment, undefined, true))
  const proved = all.filter((one) => isVerified(one) && one.at > since)
  if (proved.length < 2) return { removed: 0, waiting: going.length }
  for (const { number } of going) await remove(deployment, number)
  return { removed: going.length }
}

/** OPS-121: to every other place that is there; one that is away is told and does not stop the rest. */
async function copyOn(deployment: Deployment): Promise<Record<string, number>> {
  const repository = await repositoryOf(deployment, undefined, true)
  const others = deployment.configuration.get('backup.repositories').slice(1)
  const counts = { files: 0, places: 0 }
  let away: unknown = null
  for (const place of others) {
    try {
      const { copied } = await mirror(repository, place)
      counts.files += copied
      counts.places += 1
    } catch (error) {
      away ??= error
    }
  }
  if (away !== null) throw away
  return counts
}
