// Purchasing from the command line (stock 8): what waits for an approval, and whose approval is asked.

import type { Waiting } from '../../db/hospital/goods/procurement/approvals/shapes.ts'
import { command } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { sum } from '../money/money.ts'
import { commands as purchases } from './purchases.ts'
import { commands as rules } from './approval-rules.ts'
import { supplier_import } from './imports.ts'

const shapes = () => import('../../db/hospital/goods/procurement/approvals/shapes.ts')

const approvals = command('procurement approvals', {
  says: 'Prints the orders, exceptions of invoices and payments that wait for an approval.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Waiting }),
  permission: 'purchase:approve',
  http: 'GET /api/v1/procurement/approvals',
  flags: limited,
  examples: ['kituo procurement approvals', 'kituo procurement approvals --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/procurement/approvals/waiting.ts')
    return gathered(limit, (page) => list(by, page))
  },
  view: tableOf<Waiting>(
    ['Number', (row) => row.reference],
    ['Document', (row) => row.document],
    ['Total', (row) => sum(row.total)],
    ['Level', (row) => row.level],
    ['Made by', (row) => row.by_name, 'wide'],
    ['Marks', (row) => row.marks.join(', ')],
  ),
})

export const commands = [approvals, ...purchases, supplier_import, ...rules]
