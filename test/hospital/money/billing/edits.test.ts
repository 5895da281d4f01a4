import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { serviceDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import { setVisitClass } from '../../../../db/hospital/desk/visits/for-areas.ts'
import { newId } from '../../../../db/core/ids.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('bills are changed, split, held and billed anew', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const manager = await people.with('manager', 'billing')
  const officer = await people.with('insurance')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const drafted = async (items: unknown[] = [{ code: 'FBC' }, { code: 'XRAY' }]) => {
    const { id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', { patient_id: id, items })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const order = (visit: { id: string; patient: { id: string } }, code: string, more = {}) =>
    within(() =>
      charge(system, {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        code,
        quantity: 1,
        source: 'lab',
        source_id: `${visit.id}-${code}`,
        ...more,
      }),
    )
  const sound = async () => {
    const { checks } = await verify(system)
    return checks.filter(({ state }) => state === 'FAILED')
  }

  t.test('a line is changed while its bill is a draft (BIL-15, BIL-19)', async (t) => {
    const bill = await drafted()
    const [fbc] = bill.items
    const path = `/billing/bills/${bill.id}/items/${fbc.id}`
    const bad: [Record<string, unknown>, number, string][] = [
      [{ quantity: 0 }, 400, 'quantity must be more than 0, with at most three decimals.'],
      [{ quantity: 1.2345 }, 400, 'quantity must be more than 0, with at most three decimals.'],
      [{ quantity: 'two' }, 400, 'quantity must be more than 0, with at most three decimals.'],
      [{ department: 'Moon' }, 400, 'department "Moon" is not known.'],
      [{ unit_price: 4_000 }, 403, 'Your role may not change prices: FBC is 5,000.'],
    ]
    for (const [body, status, message] of bad) {
      t.match(await biller.patch(path, body), { status, message }, JSON.stringify(body))
    }
    const by_boss: [Record<string, unknown>, number, string][] = [
      [{ unit_price: -5 }, 400, 'unit_price must not be negative.'],
      [{ unit_price: 10.005 }, 400, 'unit_price has more decimals than TZS allows.'],
      [{ unit_price: 4_000 }, 400, 'description is required: say why the price is another.'],
      [{ discount: 5_001 }, 400, 'discount is more than the line.'],
    ]
    for (const [body, status, message] of by_boss) {
      t.match(await manager.patch(path, body), { status, message }, JSON.stringify(body))
    }
    const two = await biller.patch(path, { quantity: 2, difference_accepted: true })
    t.match(two.data, { total: 35_000, items: [{ quantity: 2, difference_accepted: true }, {}] })
    const cheap = await manager.patch(path, {
      unit_price: 4_000,
      description: 'Blood count, repeated for the laboratory’s mistake',
      discount: 500,
    })
    t.match(cheap.data, { total: 32_500, discount: 500, balance: 32_500 })
    t.match(
      await biller.with({ 'if-match': '"1"' }).patch(path, { quantity: 3 }),
      { status: 409 },
      'BIL-23',
    )
    t.match(await biller.patch(`/billing/bills/${bill.id}/items/${newId()}`, { quantity: 1 }), {
      status: 404,
    })
    const nobodys = `/billing/bills/${bill.id}/items/${newId()}`
    t.equal((await biller.patch(nobodys, { quantity: 'x' })).status, 404, 'PLT-1')
    t.equal((await biller.post(`${nobodys}/cancel`, { reason: 'x' })).status, 404, 'PLT-1')
    const issued = await cashier.post(`/billing/bills/${bill.id}/issue`)
    t.match(await biller.patch(path, { quantity: 1 }), {
      status: 409,
      message: `Bill ${issued.data.number} is ISSUED. It can: pay, credit, cancel, rebill, hold.`,
    })
  })

  t.test('a line of another area is changed there (BIL-21)', async (t) => {
    const visit = await visiting(clerk)
    const line = await order(visit, 'FBC')
    const path = `/billing/bills/${line.bill_id}/items/${line.item_id}`
    t.match(await biller.patch(path, { quantity: 2 }), {
      status: 409,
      message: 'This line comes from the laboratory: change it there.',
    })
    t.match(await manager.patch(path, { discount: 1_000 }), { status: 200 })
    t.match(await biller.patch(path, { difference_accepted: true }), { status: 200 })
  })

  t.test('a draft takes notes and another day, and is priced for it (BIL-18)', async (t) => {
    const later = await accountant.post('/billing/tariffs', {
      code: 'FBC',
      name: 'Full blood count',
      category: 'Laboratory',
      price: 6_000,
      effective_from: '2026-03-31',
    })
    t.equal(later.status, 201, later.message)
    const bill = await drafted([{ code: 'FBC' }])
    t.equal(bill.total, 6_000)
    const path = `/billing/bills/${bill.id}`
    t.match(await biller.patch(path, { service_date: '2026-04-01' }), {
      status: 400,
      message: 'service_date must not be in the future.',
    })
    const before = await biller.patch(path, { service_date: '2026-03-30', notes: 'Of yesterday' })
    t.match(before.data, { total: 5_000, notes: 'Of yesterday' })
    t.match(await biller.patch(path, { membership_id: newId() }), {
      status: 404,
      message: 'No such membership.',
    })
    t.equal((await accountant.patch(path, { notes: 'x' })).status, 403)
  })

  t.test('lines are set aside on a draft of their own', async (t) => {
    const bill = await drafted()
    const split = (item_ids: string[]) =>
      biller.post(`/billing/bills/${bill.id}/split`, { item_ids })
    const ids = bill.items.map(({ id }: { id: string }) => id)
    t.match(await split(ids), {
      status: 409,
      message: 'A split leaves at least one line on the bill.',
    })
    t.match(await split([newId()]), { status: 404, message: 'No such item.' })
    t.match(await split([]), { status: 400 })
    const done = await split([ids[1]])
    t.equal(done.status, 200, done.message)
    t.match(done.data.bill, { status: 'DRAFT', items: [{ code: 'FBC' }] })
    t.match(done.data.new_bill, { status: 'DRAFT', total: 25_000, items: [{ code: 'XRAY' }] })
  })

  t.test('a bill in dispute is held and released', async (t) => {
    const bill = await drafted()
    const path = `/billing/bills/${bill.id}`
    t.match(
      (await biller.post(`${path}/hold`, { reason: 'Says it was never done' })).message,
      /DRAFT/,
    )
    await cashier.post(`${path}/issue`)
    t.equal((await cashier.post(`${path}/hold`, { reason: 'Never done' })).status, 403)
    const held = await biller.post(`${path}/hold`, { reason: 'Says it was never done' })
    t.match(held.data, { held: true, hold_reason: 'Says it was never done', status: 'ISSUED' })
    t.ok(held.data.moves.includes('release'))
    t.notOk(held.data.moves.includes('hold'))
    t.equal((await biller.post(`${path}/hold`, { reason: 'Again' })).status, 409)
    const free = await biller.post(`${path}/release`)
    t.match(free.data, { held: false, hold_reason: null })
    t.equal((await biller.post(`${path}/release`)).status, 409)
  })

  t.test('another payer takes over the lines of an issued bill (3.1)', async (t) => {
    const scheme = await officer.post('/billing/schemes', { code: 'bora', name: 'Bora' })
    const visit = await visiting(clerk)
    const line = await order(visit, 'XRAY')
    await within(() => serviceDone(system, 'lab', `${visit.id}-XRAY`, {}))
    const path = `/billing/bills/${line.bill_id}`
    const { data: old } = await cashier.post(`${path}/issue`)
    await clerk.post('/billing/memberships', {
      patient_id: visit.patient.id,
      scheme_id: scheme.data.id,
      member_no: 'B-1',
    })
    const wanted = { payer: 'Bora', reason: 'The card was found' }
    t.equal((await cashier.post(`${path}/rebill`, wanted)).status, 403)
    const debt = await books.balance(accountant, '1201')
    const owed = await books.balance(accountant, '1203')
    const done = await biller.post(`${path}/rebill`, wanted)
    t.equal(done.status, 200, done.message)
    t.match(done.data.credit_note, { reason_code: 'PAYER_CHANGED', total: 25_000 })
    t.match(done.data.bill, {
      payer: 'Bora',
      payer_kind: 'SCHEME',
      scheme_share: 25_000,
      balance: 0,
      rebilled_from_id: old.id,
      items: [{ code: 'XRAY', service_status: 'DONE', source: 'lab' }],
    })
    t.match((await cashier.get(path)).data, {
      status: 'CREDITED',
      rebilled_to_id: done.data.bill.id,
    })
    t.equal((await books.balance(accountant, '1201')) - debt, -25_000)
    t.equal((await books.balance(accountant, '1203')) - owed, 25_000)
    t.match((await biller.post(`${path}/rebill`, wanted)).message, /is CREDITED\. Nothing more/)
    t.same(await sound(), [])

    const paid = await drafted()
    await cashier.post(`/billing/bills/${paid.id}/payments`, {
      amount: 1_000,
      method: 'Card',
      reference: 'C-77',
    })
    t.match(await biller.post(`/billing/bills/${paid.id}/rebill`, { reason: 'Other payer' }), {
      status: 409,
      message: /^1,000 was paid on bill INV-2026-\d{6}: reverse or refund it first\.$/,
    })
  })

  t.test('of a stay that goes on only named lines are paid (BIL-41)', async (t) => {
    const visit = await visiting(clerk)
    const admission_id = newId()
    await within(() =>
      setVisitClass(system, { visit_id: visit.id, visit_class: 'INPATIENT', admission_id }),
    )
    const line = await order(visit, 'FBC', { admission_id })
    await order(visit, 'XRAY', { admission_id })
    const pay = (more = {}) =>
      cashier.post(`/billing/bills/${line.bill_id}/payments`, {
        amount: 6_000,
        method: 'Card',
        reference: 'C-88',
        ...more,
      })
    t.match(await pay(), {
      status: 409,
      message:
        'This is the running bill of an admission: take a deposit, or issue an interim bill first.',
    })
    const named = await pay({ item_ids: [line.item_id] })
    t.equal(named.status, 201, named.message)
    t.match(named.data.bill, { status: 'SETTLED', total: 6_000 })
    t.same(await sound(), [])
  })
})
