// Locations: buildings, rooms and counters of a branch.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Location } from '../../db/hospital/office/places/unit-shapes.ts'
import { location_kinds } from '../../db/hospital/office/places/words.ts'
import { branch } from '../frame/names/branch.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { emptied, field, numeric, said } from '../frame/grammar/fields.ts'
import { movesInUse } from '../frame/in-use.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'

const code = word(text('the code of a location', /^[^\s\0]{1,40}$/), 'the location, by its code')

const list = command('location list', {
  says: 'Prints the locations, of one branch with --facility.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/places/unit-shapes.ts')).Location,
  }),
  permission: 'self:use',
  http: 'GET /api/v1/locations',
  flags: { ...searched, kind: maybe(choice(location_kinds), 'only of this kind') },
  examples: ['kituo location list', 'kituo location list --facility MAIN --json'],
  run: async ({ flags: { limit, search, kind }, caller }) => {
    const by = await caller()
    const { list: locations } = await import('../../db/hospital/office/places/locations.ts')
    return gathered(limit, (page) =>
      locations(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(kind === undefined ? {} : { kind }),
      }),
    )
  },
  view: tableOf<Location>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Kind', (row) => row.kind],
    ['Active', (row) => onOff(row.active)],
    ['Holds', (row) => row.capacity],
    ['Extension', (row) => row.extension, 'wide'],
  ),
})

const own_fields = {
  parent: field('the code of what it stands in'),
  extension: field('its telephone extension'),
  sort_order: field('its place in lists'),
  department: field('the code of its department'),
  capacity: field('how many it holds'),
}

const create = command('location create', {
  says: 'Makes a location at a branch.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Location,
  }),
  permission: 'location:manage',
  http: 'POST /api/v1/locations',
  asks: { code },
  flags: {
    name: word(text('1 to 120 characters'), 'its name'),
    kind: word(choice(location_kinds), 'what kind it is'),
    ...own_fields,
    if_absent: yes('there already is done'),
  },
  examples: [
    'kituo location create WARD2 --name "Ward 2" --kind ROOM --facility MAIN',
    'kituo location create WARD2 --name "Ward 2" --kind ROOM --if-absent --json',
  ],
  plan: async (frame) => ({
    steps: [`make the location ${frame.asked.code.toUpperCase()}, ${frame.flags.name}`],
    nothing: frame.flags.if_absent && (await there(frame)) !== undefined,
  }),
  run: async (frame) => {
    const { asked, flags } = frame
    const by = await frame.caller()
    const standing = flags.if_absent ? await there(frame) : undefined
    const { find, open } = await import('../../db/hospital/office/places/locations.ts')
    if (standing !== undefined) {
      const words = `${standing.code} is there already.`
      return done(words, await find(by, standing.id), { changed: false })
    }
    const { LocationInput } = await import('../../db/hospital/office/places/unit-shapes.ts')
    const { name, kind } = flags
    const body = {
      code: asked.code,
      name,
      kind,
      facility_id: (await branch(frame)).id,
      ...(await bodyOf(frame)),
    }
    const made = await open(by, await said(LocationInput, body))
    return done(`${made.name} is made: ${made.code}.`, made)
  },
})

const edit = command('location edit', {
  says: 'Changes a location.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Location,
  }),
  permission: 'location:manage',
  http: 'PATCH /api/v1/locations/:id',
  asks: { code },
  flags: {
    new_code: field('another code'),
    name: field('its name'),
    kind: maybe(choice(location_kinds), 'what kind it is'),
    ...own_fields,
    empty: emptied(['department_id', 'parent_id', 'capacity', 'extension']),
  },
  examples: [
    'kituo location edit WARD2 --name "Ward 2 A" --facility MAIN',
    'kituo location edit WARD2 --empty parent_id --json',
  ],
  plan: async (frame) => ({ steps: [`change the location ${(await named(frame)).name}`] }),
  run: async (frame) => {
    const { new_code, name, kind, empty } = frame.flags
    const { LocationChange } = await import('../../db/hospital/office/places/unit-shapes.ts')
    const { change } = await import('../../db/hospital/office/places/locations.ts')
    const { id } = await named(frame)
    const body = await said(
      LocationChange,
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
    noun: 'location',
    example: 'WARD2',
    code,
    permission: 'location:manage',
    reply: async () => ({
      whole: (await import('../../db/hospital/office/places/unit-shapes.ts')).Location,
    }),
    rules: () => import('../../db/hospital/office/places/locations.ts'),
    named,
  }),
]

type Own = { readonly [name in keyof typeof own_fields]: string | undefined }

const pick = (flags: Own): Own => ({
  parent: flags.parent,
  extension: flags.extension,
  sort_order: flags.sort_order,
  department: flags.department,
  capacity: flags.capacity,
})

async function named(frame: Frame<{ code: string }, unknown>) {
  const { called } = await import('../../db/hospital/office/places/locations.ts')
  return called(await frame.caller(), (await branch(frame)).id, frame.asked.code)
}

async function there(frame: Frame<{ code: string }, unknown>) {
  const { byCode } = await import('../../db/hospital/office/places/locations.ts')
  return byCode(await frame.caller(), (await branch(frame)).id, frame.asked.code)
}

async function bodyOf(frame: Frame<{ code: string }, Own>): Promise<Record<string, unknown>> {
  const { parent, department, ...rest } = pick(frame.flags)
  const by = await frame.caller()
  const { called } = await import('../../db/hospital/office/places/locations.ts')
  const places = await import('../../db/hospital/office/places/departments.ts')
  return {
    ...rest,
    sort_order: numeric(rest.sort_order),
    capacity: numeric(rest.capacity),
    ...(parent === undefined
      ? {}
      : { parent_id: (await called(by, (await branch(frame)).id, parent)).id }),
    ...(department === undefined
      ? {}
      : { department_id: (await places.called(by, department)).id }),
  }
}
