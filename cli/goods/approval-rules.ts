// Whose approval purchasing asks, from the command line (stock 8): as it stands, and from a file.

import type { ApprovalRule } from '../../db/hospital/goods/procurement/approvals/shapes.ts'
import { command, done, file } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { sum } from '../money/money.ts'

const shapes = () => import('../../db/hospital/goods/procurement/approvals/shapes.ts')

const show = command('procurement rules show', {
  says: 'Prints the levels of approval: who approves what up to which amount.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).ApprovalRule }),
  permission: 'purchase:read',
  http: 'GET /api/v1/procurement/approval-rules',
  flags: limited,
  examples: ['kituo procurement rules show', 'kituo procurement rules show --json'],
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

const set = command('procurement rules set', {
  says: 'Sets the levels of approval of one document from a JSON file, as the API takes them.',
  class: 'M',
  confirm: 'C1',
  rehearses: true,
  reply: async () => ({ each: (await shapes()).ApprovalRule }),
  permission: 'stock:settings',
  http: 'PUT /api/v1/procurement/approval-rules',
  asks: { file: file('the JSON file: document, facility_id, levels with up_to and role_id') },
  examples: [
    'kituo procurement rules set ./orders.json',
    'kituo procurement rules set ./payments.json --yes --json',
  ],
  async plan({ sent }) {
    const { document, levels } = await rulesIn(sent('file')?.bytes)
    const steps = levels.map(({ up_to }, at) => {
      const limit = typeof up_to === 'number' ? `up to ${sum(up_to)}` : 'without a limit'
      return `${document}: level ${at + 1} ${limit}`
    })
    return { steps }
  },
  async run({ sent, caller }) {
    const by = await caller()
    const { set: write } = await import('../../db/hospital/goods/procurement/approvals/rules.ts')
    const made = await write(by, await rulesIn(sent('file')?.bytes))
    return done(`${made.length} levels are set.`, made)
  },
  view: () => null,
})

async function rulesIn(bytes: Buffer | undefined) {
  const { invalid } = await import('../../db/core/refusal.ts')
  const { said } = await import('../frame/grammar/fields.ts')
  const { RulesInput } = await shapes()
  try {
    return await said(RulesInput, JSON.parse(bytes?.toString('utf8') ?? ''))
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('file', 'is not JSON.')
    throw error
  }
}

export const commands = [show, set]
