// `kituo tui`: the screens, and the hands that they work with. A screen asks for command lines and
// nothing else; here they are parsed, signed and run like those that are typed (OPS-193).

import { hostname } from 'node:os'
import { done, command, maybe, yes } from '../frame/grammar/command.ts'
import { choice } from '../../db/appliance/configuration/kinds.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { minutes } from '../../db/core/clock.ts'
import type { Terminal } from '../frame/terminal.ts'
import { usage } from '../frame/grammar/usage.ts'

const names = [
  'now',
  'places',
  'workstations',
  'messaging',
  'jobs',
  'backups',
  'year-close',
  'users',
  'audit',
  'doctor',
  'logs',
  'outgoing',
  'waiting',
  'queue',
  'visits',
  'emergencies',
  'duplicates',
  'privacy',
  'appointments',
  'displays',
  'daemons',
  'beds',
  'stock',
  'procurement',
  'round',
  'pharmacy',
  'laboratory',
  'blood',
  'theatre',
  'labour',
  'mortuary',
  'ambulance',
  'clinics',
  'cashier-desks',
  'insurance',
  'prices',
  'people',
  'payroll',
  'commercial',
  'settings',
  'imports',
  'licence',
  'hospitals',
] as const

const least = { columns: 60, rows: 16 }

const no_terminal =
  'This needs a terminal. For one look: kituo status; to watch: kituo status --watch'

const tui = command('tui', {
  says: 'Opens the screens: what runs, what waits, people, places, backups, the year.',
  class: 'R',
  needs: 'nothing',
  about: 'deployment',
  permission: 'console:read',
  own_signals: true,
  exits: [1, 9, 129, 130, 131, 143],
  flags: {
    screen: maybe(choice(names), 'the screen to begin with'),
    plain: yes('numbered lines instead of screens, for screen readers and slow lines'),
    ascii: yes('draw with + - |'),
  },
  examples: ['kituo tui', 'kituo tui --screen backups --ascii'],
  run: async (frame) => {
    const { terminal, env, asking, flags } = frame
    if (terminal === null || !terminal.in_is_terminal || !terminal.out_is_terminal) {
      throw usage('terminal', no_terminal)
    }
    // Numbered lines need neither a place to draw nor room for it.
    if (!flags.plain && (env['TERM'] === 'dumb' || isSmall(terminal))) {
      throw usage('terminal', no_terminal)
    }
    const { version } = await import('../../db/core/version.ts')
    const { keyTable } = await import('../../tui/keys.ts')
    const { usedKeys } = await import('../../tui/screens/all.ts')
    const { Desk } = await import('../../tui/desk.ts')
    const { handsOf } = await import('./screen-hands.ts')
    const configuration = readConfiguration(asking)
    const hands = handsOf(asking, terminal)
    const status = await hands.run(['status']).catch(() => null)
    const hospital = (status?.data as { hospital?: { name?: string } | null } | null)?.hospital
    const desk = new Desk(
      hands,
      {
        version,
        host: hostname(),
        hospital: hospital?.name ?? 'Kituo',
        hosted: configuration.get('deployment') === 'hosted',
        lock_ms: minutes(configuration.get('tui.lock_minutes')),
      },
      keyTable(configuration.get('tui.keys'), usedKeys()),
      flags.ascii ||
        !/utf-?8/i.test(`${env['LC_ALL'] ?? ''}${env['LC_CTYPE'] ?? ''}${env['LANG'] ?? ''}`),
    )
    if (flags.screen !== undefined) desk.beginWith(flags.screen)
    if (flags.plain) {
      const { plainly } = await import('../../tui/plain.ts')
      return done('', null, { exit: await plainly(desk, terminal) })
    }
    const { openScreens } = await import('../../tui/open.tsx')
    const colour = (env['NO_COLOR'] ?? '') === ''
    const { exit, fault } = await openScreens(desk, colour).ended
    await Promise.race([hands.leave().catch(() => undefined), atMost(goodbye_ms)])
    if (fault !== null) throw fault
    return done('', null, { exit })
  },
  view: () => null,
})

/** A daemon that does not answer keeps nobody at a closed screen. */
const goodbye_ms = 2000
const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms).unref())

const isSmall = ({ columns, rows }: Terminal): boolean =>
  (columns ?? 0) < least.columns || (rows ?? 0) < least.rows

export const commands = [tui]
