// One bill a month of all that was delivered (COM-47): to clients who want it so, once, to the cent.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('one bill a month', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-30T06:00:00.000Z')
  const both = await people.with('corporate', 'manager')
  const accountant = await people.holding('salesorder:invoice')
  const entry = trade_entries.find(({ name }) => name === 'clients-billed-monthly')
  const night = async () =>
    entry?.run({ caller: system, signal: new AbortController().signal } as Parameters<
      typeof entry.run
    >[0])
  let count = 0
  const client = async (consolidated_invoice: boolean) => {
    count += 1
    const name = `Bahari ${count} Ltd`
    const body = { name, kind: 'CORPORATE', status: 'ACTIVE', consolidated_invoice }
    return done(both.post('/commercial/clients', body))
  }
  const confirmed = async (client_id: string, more: object = {}) => {
    const line = { description: 'Medical check', quantity: 3, unit_price: 33.33 }
    const order = await done(
      both.post('/commercial/orders', { client_id, items: [line, line], tax_pct: 18, ...more }),
    )
    await done(both.post(`/commercial/orders/${order.id}/confirm`))
    return order
  }
  let keeper = await people.with('storekeeper')
  const deliver = (order: { id: string; items: { id: string }[] }, at: number, quantity: number) =>
    done(
      keeper.post(`/commercial/orders/${order.id}/deliver`, {
        lines: [{ order_item_id: order.items[at]?.id, quantity }],
      }),
    )
  const big = await client(true)
  const plain = await client(false)
  const [ill, well] = [await client(true), await client(true)]
  const first = await confirmed(big.id, { client_po: 'PO-7' })
  const second = await confirmed(big.id)
  const own = await confirmed(plain.id)
  const patient = await somebody(await people.with('reception'))
  const waiting = [await confirmed(ill.id, { patient_id: patient.id }), await confirmed(well.id)]
  await deliver(first, 0, 3)
  await deliver(first, 1, 3)
  await deliver(second, 0, 1)
  await deliver(own, 0, 3)
  clock.freeze('2026-04-01T00:30:00.000Z')
  keeper = await people.with('storekeeper')
  await deliver(second, 0, 1)
  const biller = await people.with('billing', 'corporate')
  const shown = (order: { id: string }) => done(biller.get(`/commercial/orders/${order.id}`))
  const owes = async () => {
    const { outstanding, on_order } = await done(biller.get(`/commercial/clients/${big.id}`))
    return { outstanding, on_order, sum: Math.round((outstanding + on_order) * 100) }
  }
  const before = await owes()
  const bills_of = async (order: { id: string }) => (await shown(order)).bills

  await t.test('all of the month before stands on one bill (COM-44, COM-47)', async (t) => {
    t.same(await night(), { bills: 1, refused: 0 })
    const [one, ...more] = await bills_of(first)
    t.same(more, [])
    t.match(await bills_of(second), [{ bill_id: one.bill_id }], 'the same bill')
    t.same(await bills_of(own), [], 'who did not ask for it is billed by hand')
    const bill = await done(biller.get(`/billing/bills/${one.bill_id}`))
    t.equal(bill.items.length, 3)
    t.match(bill, {
      status: 'ISSUED',
      payer: big.name,
      notes: new RegExp(
        `^Orders and deliveries: ${first.reference} PO-7 DN-2026-00001 DN-2026-00002; ${second.reference} DN-`,
      ),
    })
    t.match(await shown(first), { status: 'CLOSED', invoice_status: 'INVOICED' })
    const { items } = await shown(second)
    t.equal(items[0].quantity_invoiced, 1, 'what left after the month is of the next one')
    const after = await owes()
    t.equal(after.outstanding, bill.total)
    t.equal(after.sum, before.sum, 'nothing jumps')
    t.equal((await bills_of(first))[0].number, bill.number)
  })

  await t.test('a job that runs twice changes nothing (7)', async (t) => {
    t.same(await night(), { bills: 0, refused: 0 })
    t.equal((await bills_of(second)).length, 1)
  })

  await t.test('taken back, all its orders wait for an invoice again (COM-46)', async (t) => {
    const [{ bill_id }] = await bills_of(first)
    const canceller = await people.holding('bill:cancel', 'bill:read')
    await done(canceller.post(`/billing/bills/${bill_id}/cancel`, { reason: 'Wrong month' }))
    t.match(await shown(first), { status: 'FULFILLED', invoice_status: 'NOT_INVOICED' })
    t.match((await shown(second)).items, [{ quantity_invoiced: 0 }, {}])
    t.equal((await owes()).sum, before.sum)
  })

  await t.test(
    'the next month bills what waits; in all the orders come to their bills (COM-45)',
    async (t) => {
      clock.freeze('2026-04-20T06:00:00.000Z')
      keeper = await people.with('storekeeper')
      await deliver(second, 0, 1)
      await deliver(second, 1, 3)
      clock.freeze('2026-05-01T00:00:00.000Z')
      t.same(await night(), { bills: 1, refused: 0 })
      const later = await people.with('billing', 'corporate')
      const orders = await Promise.all(
        [first, second].map(({ id }) => done(later.get(`/commercial/orders/${id}`))),
      )
      t.match(orders, [{ status: 'CLOSED' }, { status: 'CLOSED' }])
      const totals = orders.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
      const { outstanding, on_order } = await done(later.get(`/commercial/clients/${big.id}`))
      t.equal(Math.round(outstanding * 100), totals)
      t.equal(on_order, 0)
    },
  )

  await t.test('goods of such a bill come back to the order that is named (COM-49)', async (t) => {
    const cashier = await people.with('cashier', 'corporate', 'manager')
    const order = await done(cashier.get(`/commercial/orders/${second.id}`))
    const bill_id = order.bills.at(-1).bill_id
    const back = await cashier.post('/commercial/returns', {
      bill_id,
      order_id: order.id,
      reason: 'Ordered too much',
      reason_code: 'OVERSUPPLY',
      items: [{ description: 'Medical check', quantity: 1, unit_price: 33.33 }],
    })
    t.equal(back.status, 201, back.message)
    t.equal(back.data.order_id, order.id)
  })

  await t.test('what billing refuses stops no other client', async (t) => {
    clock.freeze('2026-05-20T06:00:00.000Z')
    keeper = await people.with('storekeeper')
    for (const order of waiting) await deliver(order, 0, 1)
    await within(() =>
      patients.change({ hospital_id: system.hospital_id, id: patient.id }, { status: 'DECEASED' }),
    )
    clock.freeze('2026-06-01T00:00:00.000Z')
    t.same(await night(), { bills: 1, refused: 1 })
    const told = await notifications.all({
      hospital_id: system.hospital_id,
      kind: 'client.month_not_billed',
      user_id: accountant.user.id,
    })
    t.match(told, [{ title: `${ill.name} was not billed for the month`, body: /died/ }])
    t.equal(told.length, 1)
  })
})
