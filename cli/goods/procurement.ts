// Purchasing from the command line (stock 8): what waits for an approval, and whose approval is asked.

import type { ApprovalRule, Waiting } from '../../db/hospital/goods/procurement/approvals/shapes.ts'
import { command } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { sum } from '../money/money.ts'
import { commands as purchases } from './purchases.ts'
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

const rules = command('procurement rules', {
  says: 'Prints the levels of approval: who approves what up to which amount.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).ApprovalRule }),
  permission: 'purchase:read',
  http: 'GET /api/v1/procurement/approval-rules',
  flags: limited,
  examples: ['kituo procurement rules', 'kituo procurement rules --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/procurement/approvals/rules.ts')
    return gathered(limit, (page) => list(by, page))
  },
  view: tableOf<ApprovalRule>(
    ['Document', (row) => row.document],
    ['Level', (row) => row.level],
    ['Up to', (row) => (row.up_to === null ? 'no limit' : sum(row.up_to))],
    ['Role', (row) => row.role_name, 'wide'],
  ),
})

export const commands = [approvals, ...purchases, supplier_import, rules]
