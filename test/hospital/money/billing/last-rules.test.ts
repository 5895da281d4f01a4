import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { isSettled } from '../../../../db/hospital/money/billing/charges/clearance.ts'
import { discountBill } from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { insured } from '../../../support/money/insured.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

// Numbered rules of the chapter that no other test names.

t.test('rules of billing that stand alone', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { cashier, issued } = await money(house)
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor', 'cashier')
  await atDrawer(house, cashier, 100_000)

  t.test('who walked in leaves no debt (BIL-36, BIL-63)', async (t) => {
    const { walk_in_patient_id: patient_id } = (await cashier.get('/billing/policy')).data
    const { data } = await biller.post('/billing/bills', { patient_id, items: [{ code: 'FBC' }] })
    const before = await rowCounts()
    t.match(await biller.post(`/billing/bills/${data.id}/issue`), {
      status: 409,
      message: 'A walk-in customer pays at once: take 5,000 for it.',
    })
    const path = `/billing/bills/${data.id}/payments`
    t.match(await cashier.post(path, { amount: 4_999 }), {
      status: 409,
      message: 'The sale is 5,000, 4,999 was given.',
    })
    t.match(
      await cashier.post('/billing/payments', { patient_id, amount: 4_000, bill_ids: [data.id] }),
      { status: 409, message: 'Bills of walk-in customers are paid one by one.' },
    )
    t.same(await rowCounts(), before)
    t.match((await cashier.get(`/billing/bills/${data.id}`)).data, { status: 'DRAFT' })
    t.match(await cashier.post(path, { amount: 6_000 }), {
      status: 201,
      data: { change: 1_000, bill: { status: 'SETTLED' } },
    })
  })

  t.test('cash goes back out of the drawer of who takes it back (BIL-53)', async (t) => {
    const { id } = await issued()
    const paid = await cashier.post(`/billing/bills/${id}/payments`, { amount: 30_000 })
    const path = `/billing/payments/${paid.data.payment.id}/reverse`
    const reverse = () => supervisor.post(path, { reason: 'Wrong patient' })
    t.match(await reverse(), { status: 409, message: 'Open your drawer first.' })
    await atDrawer(house, supervisor, 10_000)
    const before = await rowCounts()
    t.match(await reverse(), { status: 409, message: 'Your drawer does not hold so much.' })
    t.same(await rowCounts(), before)
    const { data: shift } = await supervisor.get('/billing/shifts/current')
    t.equal(shift.status, 'OPEN')
    const other = await issued()
    await supervisor.post(`/billing/bills/${other.id}/payments`, { amount: 30_000 })
    t.match(await reverse(), { status: 200, data: { status: 'REVERSED' } })
  })

  t.test('no discount touches what a scheme pays in full, or goes below 0 (BIL-87)', async (t) => {
    const cast = await insured(house)
    await cast.price('MRI', 40_000, { category: 'Radiology' })
    const scheme = await cast.scheme()
    await cast.rule(scheme.id, { code: 'MRI', covered: false })
    const visit = await cast.visit(scheme.id)
    const { bill_id } = await visit.charge('FBC')
    await visit.charge('MRI')
    const off = (amount: number) =>
      within(() =>
        discountBill(system, { bill_id, amount, discount_id: newId(), reason: 'Long wait' }),
      )
    await t.rejects(off(4_000_001), { message: 'Only 40,000 can be taken off.' })
    t.match(await off(4_000_000), { discount: 4_000_000 })
    const { data } = await cashier.get(`/billing/bills/${bill_id}`)
    t.match(data.items, [
      { covered: 5_000, discount: 0, amount: 5_000 },
      { covered: 0, discount: 40_000, amount: 0, balance: 0 },
    ])
    await t.rejects(off(1), { message: 'Only 0 can be taken off.' })
  })

  t.test('the gate waits for the signature under the difference (BIL-25, BIL-111)', async (t) => {
    const cast = await insured(house)
    await cast.price('CT', 40_000, { category: 'Radiology' })
    await cast.manager.patch('/billing/patient-flow', { payment_before_service: true })
    const scheme = await cast.scheme()
    await cast.rule(scheme.id, { code: 'CT', covered: true, preauth_required: true })
    const visit = await cast.visit(scheme.id)
    const line = await visit.charge('CT')
    const asked = () => within(() => isSettled(system, 'order', `${visit.id}-1`))
    t.match(await asked(), {
      may_proceed: false,
      reason: 'DIFFERENCE_NOT_ACCEPTED',
      due: 4_000_000,
    })
    const path = `/billing/bills/${line.bill_id}/issue`
    t.match(await cashier.post(path, { accept_difference: true }), {
      status: 409,
      message: `Name of CT needs a pre-authorisation of ${scheme.name}: 40,000 is not approved.`,
    })
    const signed = await biller.patch(`/billing/bills/${line.bill_id}/items/${line.item_id}`, {
      difference_accepted: true,
    })
    t.equal(signed.status, 200, signed.message)
    t.match(await asked(), { may_proceed: false, reason: 'UNPAID' })
    t.equal((await cashier.post(path, { accept_difference: true })).status, 200)
    await cashier.post(`/billing/bills/${line.bill_id}/payments`, { amount: 40_000 })
    t.match(await asked(), { may_proceed: true, reason: 'PAID' })
  })
})
