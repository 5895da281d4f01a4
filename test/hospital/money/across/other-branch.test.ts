// A drawer of another branch pays: its cash goes out of the books of that branch, and the two owe each
// other (BIL-53, ACC-3).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import type { Data } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('cash of another branch’s drawer', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  await ledgerOf(house)
  const officer = await people.administrator()
  const supervisor = await people.with('supervisor')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier', 'supervisor')
  const asker = await people.with('billing')
  const clerk = await people.with('reception')
  const north = (await officer.post('/facilities', { code: 'NTH', name: 'North', kind: 'CLINIC' }))
    .data
  await officer.put(`/users/${cashier.user.id}/facilities`, {
    facility_ids: [facility_id, north.id],
    default_facility_id: facility_id,
  })
  const drawer = (
    await supervisor.post('/billing/drawers', { name: 'North window', facility_id: north.id })
  ).data
  const there = cashier.with({ 'x-facility-id': north.id })
  const opened = await there.post('/billing/shifts', { drawer_id: drawer.id, denominations: [] })
  t.equal(opened.status, 201, opened.message)
  const { id: patient_id } = await somebody(clerk)
  const holds = (who: Pick<typeof there, 'post'>, amount: number, more: Record<string, unknown>) =>
    who.post('/billing/deposits', { patient_id, amount, purpose: 'ADVANCE', ...more })
  const filled = await holds(there, 80_000, { method: 'Cash' })
  t.equal(filled.status, 201, filled.message)

  const linesOf = async (reference: string): Promise<Data[]> => {
    const [entry] = (await accountant.get('/accounting/entries', { search: reference })).data
    return (await accountant.get(`/accounting/entries/${entry.id}`)).data.lines
  }
  const isAcross = (lines: Data[], amount: number): void => {
    const sums = lines.map(({ account_code, facility_id: of, debit, credit }) =>
      [account_code === '1309' ? '1309' : account_code, of, debit - credit].join(' '),
    )
    t.ok(sums.includes(`1309 ${facility_id} ${-amount}`), sums.join('; '))
    t.ok(sums.includes(`1309 ${north.id} ${amount}`), sums.join('; '))
  }

  t.test('pays a refund', async (t) => {
    const held = await holds(await people.with('cashier'), 30_000, {
      method: 'Card',
      reference: 'C-1',
    })
    t.equal(held.status, 201, held.message)
    const asked = await asker.post('/billing/refunds', {
      deposit_id: held.data.deposit?.id ?? held.data.id,
      amount: 30_000,
      reason: 'Went home',
      payee_name: 'Neema',
    })
    t.equal(asked.status, 201, asked.message)
    const path = `/billing/refunds/${asked.data.id}`
    const agreed = await manager.post(`${path}/approve`, { method: 'Cash' })
    t.equal(agreed.status, 200, agreed.message)
    const paid = await cashier.post(`${path}/pay`, {})
    t.equal(paid.status, 200, paid.message)
    t.equal(paid.data.account_name, 'North window')
    isAcross(await linesOf(paid.data.entry_reference), 30_000)
  })

  t.test('pays an expense', async (t) => {
    const nurse = await people.with('nurse')
    const made = await nurse.post('/billing/expenses', {
      description: 'Fuel',
      amount: 20_000,
      category: 'Utilities',
      payee: 'Oil House',
      method: 'Cash',
    })
    const path = `/billing/expenses/${made.data.id}`
    await nurse.post(`${path}/submit`)
    const agreed = await manager.post(`${path}/approve`, {})
    t.equal(agreed.status, 200, agreed.message)
    const paid = await cashier.post(`${path}/pay`, {})
    t.equal(paid.status, 200, paid.message)
    isAcross(await linesOf(paid.data.entry_references.at(-1)), 20_000)
  })

  const reversalOf = async (reference: string): Promise<Data[]> => {
    const found = (await accountant.get('/accounting/entries', { search: reference })).data
    const { id } = found.find((one: Data) => one.reference !== reference)
    return (await accountant.get(`/accounting/entries/${id}`)).data.lines
  }

  const window = { name: 'Main window', facility_id }
  const main = (await supervisor.post('/billing/drawers', window)).data
  const taker = await people.with('cashier', 'accountant')
  const shift = { drawer_id: main.id, denominations: [] }
  t.equal((await taker.post('/billing/shifts', shift)).status, 201)

  t.test('and what it spent comes back into another', async (t) => {
    const [spent] = (await accountant.get('/billing/expenses', { status: 'PAID' })).data
    const path = `/billing/expenses/${spent.id}/reverse`
    const reversed = await taker.post(path, { reason: 'Never came' })
    t.equal(reversed.status, 200, reversed.message)
    const lines = await reversalOf(spent.entry_references.at(-1))
    t.ok(
      lines.every(({ facility_id: of }) => of === facility_id),
      JSON.stringify(lines),
    )
  })

  t.test('pays back what a drawer of the first branch took', async (t) => {
    const taken = await holds(taker, 15_000, { method: 'Cash' })
    t.equal(taken.status, 201, taken.message)
    const payment_id = taken.data.payment?.id ?? taken.data.payment_id ?? taken.data.id
    const reversed = await cashier.post(`/billing/payments/${payment_id}/reverse`, {
      reason: 'By mistake',
    })
    t.equal(reversed.status, 200, reversed.message)
    isAcross(await reversalOf(reversed.data.entry_reference), 15_000)
  })

  t.test('and each branch’s books are right (ACC-47, ACC-102)', async (t) => {
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })
  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
