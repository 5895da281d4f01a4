import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('deposits', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier', 'supervisor')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  await atDrawer(house, cashier)
  const walk_in = (await cashier.get('/billing/policy')).data.walk_in_patient_id
  const held = () => books.balance(accountant, '2201')
  const debt = () => books.balance(accountant, '1201')
  const { id: patient_id, full_name } = await somebody(clerk)
  const take = (more: Record<string, unknown> = {}) =>
    cashier.post('/billing/deposits', { patient_id, amount: 8_000, ...more })
  const bill = async (of = patient_id, codes = ['FBC']) => {
    const made = await cashier.post('/billing/bills', {
      patient_id: of,
      items: codes.map((code) => ({ code })),
    })
    return made.data.id
  }
  const issue = (id: string) => cashier.post(`/billing/bills/${id}/issue`)

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['nothing', { amount: 0 }, 400, 'amount must be more than 0.'],
    ['nobody named', { patient_id: null }, 400, 'patient_id is required.'],
    ['nobody', { patient_id: 'nobody' }, 404, 'No such patient.'],
    ['the walk-in', { patient_id: 'WALK-IN' }, 409, 'A deposit needs an identified patient.'],
    ['no reference', { method: 'Cheque' }, 400, 'reference is required for Cheque.'],
    [
      'a waiver',
      { method: 'Waiver' },
      400,
      'method must be one of Cash, Mobile Money, Card, Bank Transfer, Cheque.',
    ],
  ]
  t.test('bad input', async (t) => {
    for (const [what, body, status, message] of bad) {
      const walks_in = body['patient_id'] === 'WALK-IN'
      const refused = await take(walks_in ? { ...body, patient_id: walk_in } : body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.equal((await clerk.post('/billing/deposits', {})).status, 403)
    t.equal(await held(), 0)
  })

  let first = ''
  t.test('money is held, not earned (BIL-65, P-06)', async (t) => {
    await manager.patch('/billing/policy', { auto_apply_deposits: false })
    const taken = await take({ purpose: 'Surgery' })
    t.equal(taken.status, 201, taken.message)
    t.match(taken.data.deposit, { status: 'OPEN', origin: 'ADVANCE', remaining: 8_000 })
    t.match(taken.data.deposit.number, /^DEP-2026-\d{6}$/)
    t.match(taken.data.payment, { purpose: 'DEPOSIT', amount: 8_000 })
    t.equal(await held(), 8_000)
    first = taken.data.deposit.id
  })

  t.test('it is set against bills of the same patient alone (BIL-66, P-07)', async (t) => {
    const { id: other } = await somebody(clerk)
    const theirs = await bill(other)
    await issue(theirs)
    const path = `/billing/deposits/${first}`
    const refused = await cashier.post(`${path}/apply`, { bill_id: theirs })
    t.match(refused.message, /^Deposit DEP-2026-\d{6} belongs to /)
    t.ok(refused.message.includes(full_name))
    const own = await bill()
    const draft = await cashier.post(`${path}/apply`, { bill_id: own })
    t.equal(draft.status, 409, draft.message)
    await issue(own)
    const before = await debt()
    const part = await cashier.post(`${path}/apply`, { bill_id: own, amount: 2_000 })
    t.match(part.data, { status: 'PART_USED', used: 2_000, remaining: 6_000 }, part.message)
    t.match((await cashier.get(`/billing/bills/${own}`)).data, {
      status: 'PART_PAID',
      paid: 2_000,
      balance: 3_000,
    })
    const much = await cashier.post(`${path}/apply`, { bill_id: own, amount: 3_001 })
    t.equal(much.message, 'Only 3,000 is due.')
    const rest = await cashier.post(`/billing/bills/${own}/apply-deposit`)
    t.match(rest.data, { status: 'SETTLED', paid: 5_000, balance: 0 }, rest.message)
    t.equal(await held(), 3_000)
    t.equal(before - (await debt()), 5_000)
    const back = await cashier.post(`${path}/unapply`, { bill_id: own, reason: 'Wrong bill' })
    t.match(back.data, { status: 'OPEN', used: 0, remaining: 8_000 }, back.message)
    t.match((await cashier.get(`/billing/bills/${own}`)).data, { status: 'ISSUED', paid: 0 })
    t.equal(await held(), 8_000)
    t.equal(await debt(), before)
  })

  t.test('at issue what is held pays first, the oldest before others (BIL-39)', async (t) => {
    await manager.patch('/billing/policy', { auto_apply_deposits: null })
    const made = await bill(patient_id, ['FBC', 'FBC'])
    const issued = await issue(made)
    t.match(issued.data, { status: 'PART_PAID', paid: 8_000, balance: 2_000 }, issued.message)
    t.match((await cashier.get(`/billing/deposits/${first}`)).data, { status: 'USED' })
  })

  t.test('what is above a balance is kept for whoever is known (BIL-44, P-15)', async (t) => {
    const made = await bill()
    await issue(made)
    const paid = await cashier.post(`/billing/bills/${made}/payments`, {
      amount: 5_500,
      method: 'Card',
      reference: 'SLIP-9',
    })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data, { change: 0, payment: { amount: 5_500 }, bill: { status: 'SETTLED' } })
    const [kept] = (await cashier.get('/billing/deposits', { origin: 'EXCESS' })).data
    t.match(kept, { remaining: 500, payment_id: paid.data.payment.id })
    t.equal(await held(), 500)
    const reversed = await cashier.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
      reason: 'Wrong card',
    })
    t.equal(reversed.status, 200, reversed.message)
    t.equal(await held(), 0, 'what was kept goes back with it')
  })

  t.test('a receipt whose deposit was used is not taken back (BIL-52)', async (t) => {
    const taken = await take({ amount: 1_000 })
    const made = await bill()
    await issue(made)
    const refused = await cashier.post(`/billing/payments/${taken.data.payment.id}/reverse`, {
      reason: 'Wrong patient',
    })
    t.equal(
      refused.message,
      `Deposit ${taken.data.deposit.number} of this receipt was used: refund that instead.`,
    )
  })

  t.test('the books say what billing says (ACC-108, ACC-111, ACC-112)', async (t) => {
    const { checks } = await verify(house.system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
