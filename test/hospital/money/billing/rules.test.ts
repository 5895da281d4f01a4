// Numbered rules of the chapter that stand in no test of their own record.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { funding_accounts } from '../../../../db/hospital/money/accounting/funding/tables.ts'
import { bankLine } from '../../../support/money/bank-line.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'
import { remitting } from '../../../support/money/remitting.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('rules of bills and money', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { clerk, cashier, issued } = await money(house)
  const biller = await people.with('billing')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const administrator = await people.with('system_administrator')

  t.test('a bill is the sum of its lines (BIL-16)', async (t) => {
    const { id: patient_id } = await somebody(clerk)
    const items = [{ code: 'TAXED', quantity: 1.5 }, { code: 'FBC' }, { code: 'XRAY' }]
    const { data } = await biller.post('/billing/bills', { patient_id, items })
    t.match(data, { subtotal: 30_300, discount: 0, tax: 45.76, total: 30_300, scheme_share: 0 })
    t.equal(data.patient_share, data.total)
  })

  t.test('what a bill takes: its day and its length (BIL-20)', async (t) => {
    const { id: patient_id } = await somebody(clerk)
    const { birth_date } = (await clerk.get(`/patients/${patient_id}`)).data
    const make = (more: Record<string, unknown>) =>
      biller.post('/billing/bills', { patient_id, items: [{ code: 'FBC' }], ...more })
    const day = new Date(Date.parse(birth_date) - 86_400_000).toISOString().slice(0, 10)
    const before = await make({ service_date: day })
    t.match(before, { status: 400, message: 'service_date is before the patient was born.' })
    const after = await make({ service_date: '2026-04-01' })
    t.match(after, { status: 400, message: 'service_date must not be in the future.' })
    const many = Array.from({ length: 500 }, () => ({ code: 'FBC' }))
    const full = await make({ items: many })
    t.equal(full.status, 201, full.message)
    const path = `/billing/bills/${full.data.id}/items`
    const over = await biller.post(path, { items: [{ code: 'FBC' }] })
    t.match(over, { status: 409, message: 'A bill takes at most 500 lines.' })
  })

  t.test('a bill is due after the days that the hospital says (BIL-37)', async (t) => {
    const set = (invoice_due_days: string) =>
      administrator.patch('/settings/system', { invoice_due_days })
    for (const [days, due_on] of [
      ['30', '2026-04-30'],
      ['0', '2026-03-31'],
      ['365', '2027-03-31'],
    ] as const) {
      const kept = await set(days)
      t.equal(kept.status, 200, kept.message)
      t.equal((await issued()).bill.due_on, due_on, `${days} days`)
    }
    t.match(await set('366'), { status: 400, message: /^invoice_due_days / })
    await set('0')
    const { id } = await issued()
    clock.freeze('2026-04-10T06:00:00.000Z')
    const late = await people.with('cashier')
    t.equal((await late.get(`/billing/bills/${id}`)).data.overdue_days, 10)
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test('a method whose money has no account is refused (BIL-47)', async (t) => {
    const default_bank = { hospital_id, kind: 'bank' as const, is_default: true }
    const kept = await funding_accounts.find(default_bank)
    await within(() => funding_accounts.change(default_bank, { is_default: false }))
    const { id } = await issued()
    const body = { amount: 1_000, method: 'Bank Transfer', reference: 'TT 1' }
    const refused = await cashier.post(`/billing/bills/${id}/payments`, body)
    const branch = (await administrator.get(`/facilities/${facility_id}`)).data.name
    t.equal(refused.status, 409)
    t.equal(refused.message, `No default bank account for ${branch}: set one in accounting.`)
    await within(() =>
      funding_accounts.change({ hospital_id, id: kept?.id ?? '' }, { is_default: true }),
    )
    const till = { ...body, account_id: kept?.id, method: 'Mobile Money', reference: 'ABC123' }
    const wrong = await cashier.post(`/billing/bills/${id}/payments`, till)
    t.equal(wrong.status, 409, 'of another kind than its method')
    t.equal((await cashier.post(`/billing/bills/${id}/payments`, body)).status, 201)
  })

  t.test('a budget stops an expense where it says so (BIL-130, ACC-35)', async (t) => {
    const books = await ledgerOf(house)
    await books.post(accountant, { '1110': 900_000, '3101': -900_000 })
    const budget = await accountant.post('/accounting/budgets', {
      account_id: books.id('6201'),
      amount: 1_000,
      period_year: 2026,
      period_month: 3,
      control: 'STOP',
    })
    t.equal((await manager.post(`/accounting/budgets/${budget.data.id}/approve`)).status, 200)
    const spend = async (amount: number) => {
      const made = await biller.post('/billing/expenses', {
        description: 'Power',
        amount,
        category: 'Utilities',
        payee: 'Grid',
      })
      const shown = await biller.post(`/billing/expenses/${made.data.id}/submit`)
      return { shown, done: await manager.post(`/billing/expenses/${made.data.id}/approve`, {}) }
    }
    const first = await spend(700)
    t.match(first.shown.data.budget, { result: 'OK', amount: 1_000 })
    t.equal(first.done.status, 200, first.done.message)
    const second = await spend(301)
    t.match(second.shown.data.budget, { result: 'STOP' }, 'said when it is handed in')
    t.equal(second.done.status, 409)
    t.match(second.done.message, /^The budget of 6201 Utilities for 2026-03 has 300 left\.$/)
    t.equal((await spend(300)).done.status, 200, 'cumulative, to the unit')
  })

  t.test('the patient flow moves a binding, or a price with it (BIL-164)', async (t) => {
    const set = (consultation: Record<string, unknown>) =>
      manager.patch('/billing/patient-flow', { consultation })
    const bound = await set({ code: 'CONS', name: 'To see a doctor' })
    t.match(bound.data.consultation, { code: 'CONS', name: 'To see a doctor', price: 10_000 })
    const [kept] = (await manager.get('/billing/tariffs', { search: 'CONS' })).data
    t.match(kept, { name: 'Consultation', price: 10_000 }, 'without a price the list is left alone')
    const dearer = await set({ code: 'CONS', name: 'To see a doctor', price: 12_000 })
    t.equal(dearer.data.consultation.price, 12_000)
    const made = await set({ code: 'CONS-9', name: 'A professor', price: 50_000 })
    t.match(made.data.consultation, { code: 'CONS-9', price: 50_000 })
    const [row] = (await manager.get('/billing/tariffs', { search: 'CONS-9' })).data
    t.match(row, { category: 'Consultation', effective_from: '2026-03-31' })
  })
})

