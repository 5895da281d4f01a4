// One month of one person, to the cent (people 4: HR-82, HR-97 to HR-103, HR-109).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { addShortage } from '../../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

type Line = { code: string; amount: number; units: number | null; balance_left: number | null }

t.test('what a month comes to', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-04-30T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager } = desk
  const april = { period_year: 2026, period_month: 4 }
  const inputs = async (staff_id: string, rows: Record<string, unknown>[]) => {
    const said = rows.map((row) => ({ staff_id, note: 'Signed list', ...row }))
    const put = await payroll.put('/hr/pay-inputs', { ...april, rows: said })
    t.equal(put.status, 200, put.message)
  }
  const run = await desk.run(april, 'CALCULATED')
  /** The run reckoned anew, and the payslip of one person. */
  const slipOf = async (staff_id: string) => {
    const counted = await payroll.post(`${run}/calculate`)
    t.equal(counted.status, 200, counted.message)
    const [found] = (await payroll.get('/hr/payslips', { staff_id })).data
    return found === undefined ? undefined : (await payroll.get(`/hr/payslips/${found.id}`)).data
  }
  const of = (lines: Line[], code: string) => lines.find((one) => one.code === code)?.amount

  t.test('hours of the house at their rates (HR-98)', async (t) => {
    const person = await desk.paid(975_000)
    await inputs(person.id, [
      { component_code: 'OVERTIME', units: 4 },
      { component_code: 'HOLIDAY_WORK', units: 8 },
      { component_code: 'NIGHT', units: 6 },
    ])
    const { earnings } = await slipOf(person.id)
    t.equal(of(earnings, 'OVERTIME'), 30_000)
    t.equal(of(earnings, 'HOLIDAY_WORK'), 80_000)
    t.equal(of(earnings, 'NIGHT'), 1_500)
    t.match(
      earnings.find((one: Line) => one.code === 'OVERTIME'),
      { units: 4 },
    )
  })

  t.test('on call: so many, at the rate of the profile (HR-99)', async (t) => {
    const components = [{ code: 'ONCALL', value: 15_000 }]
    const person = await desk.paid(600_000, {}, { components })
    await inputs(person.id, [{ component_code: 'ONCALL', units: 3 }])
    t.equal(of((await slipOf(person.id)).earnings, 'ONCALL'), 45_000)
  })

  t.test('days of the month, and a raise within it (HR-97)', async (t) => {
    const late = await desk.paid(900_000, { hired_on: '2026-04-16' })
    t.match(await slipOf(late.id), { paid_days: 15, period_days: 30, gross: 450_000 })
    const raised = await desk.paid(
      600_000,
      {},
      { components: [{ code: 'HOUSING', value: 60_000 }] },
    )
    const second = await payroll.post(`/hr/staff/${raised.id}/pay-profiles`, {
      effective_from: '2026-04-11',
      basic_pay: 900_000,
      components: [
        { code: 'HOUSING', value: 60_000, to: '2026-04-20' },
        { code: 'BONUS', value: 10_000 },
      ],
    })
    await manager.post(`/hr/pay-profiles/${second.data.id}/approve`, {})
    const slip = await slipOf(raised.id)
    t.equal(of(slip.earnings, 'BASIC'), 200_000 + 600_000)
    t.equal(of(slip.earnings, 'HOUSING'), 40_000, 'ten days of one, ten of the other')
    t.equal(of(slip.earnings, 'BONUS'), 10_000, 'what does not follow the days is whole')
    const odd = await desk.paid(100_000.01, { hired_on: '2026-04-24' })
    t.equal(of((await slipOf(odd.id)).earnings, 'BASIC'), 23_333.34, 'half up (HR-109)')
  })

  t.test('leave that is not paid whole lowers gross, fund and tax (HR-82)', async (t) => {
    const person = await desk.paid(
      900_000,
      { pension_scheme: 'NSSF', pension_no: 'N-9' },
      { components: [{ code: 'HOUSING', value: 90_000 }] },
    )
    const asked = await desk.staff.officer.post('/hr/leave', {
      staff_id: person.id,
      type_code: 'EMERGENCY_UNPAID',
      starts_on: '2026-04-28',
      ends_on: '2026-05-03',
      short_notice_reason: 'A fire at home',
    })
    t.equal(asked.status, 201, asked.message)
    const agreed = await desk.staff.manager.post(`/hr/leave/${asked.data.id}/approve`, {})
    t.equal(agreed.status, 200, agreed.message)
    const slip = await slipOf(person.id)
    t.equal(of(slip.earnings, 'UNPAID_LEAVE'), -99_000, 'three of thirty days, of both')
    t.equal(slip.gross, 891_000)
    t.equal(of(slip.deductions, 'NSSF'), 89_100)
    t.equal(slip.basic, 810_000)
  })

  t.test('what does not leave enough to live on is cut and carried (HR-101)', async (t) => {
    const components = [
      { code: 'COURT', value: 250_000 },
      { code: 'SACCOS', value: 80_000 },
      { code: 'UNION', value: 10_000 },
    ]
    const person = await desk.paid(300_000, {}, { components })
    const slip = await slipOf(person.id)
    t.equal(of(slip.deductions, 'PAYE'), 2_400, 'the law first, and whole')
    t.equal(of(slip.deductions, 'COURT'), 197_610, '33.33 % of 300,000 is left')
    t.equal(slip.net, 99_990)
    t.equal(of(slip.deductions, 'UNION'), undefined)
    const { exceptions } = (await payroll.get(run)).data
    t.ok(
      exceptions.some(
        (one: { code: string; staff_id: string }) =>
          one.code === 'W05' && one.staff_id === person.id,
      ),
    )
  })

  t.test('a shortage at the drawer comes off the next pay, once (HR-102, HR-103)', async (t) => {
    const person = await desk.paid(600_000)
    const asked = {
      staff_id: person.id,
      amount: 5_000_000,
      source: 'cash_difference',
      source_id: newId(),
    }
    const first = await within(() => addShortage(house.system, asked))
    t.same(await within(() => addShortage(house.system, asked)), first)
    const [loan] = (await payroll.get('/hr/loans', { staff_id: person.id })).data
    t.match(loan, {
      reference: 'LN-2026-0001',
      kind: 'SHORTAGE',
      status: 'ACTIVE',
      balance: 50_000,
      starts: '2026-04',
    })
    const slip = await slipOf(person.id)
    t.equal(of(slip.deductions, 'SHORTAGE'), 50_000)
    t.match(slip.deductions.at(-1), { balance_left: 0 })
  })

  t.test('posted: loans are given back, and the books agree (HR-102)', async (t) => {
    await payroll.post(`${run}/calculate`)
    const approved = await manager.post(`${run}/approve`, desk.accepting)
    t.equal(approved.status, 200, approved.message)
    const posted = await desk.accountant.post(`${run}/post`, {})
    t.equal(posted.status, 200, posted.message)
    const [loan] = (await payroll.get('/hr/loans')).data
    t.match(loan, { status: 'SETTLED', repaid: 50_000, balance: 0 })
    t.match((await payroll.get(`/hr/loans/${loan.id}`)).data.movements, [
      { reference: 'PR-2026-04-01', amount: 50_000 },
    ])
    t.equal((await desk.balances())['1301'], -50_000)
    const both = await desk.people.holding('payroll:approve', 'payroll:post', 'payroll:read')
    const back = await both.post(`${run}/reverse`, { reason: 'A mistake' })
    t.equal(back.data.status, 'REVERSED', back.message)
    t.match((await payroll.get(`/hr/loans/${loan.id}`)).data, {
      status: 'ACTIVE',
      repaid: 0,
      movements: [{ amount: 50_000 }, { amount: -50_000 }],
    })
    const again = await desk.run(april, 'APPROVED')
    t.match((await payroll.get(again)).data, { reference: 'PR-2026-04-02', status: 'APPROVED' })
  })

  t.test('errors are mended before anybody approves (HR-104)', async (t) => {
    const may = { period_year: 2026, period_month: 5 }
    const person = await desk.paid(500_000)
    const waiting = await payroll.post(`/hr/staff/${person.id}/pay-profiles`, {
      effective_from: '2026-05-10',
      basic_pay: 700_000,
    })
    const path = await desk.run(may, 'CALCULATED')
    t.match(await manager.post(`${path}/approve`, desk.accepting), {
      status: 409,
      message: `1 error must be solved first: ${person.staff_number} has a pay profile that waits for approval.`,
    })
    await manager.post(`/hr/pay-profiles/${waiting.data.id}/refuse`, { note: 'Not agreed' })
    await payroll.post(`${path}/calculate`)
    const [{ id: carrying }] = (
      await payroll.get('/hr/payslips', { run_id: path.split('/').at(-1) ?? '' })
    ).data
    t.ok(carrying)
    const given = await payroll.post(`${path}/cancel`, { reason: 'Begun too early' })
    t.match(given.data, { status: 'CANCELLED', staff_count: 0 })
    t.equal((await payroll.get(`/hr/payslips/${carrying}`)).status, 404)
  })
})
