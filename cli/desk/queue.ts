// Service points, waiting times and screens.

import { choice, day, text } from '../../db/appliance/configuration/kinds.ts'
import { figure_groups } from '../../db/hospital/desk/visits/queue/figure-words.ts'
import { display_languages } from '../../db/hospital/desk/displays/words.ts'
import { command, done, type Frame, word, words } from '../frame/grammar/command.ts'
import { limited, gathered, tableOf } from '../frame/lists.ts'
import { commands as moves } from './queue-moves.ts'

interface Point {
  code: string
  name: string
  kind: string
  status: string
  waiting: number
  called: number
  serving: number
}

const status = command('queue status', {
  says: 'Prints the service points and who waits there.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/service-points/shapes.ts')).ServicePoint,
  }),
  permission: 'queue:read',
  http: 'GET /api/v1/service-points',
  flags: limited,
  examples: ['kituo queue status', 'kituo queue status --facility MAIN --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/service-points/service-points.ts')
    return gathered(limit, (page) => list(by, { ...page, active: true }))
  },
  view: tableOf<Point>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['State', (row) => row.status],
    ['Waiting', (row) => row.waiting],
    ['Called', (row) => row.called],
    ['Serving', (row) => row.serving],
  ),
})

const figures = command('queue figures', {
  says: 'Prints waiting times of some days.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/visits/shapes.ts')).QueueFigures,
  }),
  permission: 'queue:figures',
  http: 'GET /api/v1/queue-figures',
  flags: {
    from: word(day(), 'the first day'),
    to: word(day(), 'the last day'),
    group: word(choice(figure_groups), 'what is counted together'),
  },
  examples: [
    'kituo queue figures --from 2026-03-01 --to 2026-03-31 --group point',
    'kituo queue figures --from 2026-03-01 --to 2026-03-31 --group hour --json',
  ],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { FigureWords } = await import('../../db/hospital/desk/visits/shapes.ts')
    const { read } = await import('../../db/core/validate.ts')
    const { figuresOf } = await import('../../db/hospital/desk/visits/queue/figures.ts')
    const found = await figuresOf(by, read(FigureWords, { ...flags }, 'words'))
    return done(`${found.length} rows.`, found, { total: found.length })
  },
  view: tableOf<Figure>(
    ['Of', (row) => row.key],
    ['Came', (row) => row.entered],
    ['Served', (row) => row.served],
    ['No shows', (row) => row.no_shows],
    ['Wait, median', (row) => row.wait.median],
    ['Wait, p90', (row) => row.wait.p90],
    ['Service, median', (row) => row.service.median, 'wide'],
    ['Over target %', (row) => row.over_target_pct, 'wide'],
  ),
})

interface Figure {
  key: string
  entered: number
  served: number
  no_shows: number
  wait: { median: number | null; p90: number | null }
  service: { median: number | null }
  over_target_pct: number
}

interface Screen {
  name: string
  language: string
  active: boolean
  last_seen_at: string | null
}

const shape = async () => ({
  whole: (await import('../../db/hospital/desk/displays/shapes.ts')).QueueDisplay,
})

const screens = command('queue screens', {
  says: 'Prints the screens of waiting rooms and when they were last seen.',
  class: 'R',
  reply: async () => ({ each: (await shape()).whole }),
  permission: 'queue:display',
  http: 'GET /api/v1/queue-displays',
  flags: limited,
  examples: ['kituo queue screens', 'kituo queue screens --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/displays/displays.ts')
    return gathered(limit, (page) => list(by, page))
  },
  view: tableOf<Screen>(
    ['Name', (row) => row.name],
    ['Language', (row) => row.language],
    ['In use', (row) => (row.active ? 'yes' : 'no')],
    ['Last seen', (row, page) => page.time(row.last_seen_at)],
  ),
})

const name = word(text('1 to 80 characters', /^[^\0]{1,80}$/), 'the name of the screen')

const addScreen = command('queue add-screen', {
  says: 'Sets up a screen for some service points of a branch; its key is shown once.',
  class: 'M',
  reply: shape,
  permission: 'queue:display',
  http: 'POST /api/v1/queue-displays',
  asks: { name },
  flags: {
    point: words(text('the code of a service point', /^[A-Za-z0-9-]{1,12}$/), 'a point it shows'),
    language: word(choice(display_languages), 'in which language it speaks'),
  },
  examples: [
    'kituo queue add-screen Hall --point TRI --point CON --language both --facility MAIN',
    'kituo queue add-screen Dawa --point PHA --language sw --facility MAIN --json',
  ],
  plan: async ({ asked }) => ({ steps: [`set up the screen ${asked.name}`] }),
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { named } = await import('../../db/hospital/desk/service-points/service-points.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const ids: string[] = []
    for (const code of flags.point) {
      const point = await named(by, by.facility_id ?? '', code)
      if (point === undefined) throw noneCalled('service point', code)
      ids.push(point.id)
    }
    const { DisplayInput } = await import('../../db/hospital/desk/displays/shapes.ts')
    const { read } = await import('../../db/core/validate.ts')
    const { open } = await import('../../db/hospital/desk/displays/displays.ts')
    const body = { name: asked.name, service_point_ids: ids, language: flags.language }
    const made = await open(by, read(DisplayInput, body, 'open'))
    return done(`${made.name} opens /display/${made.id}#${made.key}. Shown once.`, made)
  },
})

const rotateKey = command('queue rotate-key', {
  says: 'Gives a screen another key; the old one opens nothing from now on.',
  class: 'M',
  reply: shape,
  permission: 'queue:display',
  http: 'POST /api/v1/queue-displays/:id/rotate-key',
  asks: { name },
  examples: ['kituo queue rotate-key Hall', 'kituo queue rotate-key Hall --json'],
  plan: async (frame) => ({ steps: [`another key for ${(await screen(frame)).name}`] }),
  run: async (frame) => {
    const by = await frame.caller()
    const { rotateKey: rotate } = await import('../../db/hospital/desk/displays/displays.ts')
    const made = await rotate(by, (await screen(frame)).id)
    return done(`${made.name} opens /display/${made.id}#${made.key}. Shown once.`, made)
  },
})

async function screen(frame: Frame<{ name: string }, unknown>) {
  const { called } = await import('../../db/hospital/desk/displays/displays.ts')
  return called(await frame.caller(), frame.asked.name)
}

export const commands = [status, figures, ...moves, screens, addScreen, rotateKey]
