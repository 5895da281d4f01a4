// Bills from the command line (billing 8): one of them, and what the night will take off.

import type { Caller } from '../../db/core/caller.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, word } from '../frame/grammar/command.ts'
import { table } from '../frame/page.ts'

const number = word(
  text('the number of a bill', /^[A-Za-z0-9/-]{1,40}$/),
  'the bill, by its number: INV-2026-000231',
)

const show = command('bills show', {
  says: 'Prints a bill with its lines and what is still owed.',
  class: 'R',
  permission: 'bill:read',
  http: 'GET /api/v1/billing/bills/:id',
  asks: { number },
  examples: ['kituo bills show INV-2026-000231', 'kituo bills show INV-2026-000231 --json'],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { bills } = await import('../../db/hospital/money/billing/bills/tables.ts')
    const { find } = await import('../../db/hospital/money/billing/bills/bills.ts')
    const { noSuch } = await import('../../db/core/refusal.ts')
    const { hospital_id } = by
    const found = await bills.find({ hospital_id, number: asked.number.toUpperCase() })
    if (found === undefined) throw noSuch('bill')
    const bill = await find(by, found.id)
    return done(`${bill.number} of ${bill.patient_name ?? 'a customer'}: ${bill.status}.`, bill)
  },
  view: (bill, page) =>
    [
      `${bill.number}   ${bill.business_date ?? ''}   ${bill.status}   ${bill.payer ?? 'Self'}`,
      table(
        bill.items,
        [
          { title: 'Line', of: (row) => row.position, right: true },
          { title: 'Service', of: (row) => row.description, wide: true },
          { title: 'Quantity', of: (row) => row.quantity, right: true },
          { title: 'Amount', of: (row) => amountOf(row.amount), right: true },
          { title: 'Owed', of: (row) => amountOf(row.balance), right: true },
          { title: 'State', of: (row) => row.service_status },
        ],
        page,
      ),
      `Total ${amountOf(bill.total)}   paid ${amountOf(bill.paid)}   owed ${amountOf(bill.balance)}   by the scheme ${amountOf(bill.scheme_due)}`,
    ].join('\n'),
})

const amountOf = (major: number): string => major.toLocaleString('en-US')

async function lapsing(by: Caller): Promise<string[]> {
  const { lapsing: some } = await import('../../db/hospital/money/billing/charges/lapse.ts')
  const { isReady } = await import('../../db/hospital/money/billing/bills/issue.ts')
  const steps: string[] = []
  for (let after = ''; ; ) {
    const found = await some(by, after)
    const last = found.at(-1)
    if (last === undefined) return steps
    const going = found.filter((item) => !isReady(item))
    steps.push(...going.map((item) => `take off ${item.description} of ${item.service_date}`))
    after = last.id
  }
}

const lapse = command('bills lapse', {
  says: 'Takes services off bills that nobody came for; --dry-run names them.',
  class: 'M',
  permission: 'billing:configure',
  transaction: 'rule',
  examples: ['kituo bills lapse --dry-run', 'kituo bills lapse --json'],
  plan: async (frame: Frame) => {
    const steps = await lapsing(await frame.caller())
    return { steps, nothing: steps.length === 0 }
  },
  run: async ({ caller, signal }) => {
    const { lapse: take } = await import('../../db/hospital/money/billing/charges/lapse.ts')
    const found = await take(await caller(), signal)
    const { dropped, credited, kept } = found
    const rest = kept === 0 ? '' : ` ${kept} stay: a claim was submitted, or money came.`
    return done(`${dropped + credited} lapsed, ${credited} of them credited.${rest}`, found, {
      changed: dropped + credited > 0,
    })
  },
})

export const commands = [show, lapse]
