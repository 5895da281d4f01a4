// Pay that several people touch at once: one of them does it, the others are told (people 3.8).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

const six = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 6 }, ask))
const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

t.test('six at once', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, accountant, people } = desk
  const books = await ledgerOf(house)
  await books.post(accountant, { '1110': 9_000_000, '3101': -9_000_000 })
  const person = await desk.paid(500_000)
  const bank = { method: 'BANK', bank_name: 'CRDB', account_no: '0150111222333' }
  const entered = await payroll.post(`/hr/staff/${person.id}/bank-accounts`, bank)
  await desk.staff.manager.post(`/hr/bank-accounts/${entered.data.id}/approve`, {})
  const march = { period_year: 2026, period_month: 3 }

  const begun = await six(() => payroll.post('/hr/payroll-runs', march))
  t.same(statuses(begun), [201, 409, 409, 409, 409, 409], 'one REGULAR run (HR-90)')
  const run = `/hr/payroll-runs/${begun.find(({ status }) => status === 201)?.data.id}`
  await payroll.post(`${run}/calculate`)
  await manager.post(`${run}/approve`, desk.accepting)

  const posted = await six(() => accountant.post(`${run}/post`, {}))
  t.same(statuses(posted), [200, 409, 409, 409, 409, 409], 'posted once')
  const slips = (await payroll.get('/hr/payslips')).data
  t.match(slips, [{ number: 'PS-2026-03-0001', status: 'FINAL' }])

  const { account_id } = (await accountant.get('/accounting/funding-accounts')).data.find(
    (one: { account_id: string }) => one.account_id === books.id('1110'),
  )
  const batch = { method: 'BANK', funding_account_id: account_id }
  const prepared = await six(() => accountant.post(`${run}/payment-batches`, batch))
  t.same(statuses(prepared), [201, 409, 409, 409, 409, 409], 'in one batch (HR-117)')
  const path = `/hr/payment-batches/${prepared.find(({ status }) => status === 201)?.data.id}`
  await accountant.post(`${path}/sent`)
  const said = { paid_on: '2026-03-31', reference: 'TT-1' }
  const paid = await six(() => accountant.post(`${path}/paid`, said))
  t.same(statuses(paid), [200, 409, 409, 409, 409, 409], 'paid once')
  const back = { reason: 'Wrong branch', date: '2026-03-31' }
  const returned = await six(() => accountant.post(`/hr/payslips/${slips[0].id}/return`, back))
  t.same(statuses(returned), [200, 409, 409, 409, 409, 409], 'back once')
  await desk.proven(t)

  const both = await people.holding('payroll:approve', 'payroll:post', 'payroll:read')
  const reversed = await six(() => both.post(`${run}/reverse`, { reason: 'A mistake' }))
  t.same(statuses(reversed), [200, 409, 409, 409, 409, 409], 'taken back once')
  await desk.proven(t)
})
