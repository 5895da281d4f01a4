// Clients who are late, by their numbers alone (tb-ctc 8, TBC-22).

import { whole } from '../../db/appliance/configuration/kinds.ts'
import type { CtcClientListed } from '../../db/hospital/modules/tb-ctc/ctc/shapes.ts'
import { command, orElse } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const late = command('tb-ctc late', {
  says: 'Prints the numbers of clients whose next visit is past; needs the right to read HIV care.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/modules/tb-ctc/ctc/shapes.ts')).CtcClientListed,
  }),
  permission: 'ctc:read',
  http: 'GET /api/v1/ctc-clients',
  flags: { ...limited, over: orElse(whole(0, 365), '7', 'by more than so many days') },
  examples: ['kituo tb-ctc late --over 28', 'kituo tb-ctc late --over 7 --json'],
  run: async ({ flags: { limit, over }, caller }) => {
    const by = await runsHere(await caller(), 'tb_ctc')
    const clients = await import('../../db/hospital/modules/tb-ctc/ctc/view.ts')
    return gathered(limit, (page) => clients.list(by, { ...page, late_over: over }))
  },
  view: tableOf<CtcClientListed>(
    ['Number', (row) => row.number],
    ['State', (row) => row.status],
    ['Next visit', (row) => row.next_visit_on],
    ['Days late', (row) => row.late_days],
    ['Model', (row) => row.model, 'wide'],
  ),
})

export const commands = [late]
