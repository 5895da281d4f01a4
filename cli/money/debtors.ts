// Who owes, from the command line (billing 8).

import { day } from '../../db/appliance/configuration/kinds.ts'
import { command, maybe } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { aged, ages } from './ages.ts'
import { csv, sum, written } from './money.ts'

type Debtor = Awaited<
  ReturnType<typeof import('../../db/hospital/money/billing/debts/debtors.ts')['list']>
>['rows'][number]

const list = command('debtors list', {
  says: 'Prints patients who owe, by the age of the debt.',
  class: 'R',
  permission: 'debtor:read',
  also: ['debtors'],
  http: 'GET /api/v1/billing/debtors',
  flags: {
    ...searched,
    as_of: maybe(day(), 'as it was on this day'),
    csv,
  },
  examples: [
    'kituo debtors list --as-of 2026-06-30',
    'kituo debtors list --limit 0 --csv ./debtors.csv',
  ],
  run: async (frame) => {
    const { limit, search, as_of } = frame.flags
    const by = await frame.caller()
    const { list: debtors } = await import('../../db/hospital/money/billing/debts/debtors.ts')
    const found = await gathered(limit, (page) =>
      debtors(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(as_of === undefined ? {} : { as_of }),
      }),
    )
    await written(frame, () => [
      ['number', 'name', ...ages, 'owed', 'deposits'],
      ...found.data.map((row) => [
        row.patient.number ?? '',
        row.patient.name ?? '',
        ...ages.map((age) => row[age]),
        row.balance,
        row.deposits,
      ]),
    ])
    return found
  },
  view: tableOf<Debtor>(
    ['Number', (row) => row.patient.number],
    ['Patient', (row) => row.patient.name, 'wide'],
    ...aged,
    ['Owed', (row) => sum(row.balance)],
    ['Deposits', (row) => sum(row.deposits)],
  ),
})

export const commands = [list]
