// The labour ward, where nobody has a screen at hand (maternity 8).

import type { LabourShort } from '../../db/hospital/modules/maternity/labours/shapes.ts'
import { command } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const board = command('maternity board', {
  says: 'Prints the women in labour: how far they are, alerts that are open, what is late.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/modules/maternity/labours/shapes.ts')).LabourShort,
  }),
  permission: 'maternity:read',
  http: 'GET /api/v1/labours',
  flags: limited,
  examples: ['kituo maternity board --facility MAIN', 'kituo maternity board --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await runsHere(await caller(), 'maternity')
    const labours = await import('../../db/hospital/modules/maternity/labours/view.ts')
    return gathered(limit, (page) => labours.list(by, { ...page, live: true }))
  },
  view: tableOf<LabourShort>(
    ['Labour', (row) => row.number],
    ['Ward', (row) => row.ward],
    ['Bed', (row) => row.bed],
    ['Patient', (row) => row.patient.number],
    ['Stage', (row) => row.stage],
    ['Alerts', (row) => (row.danger ? `${row.open_alerts} !` : row.open_alerts || null)],
    ['Late', (row) => row.late.map(({ what }) => what).join(', ') || null],
    ['Admitted', (row, page) => page.time(row.admitted_at), 'wide'],
  ),
})

export const commands = [board]
