// The wards, where nobody has a screen at hand (care 8).

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { WardLine } from '../../db/hospital/care/wards/board-shapes.ts'
import { ward_kinds } from '../../db/hospital/care/wards/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

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
    ['Next', (row) => [row.task_timing, row.next_task].filter(Boolean).join(' ') || null],
    ['Leaves', (row) => row.leaves_on, 'wide'],
    ['Watch', (row) => row.alerts || null, 'wide'],
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

export const commands = [board, add]
