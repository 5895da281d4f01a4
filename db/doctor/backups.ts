// Checks of backups and of what stands beside the live data (operations 5.14).

import { statSync } from 'node:fs'
import { backupsStand } from '../backups/state.ts'
import { listBackups } from '../backups/list.ts'
import { findRepository, type Repository, slotsOf } from '../backups/repository.ts'
import { isLockStale, unlockStale } from '../backups/repository-lock.ts'
import { clock, days } from '../clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSize } from '../hospital/system/checks.ts'
import { isRefusal } from '../refusal.ts'
import { asked } from './asked.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'

const verified_days = 8
const drilled_days = 35
const proved_days = 90
const elsewhere_days = 7

export const backup_checks: readonly Check[] = [
  {
    id: 'backup.age',
    category: 'backup',
    says: 'there is a backup of the last day',
    light: false,
    run: withData(async (deployment) => {
      const { last_at, state } = await backupsStand(deployment)
      const mend = { mend_command: 'kituo backup create' }
      if (last_at === null) {
        const is_new = clock.ms() - Date.parse(deployment.root.created_at) < days(3)
        return (is_new ? warn : bad)('there is no backup', mend)
      }
      if (state === 'OK') return ok(`the newest is of ${last_at}`)
      const message = `the newest backup is of ${last_at}`
      return state === 'BAD' ? bad(message, mend) : warn(message, mend)
    }),
  },
  {
    id: 'backup.verified',
    category: 'backup',
    says: 'a backup was made into a database lately',
    light: false,
    run: withData((deployment) =>
      lately(deployment, 'verified_at', verified_days, 'kituo backup verify latest'),
    ),
  },
  {
    id: 'backup.drill',
    category: 'backup',
    says: 'the program was started on a backup lately',
    light: false,
    run: withData((deployment) =>
      lately(deployment, 'drilled_at', drilled_days, 'kituo backup drill latest'),
    ),
  },
  {
    id: 'backup.key_proof',
    category: 'backup',
    says: 'somebody has shown that they can open the backups',
    light: true,
    run: withRepository((_deployment, repository) => {
      const provable = slotsOf(repository).filter(({ kind }) => kind !== 'machine')
      const proved = provable.flatMap(({ last_proved_at }) => last_proved_at ?? []).sort()
      const last = proved.at(-1)
      const mend = { mend_command: 'kituo backup key test --file words.txt' }
      if (last === undefined) return warn('nobody has proved a passphrase or the words', mend)
      return clock.ms() - Date.parse(last) > days(proved_days)
        ? warn(`the last proof of a key is of ${last.slice(0, 10)}`, mend)
        : ok(`proved on ${last.slice(0, 10)}`)
    }),
  },
  {
    id: 'backup.slots',
    category: 'backup',
    says: 'more than one key opens the backups',
    light: true,
    run: withRepository((_deployment, repository) => {
      const kinds = slotsOf(repository).map(({ kind }) => kind)
      return kinds.length > 1
        ? ok(kinds.join(', '))
        : warn('one key alone opens the backups', {
            mend: 'Add recovery words and keep them away from this machine.',
            mend_command: 'kituo backup key add recovery',
          })
    }),
  },
  {
    id: 'backup.elsewhere',
    category: 'backup',
    says: 'backups lie on another disk too',
    light: false,
    run: withRepository(async ({ configuration, root }, repository) => {
      const own = statSync(root.dir).dev
      const far = configuration.get('backup.repositories').filter(({ path }) => {
        const found = statSync(path, { throwIfNoEntry: false })
        return found !== undefined && found.dev !== own
      })
      const newest = await newestIn(far)
      const since = Date.parse(newest ?? root.created_at)
      const is_late = clock.ms() - since > days(elsewhere_days)
      const mend = {
        mend: 'Add a repository on another disk or machine.',
        mend_command: 'kituo backup repository add usb --path /media/usb/kituo',
      }
      const [first] = far
      if (first === undefined) {
        const message = `${repository.dir} lies on the same disk as the data`
        return is_late ? bad(message, mend) : warn(message, mend)
      }
      if (newest !== null && !is_late) return ok(`${first.name}, ${newest}`)
      const message = `the newest backup on another disk is of ${newest ?? 'never'}`
      const copy = { mend_command: `kituo backup copy ${first.name}` }
      return is_late ? bad(message, copy) : warn(message, copy)
    }),
  },
  {
    id: 'backup.lock',
    category: 'backup',
    says: 'no lock was left behind',
    light: true,
    run: withRepository((_deployment, repository) =>
      isLockStale(repository)
        ? warn('a lock was left by a process that is gone', {
            mend: 'Remove it.',
            mend_command: `kituo backup repository unlock ${repository.name}`,
          })
        : ok('none'),
    ),
    mends: async (patient) => {
      const repository = repositoryIn(patient)
      return repository !== null && isLockStale(repository) && unlockStale(repository)
    },
  },
  {
    id: 'backup.space',
    category: 'backup',
    says: 'the next backup has room',
    light: true,
    run: withRepository(async (_deployment, repository) => {
      const { free } = asked().room(repository.dir)
      const wanted = (await databaseSize()).bytes * 1.1 + 256 * 1024 ** 2
      const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)
      return free >= wanted
        ? ok(`${mb(free)} MB free`)
        : bad(`${mb(free)} MB are free, the next backup wants ${mb(wanted)} MB`, {
            mend: 'Let old backups go, or give more disk.',
            mend_command: 'kituo backup prune',
          })
    }),
  },
]

function withData(
  look: (deployment: Deployment) => Promise<Found> | Found,
): (patient: Patient) => Promise<Found> | Found {
  return ({ deployment }) => (deployment === null ? skipped('no data are open') : look(deployment))
}

function withRepository(
  look: (deployment: Deployment, repository: Repository) => Promise<Found> | Found,
): (patient: Patient) => Promise<Found> | Found {
  return (patient) => {
    const { deployment } = patient
    if (deployment === null) return skipped('no data are open')
    const repository = repositoryIn(patient)
    return repository === null ? skipped('no backup was made yet') : look(deployment, repository)
  }
}

function repositoryIn({ configuration }: Patient): Repository | null {
  const [place] = configuration.get('backup.repositories')
  return place === undefined ? null : openAt(place)
}

function openAt(place: { name: string; path: string }): Repository | null {
  try {
    return findRepository(place, false)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function newestIn(places: readonly { name: string; path: string }[]): Promise<string | null> {
  const found: string[] = []
  for (const place of places) {
    const repository = openAt(place)
    const last = repository === null ? undefined : soundIn(await listBackups(repository)).at(-1)
    if (last !== undefined) found.push(last.at)
  }
  return found.sort().at(-1) ?? null
}

const soundIn = <T extends { state: string }>(all: readonly T[]): T[] =>
  all.filter(({ state }) => state === 'MADE')

async function lately(
  { configuration }: Deployment,
  mark: 'verified_at' | 'drilled_at',
  within_days: number,
  mend_command: string,
): Promise<Found> {
  const repository = repositoryIn({ configuration } as Patient)
  if (repository === null) return skipped('no backup was made yet')
  const all = await listBackups(repository)
  const last = all
    .flatMap((one) => one[mark] ?? [])
    .sort()
    .at(-1)
  if (last === undefined) return warn('never', { mend_command })
  const age = Math.floor((clock.ms() - Date.parse(last)) / days(1))
  return age > within_days ? warn(`${age} days ago`, { mend_command }) : ok(`${age} days ago`)
}
