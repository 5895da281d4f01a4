// The wards, where nobody has a screen at hand (care 8).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { RoundLine } from '../../db/hospital/care/medicines/doses/shapes.ts'
import type { WardLine } from '../../db/hospital/care/wards/board-shapes.ts'
import { ward_kinds } from '../../db/hospital/care/wards/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
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

const add = command('wards add', {
  says: 'Sets up a ward; rooms, classes and beds follow.',
  class: 'M',
  rehearses: true,
  permission: 'ward:write',
  http: 'POST /api/v1/wards',
  confirm: 'C1',
  flags: {
    name: word(text('1 to 80 characters', /^[^\0]{1,80}$/), 'what it is called'),
    code: word(text('1 to 12 letters and figures', /^[A-Za-z0-9-]{1,12}$/), 'its code'),
    kind: word(choice(ward_kinds), 'what it is for'),
  },
  examples: [
    'kituo wards add --name "Female ward" --code FW --kind GENERAL --facility MAIN',
    'kituo wards add --name Children --code CH --kind PAEDIATRIC --dry-run',
  ],
  plan: async ({ flags: { name, code } }) => ({ steps: [`set up ${name} (${code})`] }),
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { open } = await import('../../db/hospital/care/wards/places/wards.ts')
    const { name, code, kind } = flags
    const made = await open(by, { name, code, kind })
    return done(`${made.name} is set up.`, { id: made.id, code: made.code, kind: made.kind })
  },
  view: () => null,
})

export const commands = [board, round, add]
