import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('debts by age, and the account of one patient (BIL-135, BIL-136)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued, cashier } = await money(house)
  const one = await issued()
  const two = await issued(['FBC'])
  await cashier.post(`/billing/bills/${one.id}/payments`, {
    amount: 10_000,
    method: 'Card',
    reference: 'D-1',
  })
  const accountant = await house.people.with('accountant')
  const ask = async (query: Record<string, string> = {}) =>
    accountant.get('/billing/debtors', query)
  const all = await ask({ totals: 'true' })
  t.equal(all.status, 200, all.message)
  t.same(
    all.data.map((row: { patient: { id: string }; balance: number; not_due: number }) => [
      row.patient.id,
      row.balance,
      row.not_due,
    ]),
    [
      [one.visit.patient.id, 20_000, 20_000],
      [two.visit.patient.id, 5_000, 5_000],
    ],
  )
  t.match(all.meta, { totals: { balance: 25_000, not_due: 25_000, over_180: 0 } })
  t.ok(all.data[0].last_payment)
  const { due_on } = one.bill
  const later = (days: number) =>
    new Date(Date.parse(due_on) + days * 86_400_000).toISOString().slice(0, 10)
  for (const [days, bucket] of [
    [0, 'not_due'],
    [1, 'd1_30'],
    [30, 'd1_30'],
    [31, 'd31_60'],
    [60, 'd31_60'],
    [61, 'd61_90'],
    [91, 'd91_180'],
    [180, 'd91_180'],
    [181, 'over_180'],
  ] as const) {
    const aged = await ask({ as_of: later(days), bucket })
    t.equal(aged.data.length, 2, `${days} days after it was due it is ${bucket}`)
    t.equal(aged.data[0][bucket], 20_000)
  }
  t.equal((await ask({ min_amount: '5000.01' })).data.length, 1)
  t.equal((await ask({ department: 'Nowhere' })).data.length, 0)
  t.equal((await cashier.get('/billing/debtors')).status, 403)

  const account = await cashier.get(`/billing/patients/${one.visit.patient.id}/account`)
  t.equal(account.status, 200, account.message)
  t.match(account.data, { opening: 0, closing: 20_000, ageing: { not_due: 20_000 } })
  t.equal(account.data.lines.length, 2)
  t.equal((await cashier.get('/billing/patients/nobody/account')).status, 404)

  // A debt that was written into the books by hand is of its day, and what was paid of it is off the oldest.
  const books = await ledgerOf(house)
  const chief = await house.people.with('chief_accountant')
  const byHand = async (entry_date: string, amount: number) => {
    const [debt, other] = books.lines({ '1201': amount, '3101': -amount }) as object[]
    const party = { party_kind: 'PATIENT', party_id: one.visit.patient.id }
    const lines = [{ ...debt, ...party }, other]
    const posted = await chief.post('/accounting/entries', {
      memo: 'By hand',
      post: true,
      entry_date,
      lines,
    })
    t.equal(posted.status, 201, posted.message)
  }
  await byHand('2026-01-10', 700)
  await byHand('2026-03-20', 300)
  await byHand('2026-03-31', -200)
  const aged = await cashier.get(`/billing/patients/${one.visit.patient.id}/account`)
  t.match(aged.data, { closing: 20_800, ageing: { not_due: 20_000, d1_30: 300, d61_90: 500 } })
})
