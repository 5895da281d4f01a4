import { text } from '../db/configuration/kinds.ts'
import { type Module, modules, module_names } from '../db/hospital/modules.ts'
import { branch, branches } from './branch.ts'
import {
  command,
  cutTo,
  done,
  type Frame,
  type Input,
  limit_flag,
  word,
  words,
  yes,
} from './command.ts'
import { lines, table } from './page.ts'
import { echo, usage } from './usage.ts'

const any_word = { ...text('the name of a module', /^[^\s\0]{1,60}$/), words: modules }
const some_modules: Input<readonly string[]> = { ...words(any_word, 'one or more'), needed: true }

const list = command('module list', {
  says: 'Prints what is on and off at every branch, with the work that is still open.',
  class: 'R',
  permission: 'module:manage',
  http: 'GET /api/v1/facilities/:id/modules/:module',
  flags: { limit: limit_flag },
  examples: ['kituo module list', 'kituo module list --facility MAIN --json'],
  run: async ({ caller, flags: { limit } }) => {
    const by = await caller()
    const { list: modulesOf } = await import('../db/hospital/places/modules.ts')
    const found = await Promise.all(
      (await branches(by)).map(async ({ id, code }) =>
        (await modulesOf(by, id)).map((state) => ({ facility: code, ...state })),
      ),
    )
    const all = found.flat()
    return done(`${all.length} switches.`, cutTo(all, limit), { total: all.length })
  },
  view: (rows, page) =>
    table(
      rows,
      [
        { title: 'Branch', of: (row) => row.facility },
        { title: 'Module', of: (row) => row.module },
        { title: 'On', of: (row) => (row.enabled ? 'on' : 'off') },
        { title: 'Since', of: (row) => page.time(row.changed_at) },
        { title: 'Open work', of: (row) => openWork(row.open_work) },
        { title: 'By', of: (row) => row.changed_by_name, wide: true },
        { title: 'Reason', of: (row) => row.reason, wide: true },
      ],
      page,
    ),
})

const on = command('module on', {
  says: 'Switches modules on at a branch.',
  class: 'M',
  permission: 'module:manage',
  confirm: 'C1',
  http: 'POST /api/v1/facilities/:id/modules/:module/switch-on',
  asks: { modules: some_modules },
  examples: ['kituo module on theatre --facility MAIN', 'kituo module on maternity tb_ctc --yes'],
  plan: async (frame) => planned(frame, true),
  run: async (frame) => switched(frame, true),
})

const off = command('module off', {
  says: 'Switches modules off at a branch; with open work only by force.',
  class: 'M',
  permission: 'module:manage',
  confirm: 'C1',
  reason: 'must',
  http: 'POST /api/v1/facilities/:id/modules/:module/switch-off',
  asks: { modules: some_modules },
  flags: { force: yes('leave open work behind') },
  examples: [
    'kituo module off theatre --facility MAIN --reason "building works"',
    'kituo module off mortuary --force --reason "closed by the district"',
  ],
  plan: async (frame) => ({
    ...(await planned(frame, false)),
    ...(frame.flags.force ? { type: frame.asked.modules.join(' ') } : {}),
  }),
  run: async (frame) => switched(frame, false, frame.flags.force),
})

const impact = command('module impact', {
  says: 'Prints what switching a module at a branch would change, and the work still open.',
  class: 'R',
  permission: 'module:manage',
  asks: { module: word(any_word, 'the module') },
  examples: ['kituo module impact theatre --facility MAIN', 'kituo module impact maternity --json'],
  run: async (frame) => {
    const by = await frame.caller()
    const { id, code } = await branch(frame)
    const [module] = switchable([frame.asked.module])
    const { knowRoutes } = await import('./hands.ts')
    await knowRoutes()
    const { find } = await import('../db/hospital/places/modules.ts')
    const { list: permissions } = await import('../db/hospital/access/catalogue.ts')
    const { impactOf } = await import('../db/hospital/access/impact.ts')
    const state = await find(by, id, module ?? '')
    const opened = permissions({}).filter((one) => one.module === module)
    const lost = {
      routes: opened.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)),
      permissions: opened.map((one) => one.code),
      people: await impactOf(
        by,
        id,
        opened.map((one) => one.code),
      ),
    }
    return done(
      `${state.name} is ${state.enabled ? 'on' : 'off'} at ${code}: ${lost.routes.length} routes, ${lost.permissions.length} permissions that ${lost.people} people hold.`,
      {
        facility: code,
        module: module ?? '',
        enabled: state.enabled,
        ...lost,
        open_work: state.open_work,
      },
    )
  },
  view: ({ open_work, routes, permissions, people, ...facts }, page) =>
    lines(
      [
        ...Object.entries(facts),
        ['routes', routes.length],
        ['permissions', permissions.join(', ')],
        ['people', people],
        ['open work', openWork(open_work)],
      ],
      page,
    ),
})

export const commands = [list, impact, on, off]

type Asked = Frame<{ modules: readonly string[] }, unknown>

/** Operations 6.1 has a sentence of its own for what is no switch. */
const switchable = (typed: readonly string[]): Module[] =>
  typed.map((one) => {
    const known = modules.find((module) => module === one)
    if (known !== undefined) return known
    throw usage('value', `${echo(one)} is not switchable. Modules: ${modules.join(', ')}.`)
  })

async function planned(frame: Asked, enabled: boolean) {
  const { id, code } = await branch(frame)
  const { find } = await import('../db/hospital/places/modules.ts')
  const by = await frame.caller()
  const states = await Promise.all(
    switchable(frame.asked.modules).map((module) => find(by, id, module)),
  )
  const moving = states.filter((state) => state.enabled !== enabled)
  return {
    steps: moving.map(
      ({ module, open_work }) =>
        `switch ${module_names[module]} ${enabled ? 'on' : 'off'} at ${code}${open_work.length === 0 ? '' : ` with open work: ${openWork(open_work)}`}`,
    ),
    nothing: moving.length === 0,
  }
}

async function switched(frame: Asked, enabled: boolean, force = false) {
  const { id, code } = await branch(frame)
  const rules = await import('../db/hospital/places/modules.ts')
  const by = await frame.caller()
  const moved: string[] = []
  const unchanged: string[] = []
  for (const module of switchable(frame.asked.modules)) {
    const before = await rules.find(by, id, module)
    if (before.enabled === enabled) {
      unchanged.push(module)
      continue
    }
    if (enabled) await rules.switchOn(by, id, module, frame.reason ?? undefined)
    else await rules.switchOff(by, id, module, { reason: frame.reason ?? '', force })
    moved.push(module)
  }
  const word = enabled ? 'on' : 'off'
  return done(
    moved.length === 0
      ? `${unchanged.join(', ')} ${unchanged.length === 1 ? 'is' : 'are'} ${word} at ${code} already.`
      : `Switched ${word} at ${code}: ${moved.join(', ')}.`,
    { facility: code, switched: moved, unchanged },
    { changed: moved.length > 0 },
  )
}

const openWork = (work: readonly { label: string; count: number }[]): string =>
  work.map(({ label, count }) => `${label} ${count}`).join(', ')
