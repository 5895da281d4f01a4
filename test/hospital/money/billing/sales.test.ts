import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('counter sales', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const manager = await people.with('manager', 'cashier')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const walk_in = (await cashier.get('/billing/policy')).data.walk_in_patient_id
  const { id: patient_id } = await somebody(clerk)
  const line = { code: 'FBC', quantity: 1 }
  const sell = (more: Record<string, unknown> = {}, by = cashier) =>
    by.post('/billing/sales', { patient_id, method: 'Cash', lines: [line], ...more })

  await t.test('cash needs an open drawer', async (t) => {
    const refused = await sell()
    t.equal(refused.message, 'Open your drawer first.')
    t.equal(refused.status, 409)
    t.equal((await sell({}, clerk)).status, 403)
  })

  const { drawer } = await atDrawer(house, cashier)
  await atDrawer(house, manager)
  const held = async () => {
    const accounts = await accountant.whole('/accounting/accounts')
    return accounts.find(({ id }) => id === drawer.account_id).balance
  }

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['no lines', { lines: [] }, 400, 'lines needs at least one line.'],
    [
      'a waiver (BIL-59)',
      { method: 'Waiver' },
      400,
      'A counter sale takes Cash, Mobile Money, Card, Bank Transfer or Cheque.',
    ],
    [
      'a word for a method',
      { method: 'MPesa' },
      400,
      'A counter sale takes Cash, Mobile Money, Card, Bank Transfer or Cheque.',
    ],
    ['no reference', { method: 'Cheque' }, 400, 'reference is required for Cheque.'],
    ['nothing given', { amount: 0 }, 400, 'amount must be more than 0.'],
    ['less than nothing', { amount: -5 }, 400, 'amount must be more than 0.'],
    ['half a cent', { amount: 10.005 }, 400, 'amount has more decimals than TZS allows.'],
    ['a word', { amount: 'abc' }, 400, 'amount must be a number.'],
    ['nobody', { patient_id: 'nobody' }, 404, 'No such patient.'],
    [
      'a batch that nobody has, as long as there is no stock (BIL-60)',
      { lines: [line, { code: 'FBC', batch_id: 'b-1' }] },
      404,
      'lines[1].batch_id: no such batch.',
    ],
    [
      'nothing of something',
      { lines: [{ code: 'FBC', quantity: 0 }] },
      400,
      'lines[0].quantity must be more than 0, with at most three decimals.',
    ],
    [
      'four decimals',
      { lines: [{ code: 'FBC', quantity: 1.2345 }] },
      400,
      'lines[0].quantity must be more than 0, with at most three decimals.',
    ],
    [
      'a price below nothing',
      { lines: [{ code: 'FBC', unit_price: -5 }] },
      400,
      'lines[0].unit_price must not be negative.',
    ],
    [
      'half a cent of a price',
      { lines: [{ code: 'FBC', unit_price: 10.005 }] },
      400,
      'lines[0].unit_price has more decimals than TZS allows.',
    ],
    ['nothing named', { lines: [{ quantity: 1 }] }, 400, 'lines[0]: give a code or a description.'],
    [
      'words without a price',
      { lines: [{ description: 'Gauze' }] },
      400,
      'lines[0].unit_price is required for a line without a code.',
    ],
    [
      'a code that is not in the list',
      { lines: [{ code: 'NONE' }] },
      409,
      'No price for NONE in the price list.',
    ],
    [
      'another price',
      { lines: [{ code: 'FBC', unit_price: 1 }] },
      403,
      'Your role may not change prices: FBC is 5,000.',
    ],
    ['too little', { amount: 4_999 }, 409, 'The sale is 5,000, 4,999 was given.'],
    [
      'too much by card',
      { method: 'Card', reference: 'SLIP', amount: 5_001 },
      409,
      'Card gives no change: the sale is 5,000.',
    ],
    [
      'the walk-in customer with a cheque',
      { patient_id: 'WALK-IN', method: 'Cheque', reference: '1' },
      409,
      'A walk-in customer does not pay by cheque.',
    ],
    [
      'a department of nobody',
      { lines: [{ code: 'FBC', department: 'Nowhere' }] },
      400,
      'lines[0].department',
    ],
  ]
  t.test('what is refused leaves nothing behind (BIL-58 to BIL-63)', async (t) => {
    const before = await held()
    for (const [what, body, status, message] of bad) {
      const walks_in = body['patient_id'] === 'WALK-IN'
      const refused = await sell(walks_in ? { ...body, patient_id: walk_in } : body)
      t.ok(refused.message.startsWith(message), `${what}: ${refused.message}`)
      t.equal(refused.status, status, what)
    }
    t.equal(await held(), before)
    t.same((await cashier.get('/billing/sales')).data, [])
  })

  t.test('a sale is bill, receipt, money and entries at once (BIL-61, P-17)', async (t) => {
    const before = await held()
    const income = await books.balance(accountant, '4102')
    const sold = await sell({ amount: 12_000, lines: [line, { code: 'FBC', quantity: 1 }] })
    t.equal(sold.status, 201, sold.message)
    const { bill, payment, change, receipt } = sold.data
    t.equal(change, 2_000)
    t.match(bill, { kind: 'SALE', status: 'SETTLED', total: 10_000, paid: 10_000, balance: 0 })
    t.match(bill.number, /^INV-2026-\d{6}$/)
    t.match(payment, { purpose: 'SALE', amount: 10_000, tendered: 12_000, change: 2_000 })
    t.match(payment.number, /^RCT-2026-\d{6}$/)
    t.equal(receipt, `/api/v1/billing/payments/${payment.id}/receipt`)
    t.equal((await held()) - before, 10_000, 'what was applied, never what was handed over')
    t.equal((await books.balance(accountant, '4102')) - income, 10_000)
    const [row] = (await cashier.get('/billing/sales')).data
    t.match(row, { number: bill.number, payment_number: payment.number, payment_method: 'Cash' })
  })

  t.test('a sale is answered as it is read afterwards', async (t) => {
    const lines = [
      line,
      { code: 'TAXED', quantity: 0.333 },
      { description: 'Advice', unit_price: 0 },
    ]
    const ways: [string, Record<string, unknown>][] = [
      ['in full', { lines }],
      ['in part', { lines, amount: 5_010 }],
      ['for nothing', { lines: lines.slice(2) }],
      [
        'by card, to a walk-in',
        { lines, patient_id: walk_in, method: 'Card', reference: 'SLIP 7' },
      ],
    ]
    for (const [how, body] of ways) {
      const sold = await sell({ ...body, customer: { name: 'Amina Duka' } }, manager)
      t.equal(sold.status, 201, `${how}: ${sold.message}`)
      const { bill, payment } = sold.data
      const { payments, credit_notes, ...read } = (await manager.get(`/billing/bills/${bill.id}`))
        .data
      t.same(read, bill, how)
      t.same(credit_notes, [], how)
      const settled = payments.map((one: { id: string; amount: number }) => [one.id, one.amount])
      t.same(settled, payment === null ? [] : [[payment.id, payment.amount]], how)
      if (payment === null) continue
      t.same((await manager.get(`/billing/payments/${payment.id}`)).data, payment, how)
    }
  })

  t.test('no amount, or just the total, is paid in full', async (t) => {
    t.match((await sell()).data, { change: 0, payment: { tendered: null, amount: 5_000 } })
    const exact = await sell({ amount: 5_000, method: 'Mobile Money', reference: 'qgh 7812 zz' })
    t.match(exact.data, { change: 0, payment: { reference: 'qgh 7812 zz', amount: 5_000 } })
    const twice = await sell({ method: 'Mobile Money', reference: 'qgh 7812 zz' })
    t.equal(twice.message, `qgh 7812 zz was already used on receipt ${exact.data.payment.number}.`)
  })

  // BIL-15: gross half up, inclusive tax taken out of it; TZS has cents.
  const rounded: [string, number, number, number, number][] = [
    ['200.00 with 18 % in it', 1, 200, 169.49, 30.51],
    ['a third of it', 0.333, 66.6, 56.44, 10.16],
    ['three of it', 3, 600, 508.47, 91.53],
    ['a thousandth', 0.001, 0.2, 0.17, 0.03],
  ]
  t.test('money is rounded by the table (BIL-15)', async (t) => {
    for (const [what, quantity, amount, net, tax] of rounded) {
      const sold = await sell({ lines: [{ code: 'TAXED', quantity }] })
      t.equal(sold.status, 201, sold.message)
      t.match(sold.data.bill.items[0], { amount, net, tax }, what)
      t.equal(sold.data.payment.amount, amount, what)
    }
  })

  t.test('on credit only by whom may, and for somebody known (BIL-61)', async (t) => {
    const part = await sell({ amount: 2_000 }, manager)
    t.equal(part.status, 201, part.message)
    t.match(part.data.bill, { status: 'PART_PAID', paid: 2_000, balance: 3_000 })
    t.ok(part.data.bill.due_on > '2026-03-31')
    const walks_in = await sell({ amount: 2_000, patient_id: walk_in }, manager)
    t.equal(walks_in.message, 'The sale is 5,000, 2,000 was given.')
  })

  t.test('the walk-in customer has a name for the receipt (BIL-63)', async (t) => {
    const sold = await sell({
      patient_id: walk_in,
      customer: { name: 'Amina Duka', phone: '0712 000 000', tin: '123456789' },
    })
    t.match(sold.data.bill.customer, { name: 'Amina Duka', tin: '123456789' }, sold.message)
    t.equal(sold.data.payment.payer_name, 'Amina Duka')
  })

  t.test('a sale that asks nothing takes no payment', async (t) => {
    const sold = await sell({ lines: [{ description: 'Advice', unit_price: 0 }] })
    t.equal(sold.status, 201, sold.message)
    t.match(sold.data, { payment: null, change: 0, receipt: null })
    t.match(sold.data.bill, { status: 'SETTLED', total: 0 })
  })

  t.test('another price needs the right, a reason and the floor (BIL-19)', async (t) => {
    const silent = await sell({ lines: [{ code: 'FBC', unit_price: 4_000 }] }, manager)
    t.equal(silent.message, 'lines[0].description is required: say why the price is another.')
    const lower = { code: 'FBC', unit_price: 4_000, description: 'Blood count, staff price' }
    t.equal((await sell({ lines: [lower] }, manager)).data.bill.total, 4_000)
    await accountant.post('/billing/tariffs', {
      code: 'FLOOR',
      name: 'Floor',
      price: 900,
      min_price: 800,
    })
    const under = { code: 'FLOOR', unit_price: 799, description: 'Cheap' }
    const refused = await sell({ lines: [under] }, manager)
    t.equal(refused.message, 'FLOOR may not be sold below 800.')
  })

  t.test('what is charged on the visit already is paid there (BIL-64)', async (t) => {
    const visit = await visiting(clerk)
    const own = { patient_id: visit.patient.id, visit_id: visit.id }
    await within(() =>
      charge(system, { ...own, code: 'FBC', quantity: 1, source: 'order', source_id: visit.id }),
    )
    const refused = await sell(own)
    t.equal(
      refused.message,
      'Full blood count is already on bill in preparation: take the payment there.',
    )
    t.equal((await sell({ ...own, lines: [{ code: 'XRAY' }] })).status, 201)
    const others = await sell({ visit_id: visit.id })
    t.match(others.message, /^This visit is not .+'s\.$/)
  })

  t.test('the same key sells once; the same key for another sale is refused', async (t) => {
    const before = await held()
    const once = cashier.with({ 'idempotency-key': 'one-sale-and-no-other' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => sell({}, once as never)))
    const done = answers.filter(({ status }) => status === 201)
    t.ok(done.length > 0)
    t.equal(new Set(done.map(({ data }) => data.bill.number)).size, 1)
    for (const { status } of answers) t.ok(status === 201 || status === 409)
    t.equal((await held()) - before, 5_000)
    const other = await sell({ lines: [{ code: 'XRAY' }] }, once as never)
    t.equal(other.status, 409)
    t.equal(other.message, 'This key was used for another request.')
  })

  t.test('the drawer, the shift and the ledger say the same (BIL-90)', async (t) => {
    const supervisor = await people.with('supervisor')
    const shifts = (await supervisor.get('/billing/shifts', { drawer_id: drawer.id })).data
    t.equal(shifts[0].expected, await held())
  })

  t.test('the books say what billing says (ACC-108, ACC-111, ACC-112)', async (t) => {
    const { checks } = await verify(system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
