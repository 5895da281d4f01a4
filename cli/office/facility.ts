// Branches of a hospital.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Facility } from '../../db/hospital/office/places/shapes.ts'
import { facility_kinds, facility_states } from '../../db/hospital/office/places/words.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { commands as imports } from '../desk/facility-import.ts'
import { emptied, field, numeric, onOrOff, said, truth } from '../frame/grammar/fields.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'

const code = word(text('the code of a branch', /^[^\s\0]{1,40}$/), 'the branch, by its code')

const list = command('facility list', {
  says: 'Prints the branches.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'self:use',
  http: 'GET /api/v1/facilities',
  flags: {
    ...searched,
    state: maybe(choice(facility_states), 'only branches in this state'),
  },
  examples: ['kituo facility list', 'kituo facility list --state ACTIVE --json'],
  run: async ({ flags: { limit, search, state }, caller }) => {
    const by = await caller()
    const { list: facilities } = await import('../../db/hospital/office/places/facilities.ts')
    return gathered(limit, (page) =>
      facilities(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(state === undefined ? {} : { status: state }),
      }),
    )
  },
  view: tableOf<Facility>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.status],
    ['Main', (row) => (row.is_main ? 'main' : '')],
    ['Accounts', (row) => row.user_count],
    [
      'Modules',
      ({ modules }) =>
        Object.entries(modules)
          .filter(([, on]) => on)
          .map(([name]) => name)
          .join(', '),
      'wide',
    ],
  ),
})

const show = command('facility show', {
  says: 'Prints one branch.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'self:use',
  http: 'GET /api/v1/facilities/:id',
  asks: { code },
  examples: ['kituo facility show MAIN', 'kituo facility show MAIN --field data.phone'],
  run: async (frame) => {
    const { find } = await import('../../db/hospital/office/places/facilities.ts')
    return done('', await find(await frame.caller(), (await named(frame)).id))
  },
})

const text_fields = {
  short_name: field('for narrow places'),
  registry_code: field('its number in the national registry'),
  licence_no: field('the number of its licence'),
  licence_expires_on: field('the last day of its licence'),
  tin: field('taxpayer number'),
  vrn: field('number for VAT'),
  phone: field('a telephone number'),
  email: field('a mail address'),
  address: field('where it stands'),
  region: field('its region'),
  district: field('its district'),
  ward: field('its ward'),
  time_zone: field('when it differs from the hospital’s'),
  latitude: field('on the map'),
  longitude: field('on the map'),
}
const own_fields = { ...text_fields, open_24h: onOrOff('never closed: on or off') }
const names = Object.keys(text_fields) as (keyof typeof text_fields)[]

const create = command('facility create', {
  says: 'Opens a branch.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'facility:manage',
  http: 'POST /api/v1/facilities',
  asks: { code },
  flags: {
    name: word(text('2 to 120 characters'), 'its name'),
    kind: word(choice(facility_kinds), 'what kind of branch it is'),
    ...own_fields,
    if_absent: yes('there already is done'),
  },
  examples: [
    'kituo facility create EAST --name "Kituo East" --kind CLINIC --phone "0712 345 678"',
    'kituo facility create EAST --name "Kituo East" --kind CLINIC --if-absent --json',
  ],
  plan: async ({ asked, flags, caller }) => ({
    steps: [`open the branch ${asked.code.toUpperCase()}, ${flags.name}`],
    nothing: flags.if_absent && (await there(await caller(), asked.code)) !== undefined,
  }),
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { FacilityInput } = await import('../../db/hospital/office/places/shapes.ts')
    const { find, open } = await import('../../db/hospital/office/places/facilities.ts')
    const standing = flags.if_absent ? await there(by, asked.code) : undefined
    if (standing !== undefined) {
      const words = `${standing.code} is there already.`
      return done(words, await find(by, standing.id), { changed: false })
    }
    const { code: typed } = asked
    const { name, kind } = flags
    const made = await open(
      by,
      await said(FacilityInput, { code: typed, name, kind, ...bodyOf(flags) }),
    )
    return done(`${made.name} is open: ${made.code}.`, made)
  },
})

