// The emergency room, where nobody has a screen at hand.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { BoardRow } from '../../db/hospital/desk/emergencies/shapes.ts'
import { zones } from '../../db/hospital/desk/emergencies/words.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

const board = command('emergency board', {
  says: 'Prints everybody who is in the emergency room now, with the clocks.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/emergencies/shapes.ts')).BoardRow,
  }),
  permission: 'emergency:read',
  http: 'GET /api/v1/emergencies/board',
  flags: { zone: maybe(choice(zones), 'only this zone') },
  examples: ['kituo emergency board --facility MAIN', 'kituo emergency board --zone RESUS --json'],
  run: async ({ flags: { zone }, caller }) => {
    const by = await caller()
    const { board: read } = await import('../../db/hospital/desk/emergencies/emergencies.ts')
    const found = await read(by, zone === undefined ? {} : { zone })
    const late = found.filter(({ breached, untriaged }) => breached || untriaged).length
    return done(`${found.length} in the room, ${late} late.`, found, { total: found.length })
  },
  view: tableOf<BoardRow>(
    ['Number', (row) => row.number],
    ['Patient', (row) => row.patient.full_name],
    ['Acuity', (row) => row.acuity ?? (row.untriaged ? 'UNTRIAGED' : null)],
    ['State', (row) => row.status],
    ['Zone', (row) => row.zone, 'wide'],
    ['Waits', (row) => row.waiting_minutes],
    ['To target', (row) => row.minutes_to_target],
    ['Late', (row) => (row.breached ? row.breach_minutes : null)],
  ),
})

export const commands = [board]
