// Runs of pay from preparation to the books (people 3.8; HR-90 to HR-113), to the cent.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

t.test('a month of pay', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, accountant, people } = desk
  const asha = await desk.paid(1_500_000, { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1' })
  // Nine more: the levy begins with ten people.
  for (let n = 0; n < 9; n += 1) await desk.staff.hire()

  const march = { period_year: 2026, period_month: 3 }
  const begin = async (more: Record<string, unknown> = {}) =>
    payroll.post('/hr/payroll-runs', { ...march, ...more })
  let run = ''

  t.test('one REGULAR run of a month (HR-90)', async (t) => {
    t.equal((await accountant.post('/hr/payroll-runs', march)).status, 403)
    const made = await begin()
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      reference: 'PR-2026-03-01',
      status: 'DRAFT',
      kind: 'REGULAR',
      pay_on: '2026-03-31',
      moves: ['calculate', 'cancel'],
    })
    run = `/hr/payroll-runs/${made.data.id}`
    t.match(await begin(), {
      status: 409,
      message: 'PR-2026-03-01 already pays March 2026 for this branch.',
    })
    t.match(await begin({ kind: 'FINAL' }), {
      status: 400,
      message: 'staff_ids is required for a FINAL run.',
    })
    t.match(await begin({ pay_on: '2026-02-28' }), {
      status: 400,
      message: 'pay_on is before the month begins.',
    })
    t.equal((await begin({ period_month: 13 })).status, 400)
  })

  t.test('reckoned: the chapter’s pay of 1,500,000 (HR-91, HR-94, HR-96)', async (t) => {
    const { status, message, data } = await payroll.post(`${run}/calculate`)
    t.equal(status, 200, message)
    t.match(data, {
      status: 'CALCULATED',
      staff_count: 1,
      gross: 1_500_000,
      deductions: 383_000,
      net: 1_117_000,
      employer_cost: 210_000,
    })
    t.equal(data.left_out.length, 9)
    t.match(data.left_out[0], { why: 'No pay profile.' })
    t.same(
      data.tables.map(({ code }: { code: string }) => code),
      ['NSSF', 'PAYE', 'SDL', 'WCF'],
    )
    const [short] = (await payroll.get('/hr/payslips', { run_id: data.id })).data
    t.match(short, {
      number: null,
      status: 'DRAFT',
      net: 1_117_000,
      run_reference: 'PR-2026-03-01',
    })
    const slip = (await payroll.get(`/hr/payslips/${short.id}`)).data
    t.match(slip, {
      paid_days: 31,
      period_days: 31,
      taxable_pay: 1_350_000,
      earnings: [{ code: 'BASIC', amount: 1_500_000 }],
      deductions: [
        { code: 'NSSF', amount: 150_000 },
        { code: 'PAYE', amount: 233_000 },
      ],
      employer: [
        { code: 'NSSF_ER', amount: 150_000 },
        { code: 'SDL', amount: 52_500 },
        { code: 'WCF', amount: 7_500 },
      ],
      ytd: { gross: 1_500_000, tax: 233_000 },
    })
  })

  t.test('twice is the same, and a change is noticed (HR-105, HR-106)', async (t) => {
    const read = async () => {
      const [{ id }] = (await payroll.get('/hr/payslips', { staff_id: asha.id })).data
      return (await payroll.get(`/hr/payslips/${id}`)).data
    }
    const first = await read()
    await payroll.post(`${run}/calculate`)
    t.same(await read(), first)
    const bonus = { staff_id: asha.id, component_code: 'BONUS', amount: 100_000, note: 'Easter' }
    await payroll.put('/hr/pay-inputs', { ...march, rows: [bonus] })
    t.match(await manager.post(`${run}/approve`, desk.accepting), {
      status: 409,
      message: 'Something changed since this run was calculated: calculate it again.',
    })
    await payroll.put('/hr/pay-inputs', { ...march, rows: [{ ...bonus, amount: null }] })
  })

  t.test('approved by another, its warnings accepted by name (HR-104)', async (t) => {
    const both = await people.holding('payroll:prepare', 'payroll:approve', 'payroll:read')
    await both.post(`${run}/calculate`)
    t.match(await both.post(`${run}/approve`, desk.accepting), {
      status: 409,
      message: 'You calculated this run: somebody else must approve it.',
    })
    await payroll.post(`${run}/calculate`)
    const { exceptions } = (await payroll.get(run)).data
    t.same(
      exceptions.map(({ code }: { code: string }) => code),
      ['W11', 'W12', 'W13'],
    )
    t.match(await manager.post(`${run}/approve`, {}), {
      status: 409,
      message: 'Accept these warnings first: W11, W12, W13.',
    })
    const approved = await manager.post(`${run}/approve`, desk.accepting)
    t.match(approved.data, { status: 'APPROVED' }, approved.message)
    t.match(approved.data.exceptions[0], { code: 'W11', note: 'Seen' })
    t.match(await payroll.post(`${run}/calculate`), { status: 409 })
    t.equal((await payroll.post(`${run}/back-to-draft`, { reason: 'A mistake' })).status, 403)
  })

  t.test('posted to the cent, with payslips and returns (HR-107, HR-112, HR-113)', async (t) => {
    t.equal((await manager.post(`${run}/post`, {})).status, 403)
    const posted = await accountant.post(`${run}/post`, {})
    t.equal(posted.status, 200, posted.message)
    t.match(posted.data, { status: 'POSTED', moved_from: null })
    t.ok(posted.data.entry_reference)
    const balances = await desk.balances()
    t.match(balances, {
      '6101': 1_500_000,
      '6103': 150_000,
      '6104': 52_500,
      '6105': 7_500,
      '2303': -233_000,
      '2402': -300_000,
      '2304': -52_500,
      '2404': -7_500,
      '2401': -1_117_000,
    })
    t.match(posted.data.filings, [
      { kind: 'NSSF', amount: 300_000, status: 'DUE', due_on: '2026-04-15' },
      { kind: 'PAYE', amount: 233_000, status: 'DUE', due_on: '2026-04-07' },
      { kind: 'SDL', amount: 52_500, status: 'DUE' },
      { kind: 'WCF', amount: 7_500, status: 'DUE', due_on: '2026-04-30' },
    ])
    const [slip] = (await payroll.get('/hr/payslips', { staff_id: asha.id })).data
    t.match(slip, { number: 'PS-2026-03-0001', status: 'FINAL' })
    t.match(await accountant.post(`${run}/post`, {}), { status: 409 }, 'once (HR-108)')
    t.match(await payroll.post(`${run}/cancel`, { reason: 'Not wanted' }), { status: 409 })
    await desk.proven(t)
  })

  t.test('a second run of the month pays what the first did not (HR-90, HR-108)', async (t) => {
    const rows = [
      { staff_id: asha.id, component_code: 'BONUS', amount: 100_000, note: 'Forgotten' },
    ]
    await payroll.put('/hr/pay-inputs', { ...march, rows })
    const made = await begin({ kind: 'SUPPLEMENTARY' })
    t.equal(made.data.reference, 'PR-2026-03-02')
    const path = `/hr/payroll-runs/${made.data.id}`
    const counted = await payroll.post(`${path}/calculate`)
    t.match(
      counted.data,
      { staff_count: 1, gross: 100_000, deductions: 37_000, net: 63_000 },
      counted.message,
    )
    await manager.post(`${path}/approve`, desk.accepting)
    const posted = await accountant.post(`${path}/post`, {})
    t.equal(posted.data.status, 'POSTED', posted.message)
    t.match(posted.data.filings[0], { kind: 'NSSF', amount: 20_000, due_on: '2026-04-15' })
    const due = async () =>
      (await accountant.get('/accounting/filings', { kind: 'NSSF' })).data[0].amount_due
    t.equal(await due(), 320_000, 'the one that waits is raised')
    const [slip] = (await payroll.get('/hr/payslips', { run_id: made.data.id })).data
    t.equal(slip.number, 'PS-2026-03-0002')

    t.equal((await manager.post(`${path}/reverse`, { reason: 'Not agreed' })).status, 403)
    const poster = await people.holding('payroll:approve', 'payroll:post', 'payroll:read')
    const back = await poster.post(`${path}/reverse`, { reason: 'Not agreed' })
    t.match(back.data, { status: 'REVERSED' }, back.message)
    t.match((await payroll.get(`/hr/payslips/${slip.id}`)).data, {
      status: 'REVERSED',
      number: 'PS-2026-03-0002',
    })
    t.equal(await due(), 300_000)
    t.match(await desk.balances(), { '2401': -1_117_000, '6102': 0 })
    await desk.proven(t)
  })
})