const edit = command('facility edit', {
  says: 'Changes a branch.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'facility:manage',
  http: 'PATCH /api/v1/facilities/:id',
  asks: { code },
  flags: {
    new_code: field('another code, while no reference carries the old one'),
    name: field('its name'),
    kind: maybe(choice(facility_kinds), 'what kind of branch it is'),
    ...own_fields,
    empty: emptied(names),
  },
  examples: [
    'kituo facility edit EAST --phone "0712 345 678"',
    'kituo facility edit EAST --empty email --open-24h on',
  ],
  plan: async (frame) => ({ steps: [`change the branch ${(await named(frame)).name}`] }),
  run: async (frame) => {
    const { flags } = frame
    const { FacilityChange } = await import('../../db/hospital/office/places/shapes.ts')
    const { change } = await import('../../db/hospital/office/places/facilities.ts')
    const { new_code, name, kind } = flags
    const body = { code: new_code, name, kind, ...bodyOf(flags) }
    const { id } = await named(frame)
    const changed = await change(
      await frame.caller(),
      id,
      await said(FacilityChange, body, flags.empty),
    )
    return done(`${changed.name} is changed.`, changed)
  },
})

const activate = command('facility activate', {
  says: 'Opens a closed branch again.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'facility:manage',
  http: 'POST /api/v1/facilities/:id/activate',
  asks: { code },
  examples: ['kituo facility activate EAST', 'kituo facility activate EAST --json'],
  plan: async (frame) => {
    const { name, status } = await named(frame)
    return { steps: [`open ${name} again`], nothing: status === 'ACTIVE' }
  },
  run: async (frame) => {
    const by = await frame.caller()
    const { id, status, name } = await named(frame)
    const { find } = await import('../../db/hospital/office/places/facilities.ts')
    if (status === 'ACTIVE') {
      return done(`${name} is ACTIVE already.`, await find(by, id), { changed: false })
    }
    const rules = await import('../../db/hospital/office/places/facility-moves.ts')
    return done(`${name} is open again.`, await rules.activate(by, id))
  },
})

const deactivate = command('facility deactivate', {
  says: 'Closes a branch that has no open work.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/places/shapes.ts')).Facility,
  }),
  permission: 'facility:manage',
  http: 'POST /api/v1/facilities/:id/deactivate',
  confirm: 'C1',
  reason: 'must',
  asks: { code },
  examples: [
    'kituo facility deactivate EAST --reason "moved to the main house"',
    'kituo facility deactivate EAST --reason "building works" --yes',
  ],
  plan: async (frame) => {
    const { name, status } = await named(frame)
    return { steps: [`close ${name}`], nothing: status === 'INACTIVE' }
  },
  run: async (frame) => {
    const by = await frame.caller()
    const { id, status, name } = await named(frame)
    const { find } = await import('../../db/hospital/office/places/facilities.ts')
    if (status === 'INACTIVE') {
      return done(`${name} is INACTIVE already.`, await find(by, id), { changed: false })
    }
    const rules = await import('../../db/hospital/office/places/facility-moves.ts')
    return done(`${name} is closed.`, await rules.deactivate(by, id, frame.reason ?? ''))
  },
})

export const commands = [list, show, create, edit, activate, deactivate, ...imports]

async function named({ asked, caller }: Frame<{ code: string }, unknown>) {
  const { called } = await import('../../db/hospital/office/places/facilities.ts')
  return called(await caller(), asked.code)
}

async function there(by: Awaited<ReturnType<Frame['caller']>>, typed: string) {
  const { byCode } = await import('../../db/hospital/office/places/facilities.ts')
  return byCode(by, typed)
}

type Own = { readonly [name in keyof typeof text_fields]: string | undefined } & {
  readonly open_24h: 'on' | 'off' | undefined
}

const bodyOf = (flags: Own): Record<string, unknown> => ({
  ...Object.fromEntries(names.map((name) => [name, flags[name]])),
  latitude: numeric(flags.latitude),
  longitude: numeric(flags.longitude),
  open_24h: truth(flags.open_24h),
})
