// Maintenance and reload: what is asked of a house that runs.

import { instant } from '../../db/appliance/configuration/kinds.ts'
import type { Hold } from '../../db/appliance/house/maintenance.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { lines, table } from '../frame/page.ts'

const on = command('maintenance on', {
  says: 'Answers everybody with one sentence until it is switched off; health goes on.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'system:operate',
  confirm: 'C1',
  reason: 'must',
  flags: { until: maybe(instant(), 'when it will be over, as people are told') },
  examples: [
    'kituo maintenance on --reason "new disk"',
    'kituo maintenance on --reason "new disk" --until 2027-02-03T14:30Z --yes',
  ],
  plan: async () => {
    const { lookAtMaintenance } = await import('../../db/appliance/house/maintenance.ts')
    return {
      steps: ['answer every request with 503 and the reason, on every daemon within 5 s'],
      nothing: (await lookAtMaintenance()) !== null,
    }
  },
  run: async ({ caller, reason, flags }) => {
    const { begin } = await import('../../db/appliance/house/maintenance.ts')
    const until = flags.until === undefined ? null : new Date(flags.until).toISOString()
    const { hold, began } = await begin((await caller()).name, reason ?? '', until)
    return done(
      began ? 'The house is being maintained.' : `It is already, since ${hold.since}.`,
      { hold },
      { changed: began, next: ['kituo maintenance off'] },
    )
  },
  view: () => null,
})

const off = command('maintenance off', {
  says: 'Lets everybody in again.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'system:operate',
  examples: ['kituo maintenance off', 'kituo maintenance off --json'],
  plan: async () => ({ steps: ['answer requests again'] }),
  run: async () => {
    const { end } = await import('../../db/appliance/house/maintenance.ts')
    const changed = await end()
    return done(changed ? 'The house answers again.' : 'It was not being maintained.', null, {
      changed,
    })
  },
})

const show = command('maintenance show', {
  says: 'Prints whether the house is being maintained, since when and why.',
  class: 'R',
  about: 'deployment',
  permission: 'system:operate',
  examples: ['kituo maintenance show', 'kituo maintenance show --json'],
  run: async () => {
    const { lookAtMaintenance } = await import('../../db/appliance/house/maintenance.ts')
    const hold: Hold | null = await lookAtMaintenance()
    return done(hold === null ? 'No.' : `Yes: ${hold.reason}`, { hold })
  },
  view: ({ hold }, page) => (hold === null ? 'no' : lines(Object.entries(hold), page)),
})

const reload = command('reload', {
  says: 'Takes in what the configuration file says now, or nothing of it.',
  class: 'M',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:operate',
  exits: [6],
  examples: ['kituo reload', 'kituo reload --json'],
  plan: async () => ({ steps: ['take in what acts without a restart'] }),
  run: async ({ house }) => {
    if (house === null) {
      return done('Kituo is not running.', null, {
        changed: false,
        error: { code: 'daemon.silent' },
      })
    }
    const told = await house.reload()
    const { applied, after_restart } = told
    return done(`${applied.length} taken in, ${after_restart.length} after a restart.`, told, {
      changed: applied.length > 0,
    })
  },
  view: (told, page) =>
    told === null
      ? ''
      : table(
          [
            ...told.applied.map(({ key }) => ({ key, when: 'now' })),
            ...told.after_restart.map((key) => ({ key, when: 'after a restart' })),
          ],
          [
            { title: 'Setting', of: (row) => row.key },
            { title: 'Acts', of: (row) => row.when },
          ],
          page,
        ),
})

export const commands = [on, off, show, reload]
