// Where backups go and when they are made: settings of the file, said in words of backups.

import { changeSetting, planChange } from '../../db/appliance/configuration/change.ts'
import { cron, text } from '../../db/appliance/configuration/kinds.ts'
import type { Key } from '../../db/appliance/configuration/keys.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { RepositorySetting } from '../../db/appliance/configuration/tables.ts'
import { opened } from './frame.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { changedOutcome } from '../configuration/change.ts'
import { onOff, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const name = word(text('a word of a-z, 0-9 and -', /^[a-z0-9-]{1,40}$/), 'the repository')
const folder = text('the whole name of a folder', /^\/[^\0"]{0,400}$/)
type Asking = Pick<Frame, 'asking'>

const known = ({ asking }: Asking): readonly RepositorySetting[] =>
  readConfiguration(asking).get('backup.repositories')

function one(frame: Asking, called: string): RepositorySetting {
  const found = known(frame).find((place) => place.name === called)
  if (found === undefined) throw usage('value', `there is no backup repository ${called}.`)
  return found
}

/** As it would stand in the file. */
const typedAs = (places: readonly RepositorySetting[]): string =>
  `[${places
    .map(
      ({ name: called, path, append_only }) =>
        `{ name = "${called}", path = "${path}"${append_only ? ', append_only = true' : ''} }`,
    )
    .join(', ')}]`

interface Shown {
  name: string
  path: string
  append_only: boolean
  backups: number | null
  bytes: number | null
  free: number | null
  last_made_at: string | null
  lock: string | null
  /** Since when it says nothing; null while it answers. */
  silent_since: string | null
}

const list = command('backup repository list', {
  says: 'Prints where backups go, and how much lies there.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo backup repository list', 'kituo backup repository list --json'],
  run: async (frame) => {
    const found: Shown[] = []
    const { looking } = await import('../../db/appliance/backups/answers.ts')
    for (const place of opened(frame).configuration.get('backup.repositories')) {
      found.push(await looking(() => shownPlace(place)))
    }
    return done('', found, { total: found.length })
  },
  view: tableOf<Shown>(
    ['Name', (row) => row.name],
    ['Path', (row) => row.path],
    ['Backups', (row) => row.backups ?? (row.silent_since === null ? 'none yet' : 'says nothing')],
    ['MB', (row) => (row.bytes === null ? '' : Math.ceil(row.bytes / 1e6))],
    ['Last', (row, page) => (row.last_made_at === null ? '' : page.time(row.last_made_at))],
    ['Append only', (row) => onOff(row.append_only), 'wide'],
    ['Held by', (row) => row.lock, 'wide'],
  ),
})

async function shownPlace(place: RepositorySetting): Promise<Shown> {
  const { findRepository, roomIn } = await import('../../db/appliance/backups/repository.ts')
  const { listBackups } = await import('../../db/appliance/backups/list.ts')
  const { holderSaid } = await import('../../db/appliance/backups/repository-lock.ts')
  const { silentSince } = await import('../../db/appliance/backups/answers.ts')
  const { isRefusal } = await import('../../db/core/refusal.ts')
  const none = { backups: null, bytes: null, free: null, last_made_at: null, lock: null }
  try {
    const repository = await findRepository(place, false)
    const backups = await listBackups(repository)
    return {
      ...place,
      backups: backups.length,
      bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
      free: await roomIn(repository),
      last_made_at: backups.at(-1)?.at ?? null,
      lock: await holderSaid(repository),
      silent_since: null,
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...place, ...none, silent_since: silentSince(place.path) }
  }
}

function changing(
  verb: 'add' | 'change' | 'remove',
  says: string,
  examples: readonly [string, string],
  next: (
    places: readonly RepositorySetting[],
    asked: RepositorySetting & { path_typed: string | undefined; append_typed: boolean },
    frame: Asking,
  ) => readonly RepositorySetting[],
) {
  const after = (frame: Asking & { asked: { name: string }; flags: Record<string, unknown> }) => {
    const path_typed = frame.flags['path'] as string | undefined
    const append_typed = frame.flags['append_only'] === true
    const asked = { name: frame.asked.name, path: path_typed ?? '', append_only: append_typed }
    return typedAs(next(known(frame), { ...asked, path_typed, append_typed }, frame))
  }
  return command(`backup repository ${verb}`, {
    says,
    class: 'M',
    needs: 'nothing',
    permission: 'config:write',
    ...(verb === 'remove' ? { confirm: 'C2' as const } : {}),
    asks: { name },
    flags: {
      path: maybe(folder, 'the folder'),
      append_only: yes('takes backups and lets none go'),
    },
    examples,
    plan: async (frame) => {
      const { change } = planChange(frame.asking, 'backup.repositories', after(frame))
      return {
        steps: [`write backup.repositories into ${change.file}; what lies there stays`],
        nothing: !change.changed,
        ...(verb === 'remove' ? { type: frame.asked.name } : {}),
      }
    },
    run: async (frame) =>
      changedOutcome(changeSetting(frame.asking, 'backup.repositories', after(frame)), frame),
  })
}

const add = changing(
  'add',
  'Adds a place that backups can go to.',
  [
    'kituo backup repository add usb --path /media/usb/kituo',
    'kituo backup repository add nas --path /mnt/nas/kituo --append-only',
  ],
  (places, { path_typed, ...asked }) => {
    if (path_typed === undefined) throw usage('missing', '--path is needed.')
    if (places.some((place) => place.name === asked.name)) {
      throw usage('value', `${asked.name} is a repository already.`)
    }
    const { name: called, path, append_only } = asked
    return [...places, { name: called, path, append_only }]
  },
)

const change = changing(
  'change',
  'Changes where a repository lies, or whether it lets backups go.',
  [
    'kituo backup repository change usb --path /media/other/kituo',
    'kituo backup repository change nas --append-only',
  ],
  (places, asked, frame) => {
    const was = one(frame, asked.name)
    return places.map((place) =>
      place === was || place.name === was.name
        ? { ...was, path: asked.path_typed ?? was.path, append_only: asked.append_typed }
        : place,
    )
  },
)

const remove = changing(
  'remove',
  'Forgets a repository; what lies there stays.',
  ['kituo backup repository remove usb', 'kituo backup repository remove usb --dry-run'],
  (places, asked, frame) => {
    one(frame, asked.name)
    return places.filter((place) => place.name !== asked.name)
  },
)

const unlock = command('backup repository unlock', {
  says: 'Removes the lock of a process that is gone; a living one is never broken.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'config:write',
  confirm: 'C1',
  exits: [5, 6],
  asks: { name },
  examples: ['kituo backup repository unlock local', 'kituo backup repository unlock nas --yes'],
  plan: async ({ asked }) => ({ steps: [`remove the lock of ${asked.name} if nobody holds it`] }),
  run: async (frame) => {
    const { repositoryOf } = await import('../../db/appliance/backups/create.ts')
    const { unlockStale } = await import('../../db/appliance/backups/repository-lock.ts')
    const changed = await unlockStale(await repositoryOf(opened(frame), frame.asked.name))
    return done(changed ? 'The lock is gone.' : 'There is no lock.', null, { changed })
  },
})

const times = { nightly: 'backup.nightly', verify: 'backup.verify', drill: 'backup.drill' } as const

const showTimes = command('backup schedule show', {
  says: 'Prints when backups are made, proved and drilled.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo backup schedule show', 'kituo backup schedule show --json'],
  run: async (frame) => {
    // As the file has it now, whether the house was told already or not.
    const { get } = readConfiguration(frame.asking)
    const { isSixth } = await import('../../db/appliance/backups/hourly.ts')
    const { clock } = await import('../../db/core/clock.ts')
    const { nextAfter } = await import('../../db/appliance/timetable/entries.ts')
    const zone = await zoneOf(frame)
    const at = (cron: string): string | null => {
      const ms = nextAfter({ cron }, zone, clock.ms())
      return ms === null ? null : new Date(ms).toISOString()
    }
    const nextHour = (sixth: boolean): string | null => {
      let ms = nextAfter({ cron: '25 * * * *' }, zone, clock.ms())
      while (ms !== null && sixth && !isSixth(new Date(ms))) {
        ms = nextAfter({ cron: '25 * * * *' }, zone, ms)
      }
      return ms === null ? null : new Date(ms).toISOString()
    }
    const [nightly, verify, drill] = [
      get('backup.nightly'),
      get('backup.verify'),
      get('backup.drill'),
    ]
    const hourly = get('backup.hourly')
    const each = hourly && frame.deployment !== null ? await paceNow(frame.deployment) : null
    const next = {
      nightly: at(nightly),
      hourly: hourly ? nextHour(each === 'sixth') : null,
      verify: at(verify),
      drill: at(drill),
    }
    return done('', { nightly, hourly, verify, drill, each, time_zone: zone, next })
  },
  view: ({ next, ...data }, page) =>
    lines(
      [
        ...Object.entries(data).map(([name, value]) => [name, String(value ?? '')] as const),
        ...Object.entries(next).map(([name, when]) => [`next ${name}`, page.time(when)] as const),
      ],
      page,
    ),
})

/** Every hour, or for now every sixth: the last took long, or room is short (OPS-118). */
async function paceNow(deployment: Deployment): Promise<'hour' | 'sixth' | null> {
  const { hourlyPace } = await import('../../db/appliance/backups/hourly.ts')
  const { looking } = await import('../../db/appliance/backups/answers.ts')
  const { isRefusal } = await import('../../db/core/refusal.ts')
  try {
    return await looking(() => hourlyPace(deployment))
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function zoneOf({
  configuration,
  deployment,
}: Pick<Frame, 'configuration' | 'deployment'>): Promise<string> {
  const set = configuration.get('timetable.timezone')
  if (set !== null || deployment === null) return set ?? 'UTC'
  const { zoneOf: zoneIn } = await import('../frame/names/zone.ts')
  return (await zoneIn(configuration, null)) ?? 'UTC'
}

const setTimes = command('backup schedule set', {
  says: 'Changes when backups are made, proved and drilled.',
  class: 'M',
  needs: 'nothing',
  permission: 'config:write',
  flags: {
    nightly: maybe(cron(), 'the backup of the night'),
    verify: maybe(cron(), 'the proof of the newest'),
    drill: maybe(cron(), 'the drill'),
    hourly: maybe(text('on or off', /^(?:on|off)$/), 'a backup each hour'),
  },
  examples: [
    'kituo backup schedule set --nightly "10 2 * * *"',
    'kituo backup schedule set --hourly off --drill "0 5 1 * *"',
  ],
  plan: async ({ flags }) => ({
    steps: wanted(flags).map(([key, value]) => `write ${key} = ${value}`),
  }),
  run: async (frame) => {
    const list_of = wanted(frame.flags)
    if (list_of.length === 0)
      throw usage('missing', 'give --nightly, --hourly, --verify or --drill.')
    let last = null
    for (const [key, value] of list_of) {
      last = await changedOutcome(changeSetting(frame.asking, key, value), frame)
    }
    return last ?? done('', null)
  },
})

function wanted(flags: Record<string, unknown>): [Key, string][] {
  const found: [Key, string][] = []
  for (const [flag, key] of Object.entries(times)) {
    if (typeof flags[flag] === 'string') found.push([key, flags[flag]])
  }
  if (typeof flags['hourly'] === 'string') {
    found.push(['backup.hourly', flags['hourly'] === 'on' ? 'true' : 'false'])
  }
  return found
}

export const commands = [list, add, change, remove, unlock, showTimes, setTimes]
