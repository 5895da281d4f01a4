// Shifts of the cashiers from the command line (billing 8).

import { command, yes } from './command.ts'
import { gathered, limited, tableOf } from './lists.ts'

interface Listed {
  number: string
  status: string
  drawer: string
  cashier: string
  opened_at: string
  closed_at: string | null
  expected: number | null
  counted: number | null
  difference: number | null
}

const list = command('shifts list', {
  says: 'Prints the shifts, the latest first; with --open those that are not closed.',
  class: 'R',
  permission: 'shift:read',
  flags: { ...limited, open: yes('only open ones and those being counted') },
  examples: ['kituo shifts list --open', 'kituo shifts list --limit 20 --json'],
  run: async ({ flags: { limit, open }, caller }) => {
    const by = await caller()
    const { list: shifts } = await import('../db/hospital/drawers/view.ts')
    const found = await gathered(limit, (page) => shifts(by, page))
    const rows = found.data
      .filter(({ status }) => !open || status === 'OPEN' || status === 'COUNTING')
      .map(
        (one): Listed => ({
          number: one.number,
          status: one.status,
          drawer: one.drawer_name,
          cashier: one.user_name,
          opened_at: one.opened_at,
          closed_at: one.closed_at,
          expected: one.expected,
          counted: one.counted,
          difference: one.difference,
        }),
      )
    return { ...found, data: rows, ...(open ? { message: `${rows.length} open.` } : {}) }
  },
  view: tableOf<Listed>(
    ['Number', (row) => row.number],
    ['State', (row) => row.status],
    ['Drawer', (row) => row.drawer],
    ['Cashier', (row) => row.cashier, 'wide'],
    ['Opened', (row, page) => page.time(row.opened_at)],
    ['Closed', (row, page) => (row.closed_at === null ? '' : page.time(row.closed_at))],
    ['Expected', (row) => row.expected?.toLocaleString('en-US') ?? ''],
    ['Counted', (row) => row.counted?.toLocaleString('en-US') ?? ''],
    ['Difference', (row) => row.difference?.toLocaleString('en-US') ?? ''],
  ),
})

export const commands = [list]
