// The chart of accounts from the command line (accounting 8.2).

import { choice, day, path } from '../../db/appliance/configuration/kinds.ts'
import type { Account } from '../../db/hospital/money/accounting/chart/shapes.ts'
import { account_kinds } from '../../db/hospital/money/accounting/words.ts'
import { command, cutTo, done, maybe, word, yes } from '../frame/grammar/command.ts'
import { saidBranch } from '../frame/names/branch.ts'
import { listImport } from '../frame/list-import.ts'
import { searched, tableOf } from '../frame/lists.ts'
import { amount, said } from './money.ts'

const shapes = () => import('../../db/hospital/money/accounting/chart/shapes.ts')

const list = command('accounts list', {
  says: 'Prints the chart of accounts with what each holds.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Account }),
  permission: 'account:read',
  http: 'GET /api/v1/accounting/accounts',
  flags: {
    ...searched,
    kind: maybe(choice(account_kinds), 'only of this kind'),
    as_of: maybe(day(), 'as it stood at the end of this day'),
    postable: yes('only accounts that lines are posted to'),
  },
  examples: ['kituo accounts list', 'kituo accounts list --kind EXPENSE --as-of 2026-06-30 --json'],
  run: async ({ flags: { limit, search, kind, as_of, postable }, facility, caller }) => {
    const by = await caller()
    const { list: accounts } = await import('../../db/hospital/money/accounting/chart/accounts.ts')
    const asked = { search, kind, as_of, ...(await saidBranch({ facility, caller })) }
    const all = await accounts(by, { ...said(asked), ...(postable ? { postable } : {}) })
    return done(`${all.length} accounts.`, cutTo(all, limit), { total: all.length })
  },
  view: tableOf<Account>(
    ['Code', (row) => row.code],
    ['Account', (row) => `${'  '.repeat(row.depth - 1)}${row.name}`],
    ['Kind', (row) => row.kind],
    ['Balance', (row) => (row.role === 'POSTING' || row.balance !== 0 ? amount(row.balance) : '')],
    ['Lines', (row) => row.line_count, 'wide'],
    ['State', (row) => (row.active ? '' : 'not active'), 'wide'],
  ),
})

const save = command('accounts export', {
  says: 'Writes the chart to a CSV file that accounts import reads.',
  class: 'R',
  permission: 'account:read',
  flags: { out: word(path(), 'the file to write') },
  examples: [
    'kituo accounts export --out ./chart.csv',
    'kituo accounts export --out ./chart.csv --json',
  ],
  run: async ({ flags: { out }, caller, put }) => {
    const { chartCsv } = await import('../../db/hospital/money/accounting/reports/books-files.ts')
    const { text, rows } = await chartCsv(await caller())
    await put(Buffer.from(text))
    return done(`${rows} accounts are in ${out}.`, { file: out, rows })
  },
  view: () => null,
})

export const commands = [
  list,
  listImport({
    words: 'accounts import',
    says: 'Reads accounts from a CSV file, each by its code, under the code of its parent.',
    permission: 'account:manage',
    examples: [
      'kituo accounts import ./chart.csv --dry-run',
      'kituo accounts import ./chart.csv --yes',
    ],
    read: async (...asked) => {
      const { importAccounts } = await import(
        '../../db/hospital/money/accounting/chart/accounts-import.ts'
      )
      return importAccounts(...asked)
    },
  }),
  save,
]
