// Claims on schemes from the command line (billing 8): a month is checked, a batch is submitted.

import { day, text } from '../../db/appliance/configuration/kinds.ts'
import type { Batch } from '../../db/hospital/money/claims/batch-shapes.ts'
import type { Claim } from '../../db/hospital/money/claims/shapes.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { amount, month, said, sum } from './money.ts'
import { table } from '../frame/page.ts'

const scheme = text('the code or name of a scheme', /^[^\0]{1,160}$/)

const list = command('claims list', {
  says: 'Prints claims on schemes, with how many faults each has.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/hospital/money/claims/shapes.ts')).Claim }),
  permission: 'claim:read',
  http: 'GET /api/v1/billing/claims',
  flags: {
    ...limited,
    scheme: maybe(scheme, 'only on this scheme'),
    month: maybe(month, 'only of this month'),
  },
  examples: ['kituo claims list', 'kituo claims list --scheme NHIF --month 2026-01 --json'],
  run: async ({ flags: { limit, scheme: of, month: in_month }, caller }) => {
    const by = await caller()
    const { list: claims } = await import('../../db/hospital/money/claims/claims.ts')
    const { schemeCalled } = await import('../frame/names/scheme-called.ts')
    const scheme_id = of === undefined ? undefined : (await schemeCalled(by, of)).id
    return gathered(limit, (page) =>
      claims(by, { ...page, ...said({ scheme_id, month: in_month }) }),
    )
  },
  view: tableOf<Claim>(
    ['Number', (row) => row.number],
    ['State', (row) => row.status],
    ['Claimed', (row) => sum(row.claimed)],
    ['Paid', (row) => sum(row.paid)],
    ['Denied', (row) => sum(row.denied)],
    ['Faults', (row) => row.errors.length],
  ),
})

const batches = command('claims batches', {
  says: 'Prints batches of claims, the latest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/money/claims/batch-shapes.ts')).Batch,
  }),
  permission: 'claim:read',
  http: 'GET /api/v1/billing/claim-batches',
  flags: limited,
  examples: ['kituo claims batches', 'kituo claims batches --limit 12 --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { list: all } = await import('../../db/hospital/money/claims/batches.ts')
    return gathered(limit, (page) => all(by, page))
  },
  view: tableOf<Batch>(
    ['Number', (row) => row.number],
    ['Month', (row) => row.month],
    ['State', (row) => row.status],
    ['Sent', (row) => row.submitted_on],
    ['Due', (row) => row.due_on],
  ),
})

const check = command('claims check', {
  says: 'Checks the claims of a month on a scheme; those without faults are ready.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/money/claims/shapes.ts')).Validated,
  }),
  permission: 'claim:manage',
  http: 'POST /api/v1/billing/claims/validate',
  flags: { scheme: word(scheme, 'the scheme'), month: word(month, 'the month') },
  exits: [20],
  examples: [
    'kituo claims check --scheme NHIF --month 2026-01',
    'kituo claims check --scheme NHIF --month 2026-01 --json',
  ],
  plan: async ({ flags, caller }) => {
    const { schemeCalled } = await import('../frame/names/scheme-called.ts')
    const { name } = await schemeCalled(await caller(), flags.scheme)
    return { steps: [`check the claims of ${flags.month} on ${name}`] }
  },
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { validateMonth } = await import('../../db/hospital/money/claims/claims.ts')
    const { schemeCalled } = await import('../frame/names/scheme-called.ts')
    const { id } = await schemeCalled(by, flags.scheme)
    const found = await validateMonth(by, { scheme_id: id, month: flags.month })
    const { ready, with_errors } = found
    return done(
      `${amount(ready)} are ready, ${amount(with_errors)} have faults.`,
      found,
      with_errors > 0 ? { exit: 20 } : {},
    )
  },
  view: ({ ready, with_errors, by_code }, page) =>
    [
      `${amount(ready)} are ready, ${amount(with_errors)} have faults.`,
      ...(by_code.length === 0
        ? []
        : [
            table(
              by_code,
              [
                { title: 'Fault', of: (row) => row.code },
                { title: 'Claims', of: (row) => amount(row.count), right: true },
              ],
              page,
            ),
          ]),
    ].join('\n'),
})

const submit = command('claims submit', {
  says: 'Notes that a sealed batch of claims went to its scheme.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/money/claims/batch-shapes.ts')).BatchOpened,
  }),
  permission: 'claim:submit',
  http: 'POST /api/v1/billing/claim-batches/:id/submit',
  confirm: 'C1',
  asks: {
    batch: word(text('the number of a batch', /^[A-Za-z0-9/-]{1,40}$/), 'the batch, by its number'),
  },
  flags: {
    on: maybe(day(), 'the day it went; today where none is said'),
    reference: maybe(text('1 to 60 characters', /^[^\0]{1,60}$/), 'the scheme’s own number of it'),
  },
  examples: [
    'kituo claims submit BCH-2026-000003',
    'kituo claims submit BCH-2026-000003 --on 2026-02-05 --reference NHIF-8812 --yes',
  ],
  plan: async ({ asked, caller }) => {
    const by = await caller()
    const { find } = await import('../../db/hospital/money/claims/batches.ts')
    const batch = await find(by, await batchCalled(by, asked.batch))
    return {
      steps: [
        `note ${batch.number} of ${batch.month}, ${amount(batch.claims.length)} claims, as sent`,
      ],
    }
  },
  run: async ({ asked, flags: { on, reference }, caller }) => {
    const by = await caller()
    const { submit: send } = await import('../../db/hospital/money/claims/batches.ts')
    const id = await batchCalled(by, asked.batch)
    const sent = await send(by, id, said({ submitted_on: on, reference }))
    return done(`${sent.number} is ${sent.status}.`, sent)
  },
  view: () => null,
})

async function batchCalled(
  { hospital_id }: { hospital_id: string },
  typed: string,
): Promise<string> {
  const { claim_batches } = await import('../../db/hospital/money/claims/tables.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const found = await claim_batches.find({ hospital_id, number: typed.toUpperCase() })
  if (found === undefined) throw noneCalled('batch', typed)
  return found.id
}

export const commands = [list, batches, check, submit]
