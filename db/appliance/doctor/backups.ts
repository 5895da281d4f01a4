// Checks of backups and of what stands beside the live data (operations 5.14).

import { sizeInWords } from '../../core/sizes.ts'
import { join } from 'node:path'
import { isSilence, looking } from '../backups/answers.ts'
import { factsAt, textAt } from '../backups/in-place.ts'
import { backupsStand } from '../backups/state.ts'
import { listBackups } from '../backups/list.ts'
import { findRepository, type Repository, slotsOf } from '../backups/repository.ts'
import { isLockStale, unlockStale } from '../backups/repository-lock.ts'
import { clock, days } from '../../core/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSize } from '../../hospital/office/system/checks.ts'
import { isRefusal } from '../../core/refusal.ts'
import { asked } from './asked.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'

const verified_days = 8
const drilled_days = 35
const proved_days = 90
const elsewhere_days = 7

export const backup_checks: readonly Check[] = [
  {
    id: 'backup.place',
    category: 'backup',
    says: 'the places for backups answer',
    light: true,
    run: async ({ configuration }) => {
      const places = configuration.get('backup.repositories')
      const said = await looking(() => Promise.all(places.map(saidOf)))
      const silent = said.filter((one) => one !== null)
      if (silent.length === 0) return ok(places.map(({ name }) => name).join(', '))
      // Where the first says nothing no backup is made by itself.
      return (said[0] === null ? warn : bad)(silent.join(' '), {
        mend: 'Look at the mount, and at the machine it comes from.',
        mend_command: `findmnt --target ${places[said.findIndex((one) => one !== null)]?.path}`,
      })
    },
  },
  {
    id: 'backup.age',
    category: 'backup',
    says: 'there is a backup of the last day',
    light: false,
    run: withData(async (deployment) => {
      const { last_at, state, is_silent } = await backupsStand(deployment)
      if (is_silent) return skipped('the place says nothing')
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
    run: withRepository(async (_deployment, repository) => {
      const provable = (await slotsOf(repository)).filter(({ kind }) => kind !== 'machine')
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
    run: withRepository(async (_deployment, repository) => {
      const kinds = (await slotsOf(repository)).map(({ kind }) => kind)
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
      const own = (await factsAt(root.dir, root.dir))?.dev
      const far: Place[] = []
      for (const place of configuration.get('backup.repositories')) {
        const found = await factsAt(place.path, place.path)
        if (found !== undefined && found.dev !== own) far.push(place)
      }
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
    run: withRepository(async (_deployment, repository) =>
      (await isLockStale(repository))
        ? warn('a lock was left by a process that is gone', {
            mend: 'Remove it.',
            mend_command: `kituo backup repository unlock ${repository.name}`,
          })
        : ok('none'),
    ),
    mends: async (patient) => {
      const repository = await repositoryIn(patient)
      if (repository === null || !(await isLockStale(repository))) return false
      return unlockStale(repository)
    },
  },
  {
    id: 'backup.space',
    category: 'backup',
    says: 'the next backup has room',
    light: true,
    run: withRepository(async (_deployment, repository) => {
      const free = await asked().roomAt(repository.dir)
      const wanted = (await databaseSize()).bytes * 1.1 + 256 * 1024 ** 2
      return free >= wanted
        ? ok(`${sizeInWords(free)} free`)
        : bad(`${sizeInWords(free)} are free, the next backup wants ${sizeInWords(wanted)}`, {
            mend: 'Let old backups go, or give more disk.',
            mend_command: 'kituo backup prune',
          })
    }),
  },
]

function withData(
  look: (deployment: Deployment) => Promise<Found> | Found,
): (patient: Patient) => Promise<Found> | Found {
  return ({ deployment }) =>
    deployment === null
      ? skipped('no data are open')
      : orSilent(() => looking(async () => look(deployment)))
}

function withRepository(
  look: (deployment: Deployment, repository: Repository) => Promise<Found> | Found,
): (patient: Patient) => Promise<Found> | Found {
  return withData(async (deployment) => {
    const repository = await repositoryIn(deployment)
    return repository === null ? skipped('no backup was made yet') : look(deployment, repository)
  })
}

/** That it says nothing is a finding of its own; what lies there cannot be judged meanwhile. */
async function orSilent(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    if (isSilence(error)) return skipped('the place says nothing')
    throw error
  }
}

type Place = { name: string; path: string }

/** What a place that says nothing is told by; null of one that answers, whatever it answers. */
const saidOf = ({ path }: Place): Promise<string | null> =>
  textAt(path, join(path, 'config.json')).then(
    () => null,
    (error: unknown) => (isSilence(error) ? error.message : null),
  )

async function repositoryIn({
  configuration,
}: Pick<Patient, 'configuration'>): Promise<Repository | null> {
  const [place] = configuration.get('backup.repositories')
  return place === undefined ? null : openAt(place)
}

async function openAt(place: Place): Promise<Repository | null> {
  try {
    return await findRepository(place, false)
  } catch (error) {
    if (isRefusal(error) && !isSilence(error)) return null
    throw error
  }
}

async function newestIn(places: readonly Place[]): Promise<string | null> {
  const found: string[] = []
  for (const place of places) {
    const repository = await openAt(place)
    const last = repository === null ? undefined : soundIn(await listBackups(repository)).at(-1)
    if (last !== undefined) found.push(last.at)
  }
  return found.sort().at(-1) ?? null
}

const soundIn = <T extends { state: string }>(all: readonly T[]): T[] =>
  all.filter(({ state }) => state === 'MADE')

async function lately(
  deployment: Deployment,
  mark: 'verified_at' | 'drilled_at',
  within_days: number,
  mend_command: string,
): Promise<Found> {
  const repository = await repositoryIn(deployment)
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
