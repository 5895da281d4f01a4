import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { insured } from '../../../support/money/insured.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

// What the lists of chapter 5 take as filters, and what they come to.

t.test('lists of bills, payments, deposits and claims', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { cashier, owing, issued } = await money(house)
  const accountant = await house.people.with('accountant')
  const biller = await house.people.with('billing')
  await atDrawer(house, cashier)
  const ids = (answer: { data: { id: string }[] }) => answer.data.map(({ id }) => id)
  // Whoever has yet to count a drawer sees no sums.
  const list = (query: Record<string, string>) => accountant.get('/billing/bills', query)

  t.test('bills by what they are of, and their sums (5.2)', async (t) => {
    const one = await issued()
    clock.advance(1000)
    const two = await issued(['FBC'])
    await cashier.post(`/billing/bills/${one.id}/payments`, { amount: 10_000 })
    const all = await list({ totals: 'true' })
    const totals = { total: 35_000, balance: 25_000 }
    t.match(all.meta, { total: 2, current_page: 1, totals })
    const first = await list({ per_page: '1', totals: 'true' })
    t.match(first.meta, { totals }, 'not of the page alone')
    const [client_id, admission_id] = [newId(), newId()]
    await within(() =>
      run(sql`update bills set client_id = ${client_id}, admission_id = ${admission_id}
        where id = ${two.id}`),
    )
    for (const query of [{ client_id }, { admission_id }]) {
      t.same(ids(await list(query)), [two.id], JSON.stringify(query))
    }
    const held = await biller.post(`/billing/bills/${one.id}/hold`, { reason: 'In dispute' })
    t.equal(held.status, 200, held.message)
    t.same(ids(await list({ held: 'true' })), [one.id])
    t.same(ids(await list({ held: 'false' })), [two.id])
    const owes = await accountant.get('/billing/debtors', { held: 'true' })
    t.match(owes.data, [{ patient: { id: one.visit.patient.id }, balance: 20_000 }])
    t.equal((await accountant.get('/billing/debtors', { held: 'false' })).data.length, 1)
    t.same(ids(await list({ payer: 'self  PAY' })), [two.id, one.id], 'BIL-12')
    t.match(await list({ held: 'maybe' }), { status: 400 })
  })

  t.test('the cashier sees urgent work first, then who waits longest (5.2)', async (t) => {
    const first = await owing(['FBC'])
    clock.advance(1000)
    const second = await owing(['XRAY'])
    await within(() =>
      run(sql`update bill_items set urgent = ${true} where bill_id = ${second.id}`),
    )
    const due = ids(await list({ due: 'true', status: 'DRAFT' }))
    t.same(due, [second.id, first.id])
  })

  t.test('payments and deposits come to what they say (5.3, 5.4)', async (t) => {
    const { id } = await issued(['FBC'])
    const payer = { method: 'Card', reference: 'L-1' }
    await cashier.post(`/billing/bills/${id}/payments`, { amount: 1_500, ...payer })
    const cards = await accountant.get('/billing/payments', { method: 'Card', totals: 'true' })
    t.match(cards.meta, { totals: { amount: 1_500 } })
    const bill = (await cashier.get(`/billing/bills/${id}`)).data
    const { patient_id } = bill
    await cashier.post('/billing/deposits', { patient_id, amount: 4_000 })
    t.match((await accountant.get('/billing/deposits', { patient_id, totals: 'true' })).meta, {
      totals: { remaining: 4_000 },
    })
  })

  t.test('claims by scheme, with what is pending (5.10)', async (t) => {
    const cast = await insured(house)
    const scheme = await cast.scheme({ coverage_pct: 80 })
    const visit = await cast.visit(scheme.id)
    const { bill_id } = await visit.charge('FBC')
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    t.same(ids(await list({ scheme_id: scheme.id })), [bill_id])
    const found = await cast.officer.get('/billing/claims', {
      scheme_id: scheme.id,
      totals: 'true',
    })
    t.match(found.meta, { totals: { claimed: 4_000, paid: 0, denied: 0, pending: 4_000 } })
  })
})
