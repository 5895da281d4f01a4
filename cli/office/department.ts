// Departments: one catalogue of them for every area.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Department } from '../../db/hospital/office/places/unit-shapes.ts'
import { department_kinds } from '../../db/hospital/office/places/words.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { emptied, field, numeric, said } from '../frame/grammar/fields.ts'
import { movesInUse } from '../frame/in-use.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'

const code = word(
  text('the code of a department', /^[^\s\0]{1,40}$/),
  'the department, by its code',
)

const list = command('department list', {
  says: 'Prints the departments.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/places/unit-shapes.ts')).Department,
  }),
  permission: 'self:use',
  http: 'GET /api/v1/departments',
  flags: { ...searched, kind: maybe(choice(department_kinds), 'only of this kind') },
  examples: ['kituo department list', 'kituo department list --facility MAIN --json'],
  run: async ({ flags: { limit, search, kind }, caller }) => {
    const by = await caller()
    const { list: departments } = await import('../../db/hospital/office/places/departments.ts')
    return gathered(limit, (page) =>
      departments(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(kind === undefined ? {} : { kind }),
      }),
    )
  },
  view: tableOf<Department>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Kind', (row) => row.kind],
    ['Active', (row) => onOff(row.active)],
    ['Cost centre', (row) => row.cost_centre],
    ['Extension', (row) => row.extension, 'wide'],
  ),
})

const own_fields = {
  parent: field('the code of what it stands in'),
  extension: field('its telephone extension'),
  sort_order: field('its place in lists'),
  cost_centre: field('its cost centre'),
}

const create = command('department create', {
  says: 'Makes a department; of one branch with --facility, else of all.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Department,
  }),
  permission: 'department:manage',
  http: 'POST /api/v1/departments',
  asks: { code },
  flags: {
    name: word(text('1 to 120 characters'), 'its name'),
    kind: word(choice(department_kinds), 'what kind it is'),
    ...own_fields,
    if_absent: yes('there already is done'),
  },
  examples: [
    'kituo department create LAB --name "Laboratory" --kind DIAGNOSTIC',
    'kituo department create LAB --name "Laboratory" --kind DIAGNOSTIC --if-absent --json',
  ],
  plan: async (frame) => ({
    steps: [`make the department ${frame.asked.code.toUpperCase()}, ${frame.flags.name}`],
    nothing: frame.flags.if_absent && (await there(frame)) !== undefined,
  }),
  run: async (frame) => {
    const { asked, flags } = frame
    const by = await frame.caller()
    const standing = flags.if_absent ? await there(frame) : undefined
    const { find, open } = await import('../../db/hospital/office/places/departments.ts')
    if (standing !== undefined) {
      const words = `${standing.code} is there already.`
      return done(words, await find(by, standing.id), { changed: false })
    }
    const { DepartmentInput } = await import('../../db/hospital/office/places/unit-shapes.ts')
    const { name, kind } = flags
    const body = {
      code: asked.code,
      name,
      kind,
      facility_id: by.facility_id ?? undefined,
      ...(await bodyOf(frame)),
    }
    const made = await open(by, await said(DepartmentInput, body))
    return done(`${made.name} is made: ${made.code}.`, made)
  },
})

const edit = command('department edit', {
  says: 'Changes a department.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Department,
  }),
  permission: 'department:manage',
  http: 'PATCH /api/v1/departments/:id',
  asks: { code },
  flags: {
    new_code: field('another code'),
    name: field('its name'),
    kind: maybe(choice(department_kinds), 'what kind it is'),
    ...own_fields,
    empty: emptied(['facility_id', 'parent_id', 'extension', 'cost_centre']),
  },
  examples: [
    'kituo department edit LAB --name "Laboratory A"',
    'kituo department edit LAB --empty parent_id --json',
  ],
  plan: async (frame) => ({ steps: [`change the department ${(await named(frame)).name}`] }),
  run: async (frame) => {
    const { new_code, name, kind, empty } = frame.flags
    const { DepartmentChange } = await import('../../db/hospital/office/places/unit-shapes.ts')
    const { change } = await import('../../db/hospital/office/places/departments.ts')
    const { id } = await named(frame)
    const body = await said(
      DepartmentChange,
      { code: new_code, name, kind, ...(await bodyOf(frame)) },
      empty,
    )
    const changed = await change(await frame.caller(), id, body)
    return done(`${changed.name} is changed.`, changed)
  },
})

export const commands = [
  list,
  create,
  edit,
  ...movesInUse({
    noun: 'department',
    example: 'LAB',
    code,
    permission: 'department:manage',
    reply: async () => ({
      whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Department,
    }),
    rules: () => import('../../db/hospital/office/places/departments.ts'),
    named,
  }),
]

type Own = { readonly [name in keyof typeof own_fields]: string | undefined }

const pick = (flags: Own): Own => ({
  parent: flags.parent,
  extension: flags.extension,
  sort_order: flags.sort_order,
  cost_centre: flags.cost_centre,
})

async function named(frame: Frame<{ code: string }, unknown>) {
  const { called } = await import('../../db/hospital/office/places/departments.ts')
  return called(await frame.caller(), frame.asked.code)
}

async function there(frame: Frame<{ code: string }, unknown>) {
  const { byCode } = await import('../../db/hospital/office/places/departments.ts')
  return byCode(await frame.caller(), frame.asked.code)
}

async function bodyOf(frame: Frame<{ code: string }, Own>): Promise<Record<string, unknown>> {
  const { parent, ...rest } = pick(frame.flags)
  const by = await frame.caller()
  const { called } = await import('../../db/hospital/office/places/departments.ts')

  return {
    ...rest,
    sort_order: numeric(rest.sort_order),

    ...(parent === undefined ? {} : { parent_id: (await called(by, parent)).id }),
  }
}
