// What the areas of money say stands in the way of a year's close (ACC-69, ACC-70).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { stopsOf } from '../../../../db/hospital/money/accounting/years/close-checks.ts'
import { fiscal_years } from '../../../../db/hospital/money/accounting/tables.ts'
import { serviceDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import { claim_lines } from '../../../../db/hospital/money/claims/tables.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { insured } from '../../../support/money/insured.ts'

t.test('what is open at the end of a year', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  await ledgerOf(house)
  const cast = await insured(house)
  const { system: by } = house
  const { hospital_id } = by
  const year = await fiscal_years.find({ hospital_id, name: '2026' })
  if (year === undefined) throw new Error('no year')
  const codes = async () => {
    const found: Record<string, string[]> = {}
    for (const { code, kind } of await stopsOf(by, year)) (found[code] ??= []).push(kind)
    return found
  }
  t.same(await codes(), {}, 'nothing yet')

  await t.test('C06: a shift until somebody confirmed it', async (t) => {
    const cashier = await house.people.with('cashier')
    const { shift } = await atDrawer(house, cashier)
    t.same(await codes(), { C06: ['shift'] })
    const path = `/billing/shifts/${shift.id}`
    t.equal((await cashier.post(`${path}/count`)).status, 200)
    const closed = await cashier.post(`${path}/close`, { denominations: [], left_in_drawer: 0 })
    t.equal(closed.status, 200, closed.message)
    t.same(await codes(), { C06: ['shift'] }, 'closed is not confirmed')
    const supervisor = await house.people.with('supervisor')
    const confirmed = await supervisor.post(`${path}/confirm`, {})
    t.equal(confirmed.status, 200, confirmed.message)
    t.same(await codes(), {})
  })

  await t.test('C05: an expense that waits for a decision, spent in the year', async (t) => {
    const nurse = await house.people.with('nurse')
    const made = await nurse.post('/billing/expenses', {
      description: 'Fuel for the generator',
      amount: 20_000,
      category: 'Utilities',
      payee: 'Oil House',
      method: 'Bank Transfer',
    })
    t.same(await codes(), {}, 'a draft may wait')
    t.equal((await nurse.post(`/billing/expenses/${made.data.id}/submit`)).status, 200)
    t.same(await codes(), { C05: ['expense'] })
    const path = `/billing/expenses/${made.data.id}/cancel`
    t.equal((await nurse.post(path, { reason: 'Not needed any more' })).status, 200)
    t.same(await codes(), {})
  })

  await t.test('W11, W06, W07: services not billed, claims not sent, denials', async (t) => {
    await cast.price('FBC', 10_000)
    const scheme = await cast.scheme()
    const visit = await cast.visit(scheme.id)
    const { bill_id } = await visit.charge('FBC')
    t.same(await codes(), {}, 'not done yet')
    await within(() => serviceDone(by, 'order', `${visit.id}-1`, {}))
    t.same(await codes(), { W11: ['bill_item'] })
    t.equal((await cast.cashier.post(`/billing/bills/${bill_id}/issue`)).status, 200)
    t.same(await codes(), { W06: ['claim'] })
    await within(() =>
      claim_lines.change({ hospital_id }, { denied: 500, denied_on: '2026-03-10' }),
    )
    t.same(await codes(), { W06: ['claim'], W07: ['claim_line'] })
    await within(() => claim_lines.change({ hospital_id }, { decision: 'ACCEPT' }))
    t.same(await codes(), { W06: ['claim'] })
  })

  await t.test('W05: a deposit nobody used for 180 days', async (t) => {
    const cashier = await house.people.with('cashier')
    await atDrawer(house, cashier)
    const { patient_id } = await cast.visit((await cast.scheme()).id)
    const taken = await cashier.post('/billing/deposits', {
      patient_id,
      amount: 1_000,
      method: 'Cash',
    })
    t.equal(taken.status, 201, taken.message)
    const old = (await stopsOf(by, year)).filter(({ code }) => code === 'W05')
    t.match(old, [{ kind: 'deposit' }], 'at the end of the year it is')
    const young = { ...year, ends_on: '2026-09-06' }
    t.same(
      (await stopsOf(by, young)).filter(({ code }) => code === 'W05'),
      [],
    )
  })
})
