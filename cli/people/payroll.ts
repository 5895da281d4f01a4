// Pay from the command line (people 8): its runs, one reckoned anew, and what goes to the bank. Approving,
// posting and paying need a person's sign-in and are not here.

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import { noneCalled } from '../../db/core/refusal.ts'
import type {
  PayrollRun,
  PayrollRunOpened,
  RegisterRow,
} from '../../db/hospital/people/payroll/runs/shapes.ts'
import { run_states } from '../../db/hospital/people/payroll/words.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { csv, said, sum, written } from '../money/money.ts'
import { commands as of_latest } from './latest.ts'
import { commands as of_law } from './law.ts'
import { runCalled, which } from './runs.ts'

type Which = Frame<{ run: string }>
const shapes = () => import('../../db/hospital/people/payroll/runs/shapes.ts')

const list = command('payroll runs', {
  says: 'Prints runs of pay, the latest month first.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).PayrollRun }),
  permission: 'payroll:read',
  http: 'GET /api/v1/hr/payroll-runs',
  flags: { ...limited, status: maybe(choice(run_states), 'only in this state') },
  examples: ['kituo payroll runs', 'kituo payroll runs --status POSTED --json'],
  run: async ({ flags: { limit, status }, caller }) => {
    const by = await caller()
    const { list: runs } = await import('../../db/hospital/people/payroll/runs/list.ts')
    return gathered(limit, (page) => runs(by, { ...page, ...said({ status }) }))
  },
  view: tableOf<PayrollRun>(
    ['Number', (row) => row.reference],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.status],
    ['People', (row) => row.staff_count],
    ['Gross', (row) => sum(row.gross)],
    ['Net', (row) => sum(row.net)],
    ['Paid', (row) => sum(row.paid)],
  ),
})

const facts = (row: PayrollRunOpened) =>
  [
    ['Run', row.reference],
    ['State', row.status],
    ['People', row.staff_count],
    ['Gross', sum(row.gross)],
    ['Net', sum(row.net)],
    ['Employer’s cost', sum(row.employer_cost)],
    ['Paid', sum(row.paid)],
    ['Left out', row.left_out.length],
    ...row.exceptions.map(({ code, text: says }) => [code, says] as const),
  ] as const

async function opened(frame: Pick<Which, 'asked' | 'caller'>): Promise<PayrollRunOpened> {
  const by = await frame.caller()
  const { find } = await import('../../db/hospital/people/payroll/runs/list.ts')
  return find(by, (await runCalled(by, frame.asked.run)).id)
}

const status = command('payroll status', {
  says: 'Prints one run of pay, with what is wrong in it and who is left out.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).PayrollRunOpened }),
  permission: 'payroll:read',
  http: 'GET /api/v1/hr/payroll-runs/:id',
  asks: which,
  examples: ['kituo payroll status 2026-03', 'kituo payroll status PR-2026-03-01 --json'],
  run: async (frame: Which) => {
    const found = await opened(frame)
    return done(`${found.reference} is ${found.status}.`, found)
  },
  view: (row: PayrollRunOpened, page) => lines(facts(row), page),
})

const calculate = command('payroll calculate', {
  says: 'Reckons a run of pay anew: payslips, what is wrong with them, how it compares.',
  class: 'M',
  permission: 'payroll:prepare',
  rehearses: true,
  http: 'POST /api/v1/hr/payroll-runs/:id/calculate',
  asks: which,
  examples: ['kituo payroll calculate 2026-03', 'kituo payroll calculate 2026-03 --dry-run'],
  plan: async (frame: Which) => {
    const { reference, status: state } = await opened(frame)
    return { steps: [`calculate ${reference}, which is ${state}`] }
  },
  run: async (frame: Which) => {
    const by = await frame.caller()
    const { id } = await runCalled(by, frame.asked.run)
    const { calculate: reckon } = await import('../../db/hospital/people/payroll/runs/calculate.ts')
    await reckon(by, id, (count, total) => frame.progress('payslips', { done: count, total }))
    const found = await opened(frame)
    return done(`${found.reference}: ${found.staff_count} payslips, net ${sum(found.net)}.`, found)
  },
  view: (row: PayrollRunOpened, page) => lines(facts(row), page),
})

const register = command('payroll register', {
  says: 'Prints the register of a run, a line each payslip.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).RegisterRow }),
  permission: 'payroll:read',
  http: 'GET /api/v1/hr/payroll-runs/:id/register',
  asks: which,
  flags: {
    ...limited,
    department: maybe(text('1 to 120 characters', /^[^\0]{1,120}$/), 'only of this department'),
    csv,
  },
  examples: [
    'kituo payroll register 2026-03',
    'kituo payroll register 2026-03 --limit 0 --csv ./register.csv',
  ],
  run: async (frame) => {
    const by = await frame.caller()
    const { limit, department } = frame.flags
    const { id } = await runCalled(by, frame.asked.run)
    const rules = await import('../../db/hospital/people/payroll/runs/register.ts')
    const found = await gathered(limit, (page) =>
      rules.list(by, id, { ...page, ...said({ department }) }),
    )
    await written(frame, () => [
      ['staff_number', 'full_name', 'department', 'gross', 'tax', 'net'],
      ...found.data.map((row) => [
        row.staff_number,
        row.full_name,
        row.department,
        row.gross,
        row.tax,
        row.net,
      ]),
    ])
    return found
  },
  view: tableOf<RegisterRow>(
    ['Number', (row) => row.staff_number],
    ['Name', (row) => row.full_name, 'wide'],
    ['Gross', (row) => sum(row.gross)],
    ['Tax', (row) => sum(row.tax)],
    ['Net', (row) => sum(row.net)],
  ),
})

const bankFile = command('payroll bank-file', {
  says: 'Writes the file of a payment batch for the bank or the operator.',
  class: 'M',
  permission: 'payroll:pay',
  transaction: 'rule',
  http: 'GET /api/v1/hr/payment-batches/:id/file',
  asks: { batch: word(text('the number of a batch', /^[A-Za-z0-9-]{1,40}$/), 'its number') },
  flags: { out: word(path(), 'the file to write') },
  examples: [
    'kituo payroll bank-file PB-2026-0003 --out ./salaries.csv',
    'kituo payroll bank-file PB-2026-0003 --out ./salaries.csv --dry-run',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`write the file of ${asked.batch} to ${flags.out}`],
  }),
  run: async ({ asked, flags, caller, put }) => {
    const by = await caller()
    const { hospital_id } = by
    const { payment_batches } = await import('../../db/hospital/people/payroll/batches/tables.ts')
    const { fileFor } = await import('../../db/hospital/people/payroll/batches/list.ts')
    const found = await payment_batches.find({ hospital_id, number: asked.batch.toUpperCase() })
    if (found === undefined) throw noneCalled('payment batch', asked.batch)
    const { bytes } = await fileFor(by, found.id)
    await put(bytes)
    return done(`${found.number} is in ${flags.out}.`, { file: flags.out, bytes: bytes.length })
  },
  view: () => null,
})

export const commands = [list, status, calculate, register, bankFile, ...of_latest, ...of_law]
