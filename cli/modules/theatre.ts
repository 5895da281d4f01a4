// Operations of a day, and who waits for one (theatre 8).

import { day } from '../../db/appliance/configuration/kinds.ts'
import type { TheatreCase } from '../../db/hospital/modules/theatre/cases/shapes.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const list = command('theatre list', {
  says: 'Prints the cases of a day in their order, or who waits for an operation.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/modules/theatre/cases/shapes.ts')).TheatreCase,
  }),
  permission: 'theatre:read',
  http: 'GET /api/v1/theatre-cases',
  flags: {
    ...limited,
    date: maybe(day(), 'the cases of this day'),
    waiting: yes('those that have no day yet'),
  },
  examples: ['kituo theatre list --date 2026-03-24', 'kituo theatre list --waiting --json'],
  run: async ({ flags: { limit, date, waiting }, caller }) => {
    const by = await runsHere(await caller(), 'theatre')
    const cases = await import('../../db/hospital/modules/theatre/cases/view.ts')
    return gathered(limit, (page) =>
      cases.list(by, {
        ...page,
        ...(date === undefined ? {} : { on: date }),
        ...(waiting ? { waiting: true } : {}),
      }),
    )
  },
  view: tableOf<TheatreCase>(
    ['Case', (row) => row.reference],
    ['Theatre', (row) => row.theatre],
    ['Start', (row, page) => page.time(row.planned_start)],
    ['State', (row) => row.status],
    ['Urgency', (row) => row.urgency],
    ['Patient', (row) => row.patient.number],
    ['Operation', (row) => row.procedures[0]?.title ?? null],
    ['Surgeon', (row) => row.surgeon_name, 'wide'],
  ),
})

export const commands = [list]
