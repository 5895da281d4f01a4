// Pay of months that are in the books, decided later (HR-81, HR-100).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

interface Line {
  code: string
  name: string
  amount: number
}

t.test('arrears', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, staff } = desk
  const month = (period_month: number) => ({ period_year: 2026, period_month })
  const slipOf = async (run: string, staff_id: string) => {
    const { id } = (await payroll.get(run)).data
    const [found] = (await payroll.get('/hr/payslips', { run_id: id, staff_id })).data
    return found === undefined ? undefined : (await payroll.get(`/hr/payslips/${found.id}`)).data
  }
  const arrears = (slip: { earnings: Line[] } | undefined) =>
    slip?.earnings
      .filter(({ code }) => code === 'ARREARS')
      .map(({ name, amount }): [string, number] => [name, amount])
  const fund = { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1' }
  const asha = await desk.paid(600_000, fund, { components: [{ code: 'HOUSING', value: 60_000 }] })
  const juma = await desk.paid(600_000, { ...fund, tin: '2', pension_no: 'N-2' })
  await desk.run(month(1), 'POSTED')
  await desk.run(month(2), 'POSTED')

  t.test(
    'a raise of two months back, month by month, taxed when it is paid (HR-100)',
    async (t) => {
      const raised = await payroll.post(`/hr/staff/${asha.id}/pay-profiles`, {
        effective_from: '2026-01-16',
        basic_pay: 910_000,
        components: [{ code: 'HOUSING', value: 60_000 }],
      })
      t.equal(raised.status, 201, raised.message)
      await manager.post(`/hr/pay-profiles/${raised.data.id}/approve`, {})
      const run = await desk.run(month(3), 'CALCULATED')
      const slip = await slipOf(run, asha.id)
      // Sixteen of the twenty-seven days served in January: 310,000 × 16 / 31.
      t.same(arrears(slip), [
        ['Arrears, January 2026: Basic pay', 160_000],
        ['Arrears, February 2026: Basic pay', 310_000],
      ])
      t.equal(slip.gross, 910_000 + 60_000 + 470_000)
      const [nssf, paye] = slip.deductions as Line[]
      t.match(nssf, { code: 'NSSF', amount: 144_000 }, 'pensioned as well')
      t.match(paye, { code: 'PAYE', amount: 128_000 + 88_800 }, '30 % of 296,000 above a million')
      t.same(arrears(await slipOf(run, juma.id)), [])
      await manager.post(`${run}/approve`, desk.accepting)
      const posted = await desk.accountant.post(`${run}/post`, {})
      t.equal(posted.status, 200, posted.message)
      const balances = await desk.balances()
      t.equal(
        balances['6101'],
        // What was served from the fifth of January, and the arrears of it.
        522_580.65 + 522_580.65 + 600_000 * 2 + 910_000 + 600_000 + 470_000,
        'of basic pay they are basic pay (HR-112)',
      )
      await desk.proven(t)
    },
  )

  t.test('paid once: another run of the month finds nothing (HR-100)', async (t) => {
    const again = await desk.run(month(3), 'CALCULATED', { kind: 'SUPPLEMENTARY' })
    t.equal((await payroll.get(again)).data.staff_count, 0)
    await payroll.post(`${again}/cancel`, { reason: 'Nothing to pay' })
  })

  t.test('leave without pay in a month that was paid is taken off the next (HR-81)', async (t) => {
    const asked = await staff.officer.post('/hr/leave', {
      staff_id: juma.id,
      type_code: 'EMERGENCY_UNPAID',
      starts_on: '2026-02-02',
      ends_on: '2026-02-08',
      short_notice_reason: 'Written down late',
    })
    t.equal(asked.status, 201, asked.message)
    const approved = await staff.manager.post(`/hr/leave/${asked.data.id}/approve`, {})
    t.equal(approved.status, 200, approved.message)
    const run = await desk.run(month(4), 'CALCULATED')
    const slip = await slipOf(run, juma.id)
    t.same(arrears(slip), [['Arrears, February 2026: Unpaid leave', -150_000]])
    t.equal(slip.gross, 450_000)
  })
})
