// Who owes, from the command line (billing 8).

import { text } from '../db/configuration/kinds.ts'
import { command, maybe } from './command.ts'
import { gathered, searched, tableOf } from './lists.ts'

type Debtor = Awaited<
  ReturnType<typeof import('../db/hospital/billing/debtors.ts')['list']>
>['rows'][number]

const said = (major: number): string => major.toLocaleString('en-US')

const list = command('debtors list', {
  says: 'Prints patients who owe, by the age of the debt.',
  class: 'R',
  permission: 'debtor:read',
  http: 'GET /api/v1/billing/debtors',
  flags: {
    ...searched,
    as_of: maybe(text('a day like 2026-12-31', /^\d{4}-\d\d-\d\d$/), 'as it was on this day'),
  },
  examples: ['kituo debtors list', 'kituo debtors list --as-of 2026-06-30 --json'],
  run: async ({ flags: { limit, search, as_of }, caller }) => {
    const by = await caller()
    const { list: debtors } = await import('../db/hospital/billing/debtors.ts')
    return gathered(limit, (page) =>
      debtors(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(as_of === undefined ? {} : { as_of }),
      }),
    )
  },
  view: tableOf<Debtor>(
    ['Number', (row) => row.patient.number],
    ['Patient', (row) => row.patient.name, 'wide'],
    ['Not due', (row) => said(row.not_due)],
    ['1–30', (row) => said(row.d1_30)],
    ['31–60', (row) => said(row.d31_60)],
    ['61–90', (row) => said(row.d61_90)],
    ['91–180', (row) => said(row.d91_180)],
    ['Over 180', (row) => said(row.over_180)],
    ['Owed', (row) => said(row.balance)],
    ['Deposits', (row) => said(row.deposits)],
  ),
})

export const commands = [list]
