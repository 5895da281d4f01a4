// Tax returns from the command line (accounting 8.2): which there are and which are due.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { FilingBrief } from '../../db/hospital/money/accounting/taxes/shapes.ts'
import { filing_states } from '../../db/hospital/money/accounting/words.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { said, sum } from './money.ts'

const list = command('filings list', {
  says: 'Prints tax returns, the latest due first; with --due those that nobody has filed.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/money/accounting/taxes/shapes.ts')).FilingBrief,
  }),
  permission: 'filing:read',
  http: 'GET /api/v1/accounting/filings',
  flags: {
    ...limited,
    due: yes('only those that are due or overdue'),
    state: maybe(choice(filing_states), 'only in this state'),
  },
  examples: ['kituo filings list --due', 'kituo filings list --state FILED --json'],
  run: async ({ flags: { limit, due, state }, caller }) => {
    const by = await caller()
    const { list: filings } = await import('../../db/hospital/money/accounting/taxes/filings.ts')
    const status = due ? ('DUE' as const) : state
    return gathered(limit, (page) => filings(by, { ...page, ...said({ status }) }))
  },
  view: tableOf<FilingBrief>(
    ['Return', (row) => row.kind],
    ['Period', (row) => periodOf(row)],
    ['Due', (row) => row.due_on],
    ['Late', (row) => (row.overdue ? `${row.overdue_days} days` : '')],
    ['Amount', (row) => sum(row.amount_due)],
    ['Ledger', (row) => sum(row.ledger_amount)],
    ['State', (row) => row.status],
    ['Receipt', (row) => row.receipt_number, 'wide'],
  ),
})

const periodOf = ({ period_year, period_month }: FilingBrief): string =>
  period_month === null
    ? String(period_year)
    : `${period_year}-${String(period_month).padStart(2, '0')}`

export const commands = [list]
