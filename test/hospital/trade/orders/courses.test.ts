// Proofs of orders: the bills of an order come to the order, to the minor unit; what a client owes and has
// ordered does not jump from one to the other; of two sellers at one limit one passes (COM-12, COM-43 to
// COM-46, commercial 9). Others with COURSES=101-500.

import t from 'tap'
import { type Caller } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { cancel } from '../../../../db/hospital/money/billing/bills/cancel.ts'
import { bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { exposureOf } from '../../../../db/hospital/trade/clients/credit.ts'
import { confirm } from '../../../../db/hospital/trade/orders/confirm.ts'
import { deliver } from '../../../../db/hospital/trade/orders/deliveries/deliver.ts'
import { openOf } from '../../../../db/hospital/trade/orders/amounts.ts'
import * as drafts from '../../../../db/hospital/trade/orders/drafts.ts'
import { billsOf } from '../../../../db/hospital/trade/orders/invoicing/bills.ts'
import { invoice } from '../../../../db/hospital/trade/orders/invoicing/invoice.ts'
import { order_content, orderRecord } from '../../../../db/hospital/trade/orders/record.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'

const [first_course = 1, last_course = 100] = (process.env['COURSES'] ?? '1-100')
  .split('-')
  .map(Number)

/** Numbers that come the same way each time. */
function dice(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % (most + 1)
  }
}

t.test('orders in any course', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T06:00:00.000Z')
  const { system, people } = house
  const manager = await people.with('manager', 'corporate')
  const by: Caller = { ...system, facility_id: house.facility_id }
  let count = 0
  const client = async (credit_limit: number | null = null): Promise<string> => {
    count += 1
    const name = `Course ${String(count).padStart(4, '0')} Ltd`
    const made = await manager.post('/commercial/clients', { name, kind: 'CORPORATE' })
    await manager.post(`/commercial/clients/${made.data.id}/activate`)
    if (credit_limit === null) return made.data.id
    const accountant = await people.with('accountant')
    await accountant.patch(`/commercial/clients/${made.data.id}`, { credit_limit })
    return made.data.id
  }
  const client_id = await client()
  const exposure = async (): Promise<number> => (await exposureOf(by, client_id)).sum

  t.test(
    'the bills of an order come to the order, and nothing jumps (COM-44, COM-45)',
    async (t) => {
      for (let course = first_course; course <= last_course; course++) {
        const roll = dice(course)
        const lines = Array.from({ length: 1 + roll(3) }, (_line, at) => ({
          description: `Service ${at}`,
          quantity: (1 + roll(roll(1) === 0 ? 9 : 9_999)) / (roll(1) === 0 ? 1 : 1000),
          unit_price: roll(200_000) / 100,
        }))
        const row = await within(async () => {
          const made = await drafts.open(by, {
            client_id,
            items: lines,
            discount_pct: roll(1) === 0 ? 0 : roll(10_000) / 100,
            tax_pct: roll(1) === 0 ? 18 : roll(10_000) / 100,
          })
          const waits = made.approval_status === 'PENDING'
          if (waits) await drafts.approve(by, made.id, null)
          return made
        })
        const before = await exposure()
        await within(() => confirm(by, row.id, {}))
        const promised = await exposure()
        t.equal(promised - before, row.total, `course ${course}: on order`)
        for (let step = 0; step < 40; step++) {
          const items = await order_content.of(by, row.id)
          const open = items.filter((item) => openOf(item) > 0)
          const some = open[roll(Math.max(0, open.length - 1))]
          if (some !== undefined) {
            const left = openOf(some)
            const quantity = (step > 10 ? left : 1 + roll(left - 1)) / 1000
            await within(() =>
              deliver(by, row.id, { lines: [{ order_item_id: some.id, quantity }] }),
            )
          }
          const due = (await order_content.of(by, row.id)).some(
            (one) => one.delivered > one.invoiced,
          )
          if (due && (roll(1) === 0 || some === undefined))
            await within(() => invoice(by, row.id, {}))
          t.equal(await exposure(), promised, `course ${course}: nothing jumps`)
          const made = (await billsOf(by, row.id)).filter(({ live }) => live)
          const one = made[roll(Math.max(0, made.length - 1))]
          if (one !== undefined && step < 10 && roll(5) === 0) {
            await within(() => cancel(by, one.bill_id, 'Wrong lines'))
            t.equal(await exposure(), promised, `course ${course}: nor when a bill is taken back`)
          }
          const now = await orderRecord.get(by, row.id)
          if (now.status === 'CLOSED') break
        }
        const now = await orderRecord.get(by, row.id)
        const made = (await billsOf(by, row.id)).filter(({ live }) => live)
        const found = await bills.all({
          hospital_id: by.hospital_id,
          id: made.map(({ bill_id }) => bill_id),
        })
        const sum = found.reduce((all, { total }) => all + total, 0)
        t.match(
          now,
          { status: 'CLOSED', invoice_status: 'INVOICED', on_order: 0 },
          `course ${course}`,
        )
        t.equal(sum, row.total, `course ${course}: bills come to the order`)
      }
    },
  )

  t.test('two sellers at one credit limit: one passes (COM-11)', async (t) => {
    const id = await client(1000)
    const write = () =>
      within(() =>
        drafts.open(by, {
          client_id: id,
          items: [{ description: 'Check', quantity: 1, unit_price: 200 }],
        }),
      )
    const written = [
      await write(),
      await write(),
      await write(),
      await write(),
      await write(),
      await write(),
    ]
    const answers = await Promise.allSettled(
      written.map((row) => within(() => confirm(by, row.id, {}))),
    )
    const refused = answers.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Error).message] : [],
    )
    t.same(refused, [
      'Credit limit 1,000 would be passed by 200: owed 0, on order 1,000, this order 200.',
    ])
  })
})
