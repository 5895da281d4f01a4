// What the law takes of pay, from the command line (people 8): the tables in force, and a pay tried on them.

import { day, text } from '../../db/appliance/configuration/kinds.ts'
import type { Breakdown, StatutoryTable } from '../../db/hospital/people/payroll/shapes.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { majorOf, money, said, sum } from '../money/money.ts'

const shapes = () => import('../../db/hospital/people/payroll/shapes.ts')

const tables = command('payroll tables', {
  says: 'Prints the statutory tables, with the day from which each is in force and where it is from.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).StatutoryTable }),
  permission: 'payroll:read',
  http: 'GET /api/v1/hr/statutory-tables',
  flags: {
    ...limited,
    code: maybe(text('1 to 40 characters', /^[^\0]{1,40}$/), 'only of this code'),
    as_of: maybe(day(), 'in force on this day'),
  },
  examples: ['kituo payroll tables --as-of 2026-07-01', 'kituo payroll tables --code PAYE --json'],
  run: async ({ flags: { limit, code, as_of }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/people/payroll/statutory.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ code, as_of }) }))
  },
  view: tableOf<StatutoryTable>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name, 'wide'],
    ['From', (row) => row.effective_from],
    ['Employee %', (row) => row.employee_pct],
    ['Employer %', (row) => row.employer_pct],
    ['Source', (row) => row.source_note, 'wide'],
  ),
})

const attempt = command('payroll try', {
  says: 'Reckons what the law would take of a pay; nothing is stored.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).Breakdown }),
  permission: 'payroll:read',
  http: 'POST /api/v1/hr/statutory-tables/try',
  flags: { gross: word(money, 'the gross pay of a month') },
  examples: ['kituo payroll try --gross 1500000', 'kituo payroll try --gross 1,500,000 --json'],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { attemptPay } = await import('../../db/hospital/people/payroll/statutory.ts')
    const found = await attemptPay(by, { gross: majorOf(flags.gross) })
    return done(`Net ${sum(found.net)} of ${sum(found.gross)}.`, found)
  },
  view: (row: Breakdown, page) =>
    lines(
      [
        ['Gross', sum(row.gross)],
        ['Taxed', sum(row.taxable)],
        ...row.taken.map(({ code, employee }) => [code, sum(employee)] as const),
        ['Net', sum(row.net)],
      ],
      page,
    ),
})

export const commands = [tables, attempt]
