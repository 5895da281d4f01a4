// Parts of the house that a branch switches on and off, at once or at an hour of their own (OPS-88).

import type { Caller } from '../../db/core/caller.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { type Module, modules, module_names } from '../../db/hospital/modules.ts'
import { conflict, type Refusal } from '../../db/core/refusal.ts'
import { branch, branches } from '../frame/names/branch.ts'
import {
  command,
  cutTo,
  done,
  type Frame,
  type Input,
  limit_flag,
  maybe,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { coming_hour, comingInstant } from '../frame/grammar/coming.ts'
import { commands as impact_commands, type Impact, impactOf } from './module-impact.ts'
import { openWork, switchable } from '../frame/names/module-words.ts'
import { table } from '../frame/page.ts'

const any_word = { ...text('the name of a module', /^[^\s\0]{1,60}$/), words: modules }
const some_modules: Input<readonly string[]> = { ...words(any_word, 'one or more'), needed: true }

const at = maybe(coming_hour, 'later, by itself; never takes that back')

const list = command('module list', {
  says: 'Prints what is on and off at every branch, with the work that is still open.',
  class: 'R',
  permission: 'module:manage',
  http: 'GET /api/v1/facilities/:id/modules/:module',
  flags: { limit: limit_flag },
  examples: ['kituo module list', 'kituo module list --facility MAIN --json'],
  run: async ({ caller, flags: { limit } }) => {
    const by = await caller()
    const { list: modulesOf } = await import('../../db/hospital/office/places/modules.ts')
    const { plansOf } = await import('../../db/hospital/office/places/module-plans.ts')
    const plans = await plansOf(by)
    const found = await Promise.all(
      (await branches(by)).map(async ({ id, code }) =>
        (await modulesOf(by, id)).map((state) => {
          const plan = plans.find(
            ({ facility_id, module }) => facility_id === id && module === state.module,
          )
          return {
            facility: code,
            ...state,
            due_at: plan?.at ?? null,
            due_enabled: plan?.enabled ?? null,
          }
        }),
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
        {
          title: 'Due',
          of: (row) =>
            row.due_at === null
              ? ''
              : `${row.due_enabled === true ? 'on' : 'off'} ${page.time(row.due_at)}`,
        },
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
  flags: { at },
  examples: [
    'kituo module on maternity tb_ctc --yes',
    'kituo module on theatre --facility MAIN --at 06:00 --yes',
  ],
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
  flags: { at, force: yes('leave open work behind') },
  examples: [
    'kituo module off theatre --facility MAIN --reason "building works"',
    'kituo module off mortuary --force --reason "closed by the district"',
  ],
  plan: async (frame) => ({
    ...(await planned(frame, false, frame.flags.force)),
    ...(frame.flags.force ? { type: frame.asked.modules.join(' ') } : {}),
  }),
  run: async (frame) => switched(frame, false, frame.flags.force),
})

export const commands = [list, ...impact_commands, on, off]

type Asked = Frame<{ modules: readonly string[] }, { at: string | undefined }>

async function planned(frame: Asked, enabled: boolean, force = false) {
  const { id, code } = await branch(frame)
  const { find } = await import('../../db/hospital/office/places/modules.ts')
  const by = await frame.caller()
  const words = switchable(frame.asked.modules)
  const states = await Promise.all(words.map((module) => find(by, id, module)))
  const word = enabled ? 'on' : 'off'
  const when = await comingAt(frame)
  if (when === 'never') {
    const { plansOf } = await import('../../db/hospital/office/places/module-plans.ts')
    const planned_here = (await plansOf(by)).filter(
      ({ facility_id, module }) => facility_id === id && words.includes(module),
    )
    return {
      steps: planned_here.map(
        ({ module, at }) => `leave ${module_names[module]} as it is on ${at}`,
      ),
      nothing: planned_here.length === 0,
    }
  }
  const moving = states.filter((state) => state.enabled !== enabled)
  const left = moving.find(({ open_work }) => open_work.length > 0)
  if (left !== undefined && !enabled && !force && when === undefined) {
    throw await stillOpen(by, id, code, left)
  }
  const at = when === undefined ? '' : ` on ${when}`
  return {
    steps: moving.map(
      ({ module, open_work }) =>
        `switch ${module_names[module]} ${word} at ${code}${at}${open_work.length === 0 ? '' : ` with open work: ${openWork(open_work)}`}`,
    ),
    nothing: moving.length === 0 && when === undefined,
  }
}

/** Operations 6.1: the rule’s own sentence, and where to look. */
async function stillOpen(
  by: Caller,
  facility_id: string,
  code: string,
  { module, open_work }: { module: Module; open_work: readonly { label: string; count: number }[] },
): Promise<Refusal> {
  const { find } = await import('../../db/hospital/office/places/facilities.ts')
  const { name } = await find(by, facility_id)
  const said = open_work.map(({ label, count }) => `${label} (${count})`).join(', ')
  return conflict(
    `The ${module_names[module]} module still has open work at ${name}: ${said}. See: kituo module impact ${module} --facility ${code}`,
    'module.open_records',
  )
}

async function comingAt({ flags, caller }: Asked): Promise<string | undefined> {
  if (flags.at === undefined) return undefined
  const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  return comingInstant((await hospitalOf(await caller())).timezone, flags.at)
}

async function switched(frame: Asked, enabled: boolean, force = false) {
  const { id, code } = await branch(frame)
  const rules = await import('../../db/hospital/office/places/modules.ts')
  const plans = await import('../../db/hospital/office/places/module-plans.ts')
  const by = await frame.caller()
  const when = await comingAt(frame)
  const moved: Module[] = []
  const unchanged: Module[] = []
  const impact: Impact[] = []
  for (const module of switchable(frame.asked.modules)) {
    const before = await rules.find(by, id, module)
    if (when === 'never') {
      const was = await plans.forgetPlan(by, id, module)
      ;(was ? moved : unchanged).push(module)
      continue
    }
    if (before.enabled === enabled && when === undefined) {
      unchanged.push(module)
      continue
    }
    impact.push(await impactOf(frame, { id, code }, module, enabled))
    if (when !== undefined) {
      await plans.planSwitch(by, id, module, { enabled, at: when, reason: frame.reason, force })
    } else if (enabled) await rules.switchOn(by, id, module, frame.reason ?? undefined)
    else if (!force && before.open_work.length > 0) throw await stillOpen(by, id, code, before)
    else await rules.switchOff(by, id, module, { reason: frame.reason ?? '', force })
    moved.push(module)
  }
  const due_at = when === 'never' ? undefined : when
  return done(
    switchedSaid({ moved, unchanged, code, word: enabled ? 'on' : 'off', when }),
    {
      facility: code,
      switched: due_at === undefined && when !== 'never' ? moved : [],
      unchanged,
      due: due_at === undefined ? [] : moved.map((module) => ({ module, enabled, at: due_at })),
      impact,
    },
    { changed: moved.length > 0 },
  )
}

function switchedSaid({
  moved,
  unchanged,
  code,
  word,
  when,
}: {
  moved: readonly string[]
  unchanged: readonly string[]
  code: string
  word: string
  when: string | undefined
}): string {
  if (when === 'never') {
    return moved.length === 0 ? 'Nothing was planned.' : `No longer planned: ${moved.join(', ')}.`
  }
  if (when !== undefined) return `Due ${word} at ${code} on ${when}: ${moved.join(', ')}.`
  return moved.length === 0
    ? `${unchanged.join(', ')} ${unchanged.length === 1 ? 'is' : 'are'} ${word} at ${code} already.`
    : `Switched ${word} at ${code}: ${moved.join(', ')}.`
}
