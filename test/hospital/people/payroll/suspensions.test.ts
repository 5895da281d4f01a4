// Suspensions at less than full pay, and what was withheld paid after all (HR-82, HR-100, people 3.1).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { endSuspensions } from '../../../../db/hospital/people/staff/clockwork.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

interface Line {
  code: string
  name: string
  amount: number
}

t.test('suspended and back', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-11T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, staff } = desk
  const month = (period_month: number) => ({ period_year: 2026, period_month })
  const fund = (tin: string) => ({ pension_scheme: 'NSSF', pension_no: `N-${tin}`, tin })
  const cleared = await desk.paid(560_000, fund('1'))
  const blamed = await desk.paid(560_000, fund('2'))
  const till_then = await desk.paid(560_000, fund('3'))
  const suspended = (id: string, more: Record<string, unknown> = {}) =>
    staff.manager.post(`/hr/staff/${id}/suspend`, {
      reason: 'Under inquiry',
      from: '2026-02-16',
      pay_pct: 50,
      ...more,
    })
  const back = (id: string, more: Record<string, unknown> = {}) =>
    staff.manager.post(`/hr/staff/${id}/reinstate`, { reason: 'The inquiry is over', ...more })
  const linesOf = async (run: string, staff_id: string) => {
    const { id } = (await payroll.get(run)).data
    const [found] = (await payroll.get('/hr/payslips', { run_id: id, staff_id })).data
    const slip = (await payroll.get(`/hr/payslips/${found.id}`)).data
    return slip.earnings.map(({ name, amount }: Line) => [name, amount])
  }
  const fromClock = () => within(() => endSuspensions(house.system))

  t.test('half of the pay of thirteen days of twenty-eight is withheld (HR-82)', async (t) => {
    for (const { id } of [cleared, blamed]) t.equal((await suspended(id)).status, 200)
    t.equal((await suspended(till_then.id, { until: '2026-03-05' })).status, 200)
    const run = await desk.run(month(2), 'POSTED')
    for (const { id } of [cleared, blamed, till_then]) {
      t.same(await linesOf(run, id), [
        ['Basic pay', 560_000],
        ['Unpaid leave', -130_000],
      ])
    }
  })

  t.test('back at work: paid after all, or not, or by the clock (3.1)', async (t) => {
    t.equal((await back(cleared.id, { back_pay: true })).status, 200)
    t.equal((await back(blamed.id)).status, 200)
    t.equal(await fromClock(), 1)
    const run = await desk.run(month(3), 'CALCULATED')
    t.same(
      await linesOf(run, cleared.id),
      [
        ['Basic pay', 560_000],
        ['Arrears, February 2026: Unpaid leave', 130_000],
      ],
      'what was withheld comes with the next pay, and the days of March were not withheld yet',
    )
    // Ten days of March: 560,000 × 10 ÷ 31 × a half; the day of return is worked.
    t.same(await linesOf(run, blamed.id), [
      ['Basic pay', 560_000],
      ['Unpaid leave', -90_322.58],
    ])
    t.same(await linesOf(run, till_then.id), [
      ['Basic pay', 560_000],
      ['Unpaid leave', -45_161.29],
    ])
    await payroll.post(`${run}/cancel`, { reason: 'Reckoned for the test' })
  })

  t.test('paid once, in the books and in the log of who decided', async (t) => {
    await desk.run(month(3), 'POSTED')
    const next = await desk.run(month(4), 'CALCULATED')
    for (const { id } of [cleared, blamed, till_then]) {
      t.same(await linesOf(next, id), [['Basic pay', 560_000]])
    }
    await payroll.post(`${next}/cancel`, { reason: 'Reckoned for the test' })
    const auditor = await house.people.holding('audit:read')
    const log = await auditor.get('/audit', { entity_type: 'staff', action: 'staff.back_pay' })
    t.match(log.data, [{ entity_id: cleared.id, reason: 'The inquiry is over' }])
    await desk.proven(t)
  })

  t.test('a day is withheld once; what was paid back may be withheld again', async (t) => {
    const again = await suspended(blamed.id, { from: '2026-03-10' })
    t.equal(again.status, 400)
    t.equal(again.message, 'from must be after 10 March 2026, when the last suspension ended.')
    t.equal((await suspended(cleared.id, { from: '2026-03-10' })).status, 200)
    t.equal((await back(cleared.id, { back_pay: 'yes' })).status, 400)
  })

  t.test('found after the month was paid: taken off the next pay (HR-81, HR-82)', async (t) => {
    const late = await suspended(till_then.id, { from: '2026-03-08', pay_pct: 0 })
    t.equal(late.status, 200, late.message)
    t.equal((await back(till_then.id)).status, 200)
    const run = await desk.run(month(4), 'CALCULATED')
    t.same(await linesOf(run, till_then.id), [
      ['Basic pay', 560_000],
      ['Arrears, March 2026: Unpaid leave', -54_193.55],
    ])
  })
})
