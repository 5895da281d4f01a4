// Whom the portal has opened a result for is written to: an order once a day, of restricted tests never (DIA-156).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { tellReady } from '../../../../db/hospital/diagnostics/laboratory/results/ready.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { done } from '../../../support/desk/ward.ts'

const messages = (order: Data) =>
  rows(
    sql`select id from patient_messages where template_code = 'DOCUMENT_READY'
      and entity_id = ${order.id}`,
  )

t.test('results that are ready (DIA-156)', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor } = lab
  const ordered = async (...codes: string[]) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, codes)
    await lab.inTheLab(order)
    return order
  }
  const review = (order: Data) => done(doctor.post(`/diagnostics/orders/${order.id}/review`, {}))

  await t.test('never of a restricted test', async (t) => {
    const order = await ordered('URIC')
    await within(() =>
      run(sql`update diagnostic_items set restricted = ${true} where order_id = ${order.id}`),
    )
    await lab.releaseAll(order, { URIC: 300 })
    await review(order)
    t.equal(await tellReady(system), 0)
  })

  await t.test('nor of what waits for the cashier, until it is paid (DIA-155)', async (t) => {
    await priced(house, [
      { code: 'URIC', name: 'Uric acid', category: 'Laboratory', price: 500_000 },
    ])
    const order = await ordered('URIC')
    await lab.releaseAll(order, { URIC: 300 })
    await review(order)
    const manager = await people.with('manager')
    await done(manager.patch('/billing/patient-flow', { payment_before_service: true }))
    t.equal(await tellReady(system), 0)
    const cashier = await people.with('cashier')
    await atDrawer(house, cashier)
    const [bill] = await done(cashier.get('/billing/bills', { patient_id: order.patient_id }))
    const { total } = await done(cashier.post(`/billing/bills/${bill.id}/issue`))
    const paid = { method: 'Cash', amount: total }
    await done(cashier.post(`/billing/bills/${bill.id}/payments`, paid))
    t.equal(await tellReady(system), 1)
    await done(manager.patch('/billing/patient-flow', { payment_before_service: false }))
  })

  await t.test(
    'from the day it is open, once a day, and what opened long ago no more',
    async (t) => {
      const order = await ordered('URIC', 'GLUF')
      const late = await ordered('URIC')
      await lab.releaseAll(order, { URIC: 300 })
      t.equal(await tellReady(system), 0, 'nobody has read it yet')
      await review(order)
      t.equal(await tellReady(system), 1)
      t.equal((await messages(order)).length, 1)
      t.equal(await tellReady(system), 0)
      clock.freeze('2026-03-21T06:05:00.000Z')
      await lab.releaseAll(order, { GLUF: 5 })
      await review(order)
      t.equal(await tellReady(system), 0, 'more of it on the same day')
      clock.freeze('2026-03-22T06:00:00.000Z')
      t.equal(await tellReady(system), 1, 'on the next day that')
      clock.freeze('2026-03-23T06:00:00.000Z')
      t.equal(await tellReady(system), 0, 'and nothing twice')
      t.equal((await messages(order)).length, 2)
      clock.freeze('2026-03-21T06:10:00.000Z')
      await lab.releaseAll(late, { URIC: 310 })
      await review(late)
      clock.freeze('2026-04-02T06:00:00.000Z')
      t.equal(await tellReady(system), 0)
      clock.freeze('2026-03-21T06:15:00.000Z')
      t.equal(await tellReady(system), 1)
    },
  )
})
