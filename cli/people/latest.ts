// The latest run of pay from the command line (people 8): what is wrong in it, whose pay moved most, and the
// batches in which it goes out.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import type { PaymentBatch } from '../../db/hospital/people/payroll/batches/shapes.ts'
import type { Moved } from '../../db/hospital/people/payroll/runs/variance.ts'
import { batch_states } from '../../db/hospital/people/payroll/words.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { said, sum } from '../money/money.ts'

async function latest(by: Caller) {
  const { list, find } = await import('../../db/hospital/people/payroll/runs/list.ts')
  const { rows } = await list(by, { page: 1, per_page: 20 })
  const run = rows.find(({ status }) => !['CANCELLED', 'REVERSED'].includes(status))
  return run === undefined ? null : find(by, run.id)
}

const none = done('No run of pay stands yet.', [], { total: 0 })

interface Wrong {
  run: string
  code: string
  severity: string
  who: string | null
  text: string
}

const exceptions = command('payroll exceptions', {
  says: 'Prints what is wrong in the latest run of pay.',
  class: 'R',
  permission: 'payroll:read',
  examples: ['kituo payroll exceptions', 'kituo payroll exceptions --json'],
  run: async ({ caller }) => {
    const by = await caller()
    const run = await latest(by)
    if (run === null) return none
    const { staffNames } = await import('../../db/hospital/neighbours/parties.ts')
    const ids = run.exceptions.flatMap(({ staff_id }) => staff_id ?? [])
    const names = new Map((await staffNames(by, ids)).map(({ id, name }) => [id, name]))
    const found: Wrong[] = run.exceptions.map(({ code, severity, staff_id, text }) => ({
      run: run.reference,
      code,
      severity,
      who: names.get(staff_id ?? '') ?? null,
      text,
    }))
    return done(`${found.length} in ${run.reference}.`, found, { total: found.length })
  },
  view: tableOf<Wrong>(
    ['Run', (row) => row.run],
    ['Code', (row) => row.code],
    ['Kind', (row) => row.severity],
    ['Who', (row) => row.who],
    ['What', (row) => row.text, 'wide'],
  ),
})

const most = 20

const variance = command('payroll variance', {
  says: 'Prints whose net pay moved most against the month before, in the latest run.',
  class: 'R',
  permission: 'payroll:read',
  examples: ['kituo payroll variance', 'kituo payroll variance --json'],
  run: async ({ caller }) => {
    const by = await caller()
    const run = await latest(by)
    if (run === null) return none
    const { id, reference } = run
    const { runRecord } = await import('../../db/hospital/people/payroll/runs/record.ts')
    const { mostMoved } = await import('../../db/hospital/people/payroll/runs/variance.ts')
    const found = await mostMoved(by, await runRecord.get(by, id), most)
    return done(`${found.length} in ${reference}.`, found, { total: found.length })
  },
  view: tableOf<Moved>(
    ['Number', (row) => row.staff_number],
    ['Name', (row) => row.full_name, 'wide'],
    ['Before', (row) => (row.last_net === null ? '' : sum(row.last_net))],
    ['Now', (row) => (row.net === null ? '' : sum(row.net))],
    ['Change', (row) => sum(row.change)],
  ),
})

const batches = command('payroll batches', {
  says: 'Prints batches in which salaries are paid, the newest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/people/payroll/batches/shapes.ts')).PaymentBatch,
  }),
  permission: 'payroll:read',
  http: 'GET /api/v1/hr/payment-batches',
  flags: { ...limited, status: maybe(choice(batch_states), 'only in this state') },
  examples: ['kituo payroll batches', 'kituo payroll batches --status SENT --json'],
  run: async ({ flags: { limit, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/people/payroll/batches/list.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ status }) }))
  },
  view: tableOf<PaymentBatch>(
    ['Number', (row) => row.reference],
    ['By', (row) => row.method],
    ['State', (row) => row.status],
    ['Payslips', (row) => row.count],
    ['Total', (row) => sum(row.total)],
    ['Paid on', (row) => row.paid_on],
  ),
})

export const commands = [exceptions, variance, batches]
