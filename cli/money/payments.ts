// Payments from the command line: which came in a day, and one of them with what it paid.

import { choice, day, text } from '../../db/appliance/configuration/kinds.ts'
import type { Payment } from '../../db/hospital/money/billing/payments/shapes.ts'
import { payment_states } from '../../db/hospital/money/billing/payments/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { csv, said, sum, written } from './money.ts'
import { lines, table } from '../frame/page.ts'

const shapes = () => import('../../db/hospital/money/billing/payments/shapes.ts')

const list = command('payments list', {
  says: 'Prints payments, the latest first.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Payment }),
  permission: 'payment:read',
  http: 'GET /api/v1/billing/payments',
  flags: {
    ...searched,
    from: maybe(day(), 'from this day on'),
    to: maybe(day(), 'to this day'),
    state: maybe(choice(payment_states), 'only in this state'),
    csv,
  },
  examples: [
    'kituo payments list --from 2026-03-01 --to 2026-03-31',
    'kituo payments list --state REVERSED --json',
  ],
  run: async (frame) => {
    const { limit, search, from, to, state: status } = frame.flags
    const by = await frame.caller()
    const { list: payments } = await import('../../db/hospital/money/billing/payments/list.ts')
    const found = await gathered(limit, (page) =>
      payments(by, { ...page, ...said({ search, from, to, status }) }),
    )
    await written(frame, () => [
      ['number', 'day', 'state', 'method', 'purpose', 'amount', 'payer', 'received_by'],
      ...found.data.map((row) => [
        row.number ?? '',
        row.business_date,
        row.status,
        row.method,
        row.purpose,
        row.amount,
        row.payer_name ?? '',
        row.received_by_name,
      ]),
    ])
    return found
  },
  view: tableOf<Payment>(
    ['Number', (row) => row.number],
    ['Day', (row) => row.business_date],
    ['Amount', (row) => sum(row.amount)],
    ['Method', (row) => row.method],
    ['From', (row) => row.payer_name],
    ['State', (row) => row.status],
    ['Received by', (row) => row.received_by_name, 'wide'],
  ),
})

const show = command('payments show', {
  says: 'Prints one payment: what it paid, and who took it back if it was.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).Payment }),
  permission: 'payment:read',
  http: 'GET /api/v1/billing/payments/:id',
  asks: {
    number: word(text('the number of a receipt', /^[A-Za-z0-9/-]{1,40}$/), 'the receipt'),
  },
  examples: [
    'kituo payments show RCT-2026-000412',
    'kituo payments show RCT-2026-000412 --field data.amount',
  ],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { payments } = await import('../../db/hospital/money/billing/payments/tables.ts')
    const { find } = await import('../../db/hospital/money/billing/payments/list.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const { hospital_id } = by
    const found = await payments.find({ hospital_id, number: asked.number.toUpperCase() })
    if (found === undefined) throw noneCalled('payment', asked.number)
    const payment = await find(by, found.id)
    return done(`${payment.number}: ${sum(payment.amount)}, ${payment.status}.`, payment)
  },
  view: (payment, page) =>
    [
      lines(
        [
          ['Receipt', payment.number],
          ['State', payment.status],
          ['Day', payment.business_date],
          ['Amount', sum(payment.amount)],
          ['Method', payment.method],
          ['From', payment.payer_name],
          ['Received by', payment.received_by_name],
          ['Entry', payment.entry_reference],
          ...(payment.reversed_at === null
            ? []
            : ([
                ['Taken back', `${payment.reversed_by_name}: ${payment.reverse_reason}`],
              ] as const)),
        ],
        page,
      ),
      ...(payment.allocations.length === 0
        ? []
        : [
            table(
              payment.allocations,
              [
                { title: 'Bill', of: (row) => row.bill_number },
                { title: 'Paid', of: (row) => sum(row.amount), right: true },
              ],
              page,
            ),
          ]),
    ].join('\n'),
})

export const commands = [list, show]
