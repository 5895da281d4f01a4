// Salaries that are paid, that fail and that come back (people 3.8; HR-115 to HR-118).

import { createHash } from 'node:crypto'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'

t.test('salaries are paid', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-20T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, manager, accountant, people } = desk
  const books = await ledgerOf(house)
  await books.post(accountant, { '1110': 9_000_000, '3101': -9_000_000 })
  const first = await desk.paid(1_000_000, { first_name: '=Neema', last_name: 'Alpha' })
  const second = await desk.paid(500_000, { first_name: 'Juma', last_name: 'Beta' })
  const third = await desk.paid(400_000, { first_name: 'Rose', last_name: 'Gamma' })
  const bank = async (staff_id: string, more: Record<string, unknown>) => {
    const made = await payroll.post(`/hr/staff/${staff_id}/bank-accounts`, {
      method: 'BANK',
      bank_name: 'CRDB',
      bank_code: '003',
      branch_code: '3001',
      ...more,
    })
    t.equal(made.status, 201, made.message)
    const agreed = await desk.staff.manager.post(`/hr/bank-accounts/${made.data.id}/approve`, {})
    t.equal(agreed.status, 200, agreed.message)
  }
  await bank(first.id, { account_no: '0150111222333' })
  await bank(second.id, { account_no: '0150444555666' })
  await bank(third.id, { method: 'MOBILE', mobile_no: '+255712345678', account_no: null })
  const month = { period_year: 2026, period_month: 3 }
  const run = await desk.run(month, 'POSTED')
  const funding = (await accountant.get('/accounting/funding-accounts')).data.find(
    ({ account_id }: { account_id: string }) => account_id === books.id('1110'),
  )
  const prepare = (more: Record<string, unknown> = {}) =>
    accountant.post(`${run}/payment-batches`, {
      method: 'BANK',
      funding_account_id: funding.id,
      ...more,
    })
  const slipOf = async (staff_id: string) =>
    (await payroll.get('/hr/payslips', { staff_id })).data[0]
  let batch = ''

  t.test(
    'a batch is what is left to be paid this way, in a file that stays (HR-115, HR-116)',
    async (t) => {
      t.equal((await payroll.post(`${run}/payment-batches`, {})).status, 403)
      const made = await prepare()
      t.equal(made.status, 201, made.message)
      batch = `/hr/payment-batches/${made.data.id}`
      t.match(made.data, { reference: 'PB-2026-0001', status: 'PREPARED', count: 2 })
      const nets = [(await slipOf(first.id)).net, (await slipOf(second.id)).net]
      t.equal(made.data.total, nets[0] + nets[1])
      const file = await accountant.get(`${batch}/file`)
      t.equal(createHash('sha256').update(file.raw).digest('hex'), made.data.file_sha256)
      t.equal(file.status, 200, file.message)
      const text = file.raw.toString('utf8')
      t.match(text, "'=Neema Alpha", 'no cell is a formula')
      t.match(text, '0150111222333')
      t.match(text, 'TOTAL')
      t.match(await prepare(), {
        status: 409,
        message: 'Nothing of PR-2026-03-01 is left to be paid by BANK.',
      })
      const mobile = await prepare({ method: 'MOBILE' })
      t.match(mobile.data, { count: 1, method: 'MOBILE' })
      const phones = await accountant.get(`/hr/payment-batches/${mobile.data.id}/file`)
      t.match(phones.raw.toString('utf8'), ',255712345678,')
      await accountant.post(`/hr/payment-batches/${mobile.data.id}/cancel`, { reason: 'Not yet' })
      t.equal((await accountant.get(`/hr/payment-batches/${mobile.data.id}/file`)).status, 409)
    },
  )

  t.test('a run with a batch under way is not reversed (3.8)', async (t) => {
    const both = await people.holding('payroll:approve', 'payroll:post', 'payroll:read')
    t.match(await both.post(`${run}/reverse`, { reason: 'A mistake' }), {
      status: 409,
      message: 'PB-2026-0001 of this run is under way: cancel it first.',
    })
  })

  t.test('paid, but for what the bank could not pay (HR-117, HR-118)', async (t) => {
    const { id: failing } = await slipOf(second.id)
    const paid = { paid_on: '2026-03-20', reference: 'TT-1' }
    const failed = [{ payslip_id: failing, failure: 'Account closed' }]
    t.match(await accountant.post(`${batch}/paid`, { ...paid, failed }), { status: 409 })
    t.equal((await accountant.post(`${batch}/sent`)).data.status, 'SENT')
    t.match(await accountant.post(`${batch}/paid`, { ...paid, paid_on: '2026-03-21' }), {
      status: 400,
      message: 'paid_on is in the future.',
    })
    const stranger = [{ payslip_id: first.id, failure: 'Nobody' }]
    t.match(await accountant.post(`${batch}/paid`, { ...paid, failed: stranger }), {
      status: 400,
      message: 'failed[0].payslip_id is not in this batch.',
    })
    const done = await accountant.post(`${batch}/paid`, { ...paid, failed })
    t.match(done.data, { status: 'PAID', paid_reference: 'TT-1' }, done.message)
    t.match(await slipOf(first.id), { status: 'PAID' })
    t.match(await slipOf(second.id), { status: 'RETURNED' })
    t.equal((await payroll.get(run)).data.status, 'PART_PAID')
    const both = await people.holding('payroll:approve', 'payroll:post', 'payroll:read')
    t.match(await both.post(`${run}/reverse`, { reason: 'A mistake' }), {
      status: 409,
      message: 'Salaries of this run were paid: use a supplementary run.',
    })
    const { net } = await slipOf(first.id)
    t.equal((await desk.balances())['1110'], 9_000_000 - net)
    await desk.proven(t)
  })

  t.test('one that comes back is owed again (P-51)', async (t) => {
    const { id, net } = await slipOf(first.id)
    const back = `/hr/payslips/${id}/return`
    const said = { reason: 'Wrong branch', date: '2026-03-20' }
    t.match(await accountant.post(back, { ...said, date: '2026-03-19' }), {
      status: 400,
      message: 'date is before it was paid.',
    })
    t.match((await accountant.post(back, said)).data, { status: 'RETURNED', payment: null })
    t.match(await accountant.post(back, said), { status: 409 }, 'once')
    t.equal((await desk.balances())['1110'], 9_000_000)
    await desk.proven(t)
    const again = await prepare()
    t.match(again.data, { count: 2 }, 'both wait for new details and are paid anew')
    const path = `/hr/payment-batches/${again.data.id}`
    await accountant.post(`${path}/sent`)
    await accountant.post(`${path}/paid`, { paid_on: '2026-03-20', reference: 'TT-2' })
    t.equal((await payroll.get(run)).data.paid, net + (await slipOf(second.id)).net)
    await desk.proven(t)
  })

  t.test('withheld pay stays out, and its own person does not see it (3.8)', async (t) => {
    const { id } = await slipOf(third.id)
    t.equal((await accountant.post(`/hr/payslips/${id}/withhold`, { reason: 'x' })).status, 403)
    const nurse = await people.with('nurse')
    await desk.staff.link(nurse, third.id)
    t.equal((await nurse.get('/hr/me/payslips')).data.length, 1)
    const held = await manager.post(`/hr/payslips/${id}/withhold`, { reason: 'Not at work' })
    t.match(held.data, { status: 'WITHHELD' }, held.message)
    t.match(await prepare({ method: 'MOBILE' }), { status: 409 })
    t.same((await nurse.get('/hr/me/payslips')).data, [])
    t.equal((await nurse.get(`/hr/payslips/${id}`)).status, 403, 'HR-110')
    await manager.post(`/hr/payslips/${id}/release`, { reason: 'He came' })
    t.match((await nurse.get('/hr/me/payslips', { year: '2026' })).data, [{ id }])
    t.same((await nurse.get('/hr/me/payslips', { year: '2025' })).data, [])
    const last = await prepare({ method: 'MOBILE' })
    await accountant.post(`/hr/payment-batches/${last.data.id}/sent`)
    const done = { paid_on: '2026-03-20', reference: 'M-1' }
    await accountant.post(`/hr/payment-batches/${last.data.id}/paid`, done)
    t.equal((await payroll.get(run)).data.status, 'PAID')
    t.equal((await desk.balances())['2401'], 0)
    await desk.proven(t)
  })
})
