// What a cashier was short, settled by pay: it is of the staff record behind the account (HR-103, P-67).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('a shortage comes off the pay of who sat at the drawer', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const desk = await payDesk(house)
  const supervisor = await people.with('supervisor')
  const cashier = await people.with('cashier')
  const someone = await people.with('nurse')
  await desk.manager.patch('/billing/policy', { shortage_to: 'CASHIER' })
  const drawer = await supervisor.post('/billing/drawers', { name: 'Window', facility_id })
  const shift = await cashier.post('/billing/shifts', {
    drawer_id: drawer.data.id,
    denominations: [],
  })
  const { id } = await somebody(await people.with('reception'))
  const { bill_id } = await within(() =>
    charge(system, { patient_id: id, code: 'FBC', quantity: 1, source: 'o', source_id: id }),
  )
  const paid = await cashier.post(`/billing/bills/${bill_id}/payments`, { amount: 5_000 })
  t.equal(paid.status, 201, paid.message)
  await cashier.post(`/billing/shifts/${shift.data.id}/count`)
  const closed = await cashier.post(`/billing/shifts/${shift.data.id}/close`, {
    denominations: [],
    left_in_drawer: 0,
  })
  t.equal(closed.data.difference, -5_000, closed.message)
  const [difference] = (await supervisor.get('/billing/cash-differences')).data
  const settle = (amount: number) =>
    supervisor.post(`/billing/cash-differences/${difference.id}/settle`, { amount, by: 'PAYROLL' })

  await desk.staff.link(someone, (await desk.staff.hire()).id)
  const refused = await settle(5_000)
  t.match(refused, { status: 409 })
  t.match(refused.message, /has no staff record: link it, or settle in cash\.$/)
  t.same((await desk.payroll.get('/hr/loans')).data, [], 'and nothing is left behind')

  const person = await desk.paid(600_000)
  await desk.staff.link(cashier, person.id)
  t.match((await settle(5_000)).data, { status: 'SETTLED', settled: 5_000 })
  t.match((await desk.payroll.get('/hr/loans', { staff_id: person.id })).data, [
    { kind: 'SHORTAGE', balance: 5_000 },
  ])
  t.equal((await desk.balances())['1301'], 5_000)
  await desk.run({ period_year: 2026, period_month: 3 }, 'POSTED')
  t.equal((await desk.balances())['1301'], 0, 'pay gave it back')
  await desk.proven(t)
})