t.test('money nobody knew is the scheme’s when it is named (BIL-124, P-25)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const { sent, enter, posted, balances } = await remitting(t, house)
  const { claim, scheme_id } = await sent({})
  const books = await ledgerOf(house)
  const accountant = await house.people.with('accountant')
  const value_date = '2026-03-10'
  const came = async (contra: string) => {
    const amount = 3_500_000
    const id = await bankLine(house, { account_id: books.id('1110'), value_date, amount })
    const entry = await books.post(accountant, { '1110': 35_000, [contra]: -35_000 })
    const lines = entry.data.lines
      .filter((one: { account_code: string }) => one.account_code === '1110')
      .map((one: { id: string }) => ({ line_id: one.id }))
    t.equal(
      (await accountant.post(`/accounting/statement-lines/${id}/match`, { lines })).status,
      200,
    )
    return id
  }
  const statement_line_id = await came('2901')
  const before = await balances('1110', '2901', '1203')
  const whole = { amount: 35_000, statement_line_id }
  const lines = [{ claim_id: claim.id, paid: 35_000, denied: 0 }]
  const refused = async (body: Record<string, unknown>) => {
    const made = await enter(scheme_id, body)
    t.equal(made.status, 201, made.message)
    return accountant.post(`/billing/remittances/${made.data.id}/post`)
  }
  const nothing = /^Only 0 of this statement line is unidentified\.$/
  const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'
  t.match(await enter(scheme_id, { ...whole, statement_line_id: nobody_id }), {
    status: 404,
    message: 'statement_line_id: no such statement line.',
  })
  t.match(await refused({ amount: 35_001, statement_line_id }), {
    status: 409,
    message: 'Only 35,000 of this statement line is unidentified.',
  })
  const known = await came('3101')
  t.match(await refused({ amount: 1, statement_line_id: known }), { status: 409, message: nothing })
  await posted(scheme_id, { ...whole, lines })
  t.match(
    await refused({ amount: 1, statement_line_id }),
    { status: 409, message: nothing },
    'once',
  )
  const after = await balances('1110', '2901', '1203')
  t.equal((after['1110'] ?? 0) - (before['1110'] ?? 0), 35_000, 'what else came, and no more')
  t.equal(before['2901'], 35_000)
  t.equal(after['2901'], 0)
  t.equal((before['1203'] ?? 0) - (after['1203'] ?? 0), 35_000)
})
