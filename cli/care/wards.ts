// The wards, where nobody has a screen at hand (care 8).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { RoundLine } from '../../db/hospital/care/medicines/doses/shapes.ts'
import type { WardLine } from '../../db/hospital/care/wards/board-shapes.ts'
import type { TemplateLine, Ward, WardInput } from '../../db/hospital/care/wards/places/shapes.ts'
import {
  type WardTemplate,
  ward_kinds,
  ward_templates,
} from '../../db/hospital/care/wards/words.ts'
import { usage } from '../frame/grammar/usage.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { table } from '../frame/page.ts'

const ward = text('the code or the name of a ward', /^[^\0]{1,80}$/)

const board = command('wards board', {
  says: 'Prints every bed: who lies in it, how the last signs stand and what is due next.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/wards/board-shapes.ts')).WardLine,
  }),
  permission: 'admission:read',
  http: 'GET /api/v1/wards/:id/board',
  flags: { ward: maybe(ward, 'only this ward') },
  examples: ['kituo wards board --facility MAIN', 'kituo wards board --ward A --json'],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { boardLines } = await import('../../db/hospital/care/wards/board-lines.ts')
    const found = await boardLines(by, flags.ward)
    const lie = found.filter(({ patient }) => patient !== null).length
    return done(`${lie} lie in ${found.length} lines.`, found, { total: found.length })
  },
  view: tableOf<WardLine>(
    ['Ward', (row) => row.ward],
    ['Bed', (row) => row.bed],
    ['State', (row) => row.status],
    ['Patient', (row) => row.patient],
    ['Number', (row) => row.number, 'wide'],
    ['Day', (row) => row.day],
    ['Score', (row) => [row.score, row.trend].filter(Boolean).join(' ') || null],
    ['Next', (row) => [row.next_timing, row.next].filter(Boolean).join(' ') || null],
    ['Leaves', (row) => row.leaves_on, 'wide'],
    ['Watch', (row) => row.alerts || null, 'wide'],
  ),
})

const round = command('wards round', {
  says: 'Prints the medicines that are given next, bed after bed, what is late in front.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/medicines/doses/shapes.ts')).RoundLine,
  }),
  permission: 'dose:read',
  http: 'GET /api/v1/nursing/doses/due',
  flags: {
    ward: maybe(ward, 'only this ward'),
    minutes: maybe(whole(1, 1440), 'what is due until then; 60 without it'),
  },
  examples: ['kituo wards round --ward A', 'kituo wards round --ward A --minutes 240 --json'],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { roundLines } = await import('../../db/hospital/care/medicines/doses/round-lines.ts')
    const found = await roundLines(by, flags)
    const late = found.filter(({ timing }) => timing === 'LATE' || timing === 'OVERDUE').length
    return done(`${found.length} doses are due, ${late} of them late.`, found, {
      total: found.length,
    })
  },
  view: (rows: readonly RoundLine[], page) =>
    table(
      rows,
      [
        { title: 'Due', of: (row) => page.time(row.due_at) },
        { title: 'How', of: (row) => row.timing },
        { title: 'Ward', of: (row) => row.ward },
        { title: 'Bed', of: (row) => row.bed },
        { title: 'Patient', of: (row) => row.patient },
        { title: 'Number', of: (row) => row.number, wide: true },
        { title: 'Medicine', of: (row) => row.medicine },
        { title: 'Dose', of: (row) => row.dose },
        { title: 'Route', of: (row) => row.route },
      ],
      page,
    ),
})

const templates = command('wards templates', {
  says: 'Prints the wards that a hospital usually has, each with its rooms and beds.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/wards/places/shapes.ts')).TemplateLine,
  }),
  permission: 'ward:read',
  examples: ['kituo wards templates', 'kituo wards templates --json'],
  run: async () => {
    const { templateLines } = await import('../../db/hospital/care/wards/places/usual-wards.ts')
    const lines = templateLines()
    return done(`${lines.length} templates.`, lines, { total: lines.length })
  },
  view: tableOf<TemplateLine>(
    ['Template', (row) => row.template],
    ['Ward', (row) => row.name],
    ['Code', (row) => row.code],
    ['Kind', (row) => row.kind, 'wide'],
    ['For', (row) => row.sex, 'wide'],
    ['Beds', (row) => row.beds],
    ['Rooms', (row) => row.rooms, 'wide'],
  ),
})

const add = command('wards add', {
  says: 'Sets up a ward: one as in a template, with its rooms and beds, or a bare one.',
  class: 'M',
  rehearses: true,
  permission: 'ward:write',
  http: 'POST /api/v1/wards',
  confirm: 'C1',
  flags: {
    template: maybe(choice(ward_templates), 'which of the usual wards (kituo wards templates)'),
    name: maybe(text('1 to 80 characters', /^[^\0]{1,80}$/), 'what it is called'),
    code: maybe(text('1 to 12 letters and figures', /^[A-Za-z0-9-]{1,12}$/), 'its code'),
    kind: maybe(choice(ward_kinds), 'what it is for, without a template'),
  },
  examples: [
    'kituo wards add --template children --facility MAIN',
    'kituo wards add --template female-medical --name "Ward 3" --code W3 --dry-run',
    'kituo wards add --name "Burns unit" --code BU --kind SURGICAL --facility MAIN',
  ],
  plan: async ({ flags }) => {
    const asked = asWanted(flags)
    if (asked.bare !== undefined) {
      return { steps: [`set up ${asked.bare.name} (${asked.bare.code})`] }
    }
    const { usualWard } = await import('../../db/hospital/care/wards/places/usual-wards.ts')
    const { ward, rooms } = usualWard(asked.template)
    const { name = ward.name, code = ward.code } = asked.called
    return {
      steps: [
        `set up ${name} (${code})`,
        ...rooms.map((room) => `set up ${room.name} with ${room.beds} beds`),
      ],
    }
  },
  run: async ({ flags, caller }) => {
    const asked = asWanted(flags)
    const by = await caller()
    if (asked.bare !== undefined) {
      const { open } = await import('../../db/hospital/care/wards/places/wards.ts')
      const made = await open(by, asked.bare)
      return done(`${made.name} is set up; rooms and beds follow.`, made_of(made))
    }
    const { openFromTemplate } = await import(
      '../../db/hospital/care/wards/places/from-template.ts'
    )
    const { ward, unpriced } = await openFromTemplate(by, asked.template, asked.called)
    const beds = ward.beds.total + ward.beds.extra
    return done(`${ward.name} is set up with ${beds} beds.`, made_of(ward), {
      warnings: unpriced.map((code) => ({
        code: 'tariff.missing',
        message: `A day there is charged as ${code}, which has no price yet.`,
      })),
    })
  },
  view: () => null,
})

const made_of = ({ id, code, kind, beds }: Ward) => ({
  id,
  code,
  kind,
  beds: beds.total + beds.extra,
})

interface WardFlags {
  template?: WardTemplate | undefined
  name?: string | undefined
  code?: string | undefined
  kind?: WardInput['kind'] | undefined
}

/** A template says what it is for; a bare ward needs all three words. */
function asWanted({ template, name, code, kind }: WardFlags) {
  if (template !== undefined) {
    if (kind !== undefined) throw usage('flag', '--kind is said by the template.')
    return { template, called: { name, code } }
  }
  if (name === undefined) throw usage('missing', '--name is needed, or --template.')
  if (code === undefined) throw usage('missing', '--code is needed, or --template.')
  if (kind === undefined) throw usage('missing', '--kind is needed, or --template.')
  return { bare: { name, code, kind } }
}

export const commands = [board, round, templates, add]
