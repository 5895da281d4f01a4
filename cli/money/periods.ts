// Months of a fiscal year from the command line (accounting 8.2): looked at, locked, opened again.

import { whole } from '../../db/appliance/configuration/kinds.ts'
import type { Period } from '../../db/hospital/money/accounting/years/shapes.ts'
import { command, cutTo, done, limit_flag, maybe, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { amount, month } from './money.ts'

const shapes = () => import('../../db/hospital/money/accounting/years/shapes.ts')
const asked_month = word(month, 'the month: 2026-03')

const list = command('periods list', {
  says: 'Prints the months of the fiscal years, and what stands in the way of locking each.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Period }),
  permission: 'fiscalyear:read',
  http: 'GET /api/v1/accounting/periods',
  flags: { limit: limit_flag, year: maybe(whole(1900, 2999), 'only of this year') },
  examples: ['kituo periods list', 'kituo periods list --year 2026 --json'],
  run: async ({ flags: { limit, year }, caller }) => {
    const { list: periods } = await import('../../db/hospital/money/accounting/years/periods.ts')
    const all = await periods(await caller(), year === undefined ? {} : { year })
    return done(`${all.length} months.`, cutTo(all, limit), { total: all.length })
  },
  view: tableOf<Period>(
    ['Month', (row) => row.id],
    ['State', (row) => row.status],
    ['Entries', (row) => amount(row.entries)],
    ['Drafts', (row) => amount(row.drafts)],
    ['In the way', (row) => standing(row, 'BLOCK')],
    ['To look at', (row) => standing(row, 'WARN'), 'wide'],
  ),
})

const standing = ({ checks, status }: Period, wanted: string): string =>
  status === 'CLOSED'
    ? ''
    : checks
        .filter(({ state }) => state === wanted)
        .map(({ code, count }) => `${code.toLowerCase()} ${amount(count)}`)
        .join(', ')

const close = command('periods close', {
  says: 'Locks a month that has ended; the months before it are locked first.',
  class: 'M',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).Period }),
  permission: 'period:close',
  http: 'POST /api/v1/accounting/periods/:month/close',
  asks: { month: asked_month },
  examples: ['kituo periods close 2026-03', 'kituo periods close 2026-03 --reason "VAT is filed"'],
  plan: async ({ asked }) => ({ steps: [`lock the books to the end of ${asked.month}`] }),
  run: async ({ asked, caller, reason }) => {
    const { close: shut } = await import('../../db/hospital/money/accounting/years/periods.ts')
    const made = await shut(await caller(), asked.month, reason)
    return done(`${made.id} is locked.`, made)
  },
  view: () => null,
})

const reopen = command('periods reopen', {
  says: 'Opens the last locked month again.',
  class: 'M',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).Period }),
  permission: 'period:close',
  http: 'POST /api/v1/accounting/periods/:month/reopen',
  reason: 'must',
  asks: { month: asked_month },
  examples: [
    'kituo periods reopen 2026-03 --reason "a late invoice"',
    'kituo periods reopen 2026-03 --reason "a late invoice" --json',
  ],
  plan: async ({ asked }) => ({ steps: [`open the days of ${asked.month} again`] }),
  run: async ({ asked, caller, reason }) => {
    const { reopen: back } = await import('../../db/hospital/money/accounting/years/periods.ts')
    const made = await back(await caller(), asked.month, reason ?? '')
    return done(`${made.id} is open again.`, made)
  },
  view: () => null,
})

export const commands = [list, close, reopen]
