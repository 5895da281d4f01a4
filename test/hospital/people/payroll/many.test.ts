// A month of many people, while the counter sells (HR-105, HR-106, people 9): nobody waits for the whole of it.
// `PAY_STAFF=5000` has a large hospital in one run.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { calculate } from '../../../../db/hospital/people/payroll/runs/calculate.ts'
import { runRecord } from '../../../../db/hospital/people/payroll/runs/record.ts'
import { payroll_runs } from '../../../../db/hospital/people/payroll/runs/tables.ts'
import { payslips } from '../../../../db/hospital/people/payroll/slips/tables.ts'
import { inTransaction, within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { manyLike } from '../../../support/many-staff.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { payDesk } from '../../../support/pay.ts'

const count = Number(process.env['PAY_STAFF'] ?? 450)
const month = { period_year: 2026, period_month: 3 }

t.test('a month of many people', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, accountant, people } = desk
  const { system } = house
  await priced(house)
  const cashier = await people.with('cashier')
  await atDrawer(house, cashier)
  const { id: patient_id } = await somebody(await people.with('reception'))
  const body = { patient_id, method: 'Cash', lines: [{ code: 'FBC', quantity: 1 }] }
  const paid = { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1', national_id: null }
  const first = await desk.paid(1_000_000, paid)
  await manyLike(house.hospital.id, first.id, count - 1)
  const made = await payroll.post('/hr/payroll-runs', month)
  const path = `/hr/payroll-runs/${made.data.id}`
  const slips = () =>
    payslips.all({ hospital_id: system.hospital_id, run_id: made.data.id }, { order: ['staff_id'] })

  /** Sells for as long as it takes, one after the other; how long the slowest sale took. */
  async function meanwhile(work: ReturnType<typeof payroll.post>) {
    let ended = false
    const answer = work.finally(() => {
      ended = true
    })
    let slowest = 0
    let sold = 0
    do {
      const began = performance.now()
      const sale = await cashier.post('/billing/sales', body)
      t.equal(sale.status, 201, sale.message)
      slowest = Math.max(slowest, performance.now() - began)
      sold += 1
    } while (!ended)
    return { answer: await answer, said: `${sold} sales, the slowest ${Math.round(slowest)} ms` }
  }

  t.test(`${count} are reckoned, approved and posted while the counter sells`, async (t) => {
    for (const [who, what, with_body] of [
      [payroll, 'calculate', {}],
      [manager, 'approve', desk.accepting],
      [accountant, 'post', {}],
    ] as const) {
      const began = performance.now()
      const { answer, said } = await meanwhile(who.post(`${path}/${what}`, with_body))
      t.equal(answer.status, 200, answer.message)
      t.comment(`${what}: ${Math.round(performance.now() - began)} ms; ${said}`)
      t.equal(answer.data.staff_count, count)
    }
    const found = await slips()
    t.equal(found.length, count)
    const numbers = found.map(({ number }) => number ?? '').sort((a, b) => a.localeCompare(b))
    t.equal(new Set(numbers).size, count)
    t.equal(numbers.at(-1), `PS-2026-03-${String(count).padStart(4, '0')}`, 'no gap (HR-107)')
    const { net } = (await payroll.get(path)).data
    t.equal(
      found.reduce((sum, slip) => sum + slip.net, 0),
      Math.round(net * 100),
    )
    await desk.proven(t)
  })

  const april = await payroll.post('/hr/payroll-runs', { ...month, period_month: 2 })
  const next = `/hr/payroll-runs/${april.data.id}`

  t.test('nobody waits while it is reckoned, and it comes out the same', async (t) => {
    let told = 0
    const before = await runRecord.get(system, april.data.id)
    await calculate(system, before.id, () => {
      told += 1
      if (inTransaction()) t.fail('a transaction is open')
    })
    t.ok(told > 200, 'in more than one piece')
    const of_run = { hospital_id: system.hospital_id, run_id: before.id }
    const one = await payslips.all(of_run, { order: ['staff_id'] })
    await calculate(system, before.id)
    t.same(await payslips.all(of_run, { order: ['staff_id'] }), one, 'calculated twice (HR-106)')
  })

  t.test('half written it cannot be approved, whoever else writes it comes first', async (t) => {
    const { hospital_id } = system
    const id = april.data.id
    await within(() => payroll_runs.change({ hospital_id, id }, { inputs_hash: null }))
    t.match(await manager.post(`${next}/approve`, desk.accepting), {
      status: 409,
      message: 'Something changed since this run was calculated: calculate it again.',
    })
    const both = await Promise.all([1, 2, 3].map(() => payroll.post(`${next}/calculate`)))
    t.ok(both.some(({ status }) => status === 200))
    t.same(
      both.filter(({ status }) => status !== 200 && status !== 409),
      [],
    )
    const run = await runRecord.get(system, id)
    t.equal((await payslips.all({ hospital_id, run_id: id })).length, run.staff_count)
    const input = { staff_id: first.id, component_code: 'BONUS', amount: 5, note: 'Late' }
    await payroll.put('/hr/pay-inputs', { ...month, period_month: 2, rows: [input] })
    t.equal((await manager.post(`${next}/approve`, desk.accepting)).status, 409, 'HR-105')
    await payroll.post(`${next}/calculate`)
    const done = await manager.post(`${next}/approve`, desk.accepting)
    t.equal(done.status, 200, done.message)
  })
})
