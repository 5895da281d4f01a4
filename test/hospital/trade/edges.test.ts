// The ends of what trade takes: a discount of everything and of next to nothing; a client that is closed,
// suspended, in debt, or was known under another name; a patient of an order who is merged into another.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { boot } from '../../support/boot.ts'
import { done } from '../../support/desk/ward.ts'
import { somebody } from '../../support/desk/visits.ts'
import { atDrawer } from '../../support/money/drawers.ts'
import { priced } from '../../support/money/prices.ts'

t.test('the ends of trade', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house)
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const keeper = await people.with('storekeeper')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  await atDrawer(house, cashier, 1_000_000)
  const both = await people.with('corporate', 'manager')
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Pamba ${String(count).padStart(3, '0')} Ltd`
    const body = { name, kind: 'CORPORATE', status: 'ACTIVE', ...more }
    return done(both.post('/commercial/clients', body))
  }
  const items = [{ description: 'Medical check', quantity: 10, unit_price: 100 }]
  const quote = (client_id: string, more: object = {}) =>
    officer.post('/commercial/quotations', { client_id, items, ...more })
  const order = (client_id: string, more: object = {}) =>
    officer.post('/commercial/orders', { client_id, items, ...more })
  const o = (id: string, move: string) => `/commercial/orders/${id}/${move}`
  const rule = (more: object) =>
    manager.post('/commercial/discount-rules', {
      name: `Rule ${++count}`,
      applies_to: 'BILL',
      kind: 'PERCENT',
      ...more,
    })
  const clerk = await people.with('reception')
  const { id: patient_id } = await somebody(clerk)
  const bill = async () => {
    const body = { patient_id, payer: 'Self Pay', items: [{ code: 'FBC', quantity: 1 }] }
    const made = await done(biller.post('/billing/bills', body))
    return done(biller.post(`/billing/bills/${made.id}/issue`))
  }
  const give = (target_id: string, rule_id: string) =>
    cashier.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id,
      rule_id,
      reason: 'Asked by the ward',
    })

  t.test(
    'a discount of 100 %: an order for nothing goes its whole way (COM-20, COM-22)',
    async (t) => {
      const { id } = await client()
      const free = await done(order(id, { discount_pct: 100, tax_pct: 18 }))
      t.match(free, { approval_status: 'PENDING', subtotal: 1000, discount_amount: 1000, total: 0 })
      t.match(await officer.post(o(free.id, 'confirm')), {
        status: 409,
        message: `Order ${free.reference} waits for approval of its discount.`,
      })
      await done(manager.post(o(free.id, 'approve-discount')))
      await done(officer.post(o(free.id, 'confirm')))
      await done(keeper.post(o(free.id, 'fulfil')))
      const billed = await done(accountant.post(o(free.id, 'invoice')))
      t.match(billed.order, { status: 'CLOSED', invoice_status: 'INVOICED' })
      t.match(await done(biller.get(`/billing/bills/${billed.bill_id}`)), {
        status: 'SETTLED',
        subtotal: 1000,
        discount: 1000,
        total: 0,
        balance: 0,
      })
      const closed = await manager.post(`/commercial/clients/${id}/close`, { close_reason: 'Gone' })
      t.equal(closed.status, 200, closed.message)
    },
  )

  t.test(
    'a rule of 100 % settles a bill, and nothing more comes off it (COM-66, COM-69)',
    async (t) => {
      const whole = await done(rule({ value: 100 }))
      const owed = await bill()
      t.match(await done(give(owed.id, whole.id)), { status: 'APPLIED', base: 5000, amount: 5000 })
      t.match(await done(biller.get(`/billing/bills/${owed.id}`)), {
        status: 'SETTLED',
        adjusted: 5000,
        balance: 0,
      })
      t.match(await give(owed.id, whole.id), {
        status: 409,
        message: `Bill ${owed.number} is settled.`,
      })
      t.match(await cashier.post(`/billing/bills/${owed.id}/payments`, { amount: 1 }), {
        status: 409,
      })
    },
  )

  t.test('0.001 % is refused, 0.01 % is the least that can be said (COM-21, COM-72)', async (t) => {
    const { id } = await client()
    const asked = (discount_pct: number) => [
      quote(id, { discount_pct }),
      order(id, { discount_pct }),
      both.post('/commercial/clients', { name: 'Tiny Ltd', kind: 'NGO', discount_pct }),
    ]
    for (const [pct, words] of [
      [0.001, 'has more than two decimals.'],
      [99.999, 'has more than two decimals.'],
      [100.01, 'must be between 0 and 100.'],
    ] as const) {
      for (const answer of await Promise.all(asked(pct))) {
        t.match(answer, { status: 400, message: `discount_pct ${words}` })
      }
    }
    t.match(await rule({ value: 0.001 }), {
      status: 400,
      message: 'value has more than two decimals.',
    })
    t.match(await quote(id, { tax_pct: 0.001 }), {
      status: 400,
      message: 'tax_pct has more than two decimals.',
    })
    t.match(await done(quote(id, { discount_pct: 0.01 })), { discount_amount: 0.1, total: 999.9 })
    const least = await done(rule({ value: 0.01 }))
    const owed = await bill()
    t.match(await done(give(owed.id, least.id)), { base: 5000, amount: 0.5 })
    t.match(await done(biller.get(`/billing/bills/${owed.id}`)), { balance: 4999.5 })
  })

  t.test('a client that is closed does nothing but open again (3.1)', async (t) => {
    const shut = await client()
    const written = await done(quote(shut.id))
    const path = `/commercial/clients/${shut.id}`
    await done(manager.post(`${path}/close`, { close_reason: 'Gone' }))
    const contract = { contract_starts: '2026-03-01', contract_ends: '2027-03-01' }
    const one = { client_id: shut.id, full_name: 'Asha Juma' }
    const of_client = {
      patient_id,
      payer: shut.name,
      items: [{ code: 'FBC', quantity: 1 }],
    }
    for (const asked of [
      quote(shut.id),
      officer.post(`/commercial/quotations/${written.id}/send`),
      order(shut.id),
      biller.post('/billing/bills', of_client),
    ]) {
      t.match(await asked, { status: 409, message: `${shut.name} is CLOSED.` })
    }
    for (const asked of [
      officer.patch(path, { notes: 'They moved' }),
      accountant.patch(path, { credit_limit: 5 }),
      accountant.post(`${path}/hold`, { reason: 'Owes' }),
      officer.post(`${path}/renew-contract`, contract),
      officer.post('/commercial/contacts', one),
      manager.post(`${path}/suspend`, { reason: 'Gone' }),
    ]) {
      t.match(await asked, {
        status: 409,
        message: `Client ${shut.name} is CLOSED. It can: reopen.`,
      })
    }
    t.match(await accountant.get(`${path}/account`), { status: 200, data: { closing: 0 } })
    await done(manager.post(`${path}/reopen`, { reason: 'They came back' }))
    t.equal((await order(shut.id)).status, 201)
  })

  t.test(
    'a client in debt: offers go on, credit does not, money is taken (COM-11, COM-13)',
    async (t) => {
      const debtor = await client()
      const path = `/commercial/clients/${debtor.id}`
      const sold = async () => {
        const { id } = await done(order(debtor.id))
        await done(officer.post(o(id, 'confirm')))
        await done(keeper.post(o(id, 'fulfil')))
        return done(accountant.post(o(id, 'invoice')))
      }
      const { bill_id } = await sold()
      await done(accountant.patch(path, { credit_limit: 900 }))
      t.match(await done(officer.get(path)), { outstanding: 1000, credit_available: -100 })
      const next = await done(order(debtor.id))
      t.match(await officer.post(o(next.id, 'confirm')), {
        status: 409,
        message:
          'Credit limit 900 would be passed by 1,100: owed 1,000, on order 0, this order 1,000.',
      })
      t.equal((await quote(debtor.id)).status, 201)
      t.match(await manager.post(`${path}/close`, { close_reason: 'Gone' }), { status: 409 })
      await done(accountant.post(`${path}/hold`, { reason: 'Owes' }))
      await done(cashier.post(`/billing/bills/${bill_id}/payments`, { amount: 400 }))
      await done(manager.post(`${path}/suspend`, { reason: 'Owes' }))
      await done(cashier.post(`/billing/bills/${bill_id}/payments`, { amount: 600 }))
      t.match(await done(officer.get(path)), { outstanding: 0, status: 'SUSPENDED' })
      t.equal((await officer.post(o(next.id, 'confirm'))).status, 409, 'suspended still')
      await done(manager.post(`${path}/activate`, { reason: 'Paid' }))
      t.match(await officer.post(o(next.id, 'confirm')), {
        status: 409,
        message: `${debtor.name} is on hold: Owes (since 2026-03-10).`,
      })
      await done(accountant.post(`${path}/release-hold`, { kind: 'MANUAL', reason: 'Paid' }))
      t.match(await officer.post(o(next.id, 'confirm')), {
        status: 409,
        message: /^Credit limit 900 would be passed by 100:/,
      })
      await done(accountant.patch(path, { credit_limit: 1000 }))
      t.equal((await officer.post(o(next.id, 'confirm'))).status, 200, 'to the last shilling')
    },
  )

  t.test(
    'a patient who is merged takes what was written for him along (COM-84, FRO-8)',
    async (t) => {
      const man = { sex: 'Male', birth_date: '1980-04-02' }
      const kept = await somebody(clerk, man)
      const duplicate = await somebody(clerk, man)
      const of = { patient_id: duplicate.id, items }
      const offered = await done(officer.post('/commercial/quotations', of))
      const ordered = await done(officer.post('/commercial/orders', of))
      const records = await people.with('records')
      const merged = await records.post(`/patients/${kept.id}/merge`, {
        duplicate_id: duplicate.id,
        reason: 'registered twice',
      })
      t.equal(merged.status, 200, merged.message)
      t.match(await done(officer.get(`/commercial/orders/${ordered.id}`)), { patient_id: kept.id })
      t.match(await done(officer.get(`/commercial/quotations/${offered.id}`)), {
        patient_id: kept.id,
      })
      for (const path of ['quotations', 'orders']) {
        t.match(await officer.post(`/commercial/${path}`, of), {
          status: 409,
          message: new RegExp(`^This record was merged into ${kept.number} .*Use that one\\.$`),
        })
      }
      const undone = await records.post(`/patient-merges/${merged.data.id}/undo`, {
        reason: 'two sisters',
      })
      t.equal(undone.status, 200, undone.message)
      t.match(await done(officer.get(`/commercial/orders/${ordered.id}`)), {
        patient_id: duplicate.id,
      })
    },
  )
})
