// What switching a module at a branch would change (OPS-87).

import { text } from '../../db/appliance/configuration/kinds.ts'
import { modules, type Module } from '../../db/hospital/modules.ts'
import { branch } from '../frame/names/branch.ts'
import { command, done, type Frame, word, yes } from '../frame/grammar/command.ts'
import { openWork, switchable } from '../frame/names/module-words.ts'
import { lines } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

export interface Impact {
  facility: string
  module: Module
  enabled: boolean
  /** Which way it was reckoned. */
  switching: 'on' | 'off'
  routes: string[]
  permissions: string[]
  people: number
  open_work: { label: string; count: number; references: string[]; people: boolean }[]
  missing: string[]
}

const any_word = { ...text('the name of a module', /^[^\s\0]{1,60}$/), words: modules }

const impact = command('module impact', {
  says: 'Prints what switching a module at a branch would change, and the work still open.',
  class: 'R',
  permission: 'module:manage',
  asks: { module: word(any_word, 'the module') },
  flags: {
    on: yes('as if it were switched on'),
    off: yes('as if it were switched off'),
  },
  examples: [
    'kituo module impact theatre --off --facility MAIN',
    'kituo module impact maternity --on --json',
  ],
  run: async (frame) => {
    if (frame.flags.on && frame.flags.off) {
      throw usage('flag', '--on and --off do not go together.')
    }
    const { id, code } = await branch(frame)
    const [module] = switchable([frame.asked.module])
    const asked = frame.flags.on ? true : frame.flags.off ? false : undefined
    const found = await impactOf(frame, { id, code }, module as Module, asked)
    return done(sentence(found), found)
  },
  view: (found, page) => `${sentence(found)}\n${shown(found, page)}`,
})

export const commands = [impact]

/** Reckoned the way that changes something, where no way was named. */
export async function impactOf(
  { caller }: Pick<Frame, 'caller'>,
  { id, code }: { id: string; code: string },
  module: Module,
  asked?: boolean,
): Promise<Impact> {
  const by = await caller()
  const { knowRoutes } = await import('../frame/hands.ts')
  await knowRoutes()
  const { find } = await import('../../db/hospital/office/places/modules.ts')
  const { list } = await import('../../db/hospital/office/access/roles/catalogue.ts')
  const { impactOf: peopleOf } = await import('../../db/hospital/office/access/users/impact.ts')
  const { enabled, open_work, missing } = await find(by, id, module)
  const opened = list({}).filter((one) => one.module === module)
  const permissions = opened.map((one) => one.code)
  const people = await peopleOf(by, id, permissions)
  const on = asked ?? !enabled
  return {
    facility: code,
    module,
    enabled,
    switching: on ? 'on' : 'off',
    routes: opened.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)),
    permissions,
    people,
    open_work,
    missing: [
      ...(on && people === 0 ? [`nobody at ${code} holds a permission of it`] : []),
      ...(on ? missing : []),
    ],
  }
}

function sentence({ module, facility, enabled, switching, routes, permissions, people }: Impact) {
  const what = `${routes.length} routes will answer${switching === 'off' ? ' 403' : ''}`
  const who =
    switching === 'off'
      ? `${people} people lose ${permissions.length} permissions there`
      : `${people} people hold ${permissions.length} permissions there`
  return `${module} at ${facility}, ${enabled ? 'on' : 'off'} now: switched ${switching}, ${what}, ${who}.`
}

const shown = (
  { open_work, missing, permissions }: Impact,
  page: Parameters<typeof lines>[1],
): string =>
  lines(
    [
      ['open work', openWork(open_work) || 'none'],
      ['still missing', missing.join(', ') || 'nothing'],
      ['permissions', permissions.join(', ')],
    ],
    page,
  )
