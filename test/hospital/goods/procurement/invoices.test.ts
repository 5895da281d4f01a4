import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('invoices of suppliers (5.13)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const desk = await purchasingOf(house)
  const { buyer, boss, accountant, keeper, manager, store, supplier } = desk
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const moved = async (codes: string[], work: () => Promise<unknown>) => {
    const before = await Promise.all(codes.map(balance))
    await work()
    const after = await Promise.all(codes.map(balance))
    return after.map((now, at) => now - (before[at] as number))
  }
  const life = { lot: 'B12', expiry: '2027-08-31' }
  const path = (id: string, act = '') => `/procurement/invoices/${id}${act && `/${act}`}`
  const enter = (body: Record<string, unknown>) => accountant.post('/procurement/invoices', body)
  let count = 0
  const number = () => `TI-${(count += 1)}`
  /** A hundred at 500, ordered and received. */
  const hundred = async (more: Record<string, unknown> = {}) => {
    const product = await desk.product()
    const line = { product_id: product.id, quantity: 100, unit_price: 500 }
    const order = await desk.sent([{ ...line, ...more }])
    await desk.received(order.id, [{ product_id: product.id, quantity: 100, ...life }])
    return { product, order, line }
  }
  const matched = async (body: Record<string, unknown>) => {
    const made = await enter({ number: number(), ...body })
    t.equal(made.status, 201, made.message)
    return accountant.post(path(made.data.id, 'match'))
  }
  const posted = async (body: Record<string, unknown>) => {
    const { data } = await matched(body)
    t.equal(data.status, 'MATCHED', JSON.stringify(data.exceptions))
    const done = await accountant.post(path(data.id, 'post'))
    t.equal(done.status, 200, done.message)
    return done.data
  }
  const use = async (product: { id: string }, quantity: number) => {
    const used = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'SAMPLE',
      note: 'Used',
      lines: [{ product_id: product.id, ...life, quantity: -quantity }],
    })
    const done = await keeper.post(`/stock/adjustments/${used.data.id}/submit`)
    t.equal(done.data?.status, 'POSTED', done.message)
  }

  t.test('bad input; the same number twice (6, STK-145)', async (t) => {
    const { order, line } = await hundred()
    const draft = await desk.order([line])
    for (const [what, body, status, message] of [
      ['no supplier', { lines: [line] }, 400, 'supplier_id is required.'],
      ['no such', { supplier_id: 'x', lines: [line] }, 404, 'No such supplier.'],
      ['another', { supplier_id: 'x', order_id: order.id }, 400, /is not the supplier of order/],
      ['a draft', { order_id: draft.id }, 409, /is DRAFT: nothing is invoiced of it\.$/],
      ['no lines', { supplier_id: supplier.id }, 400, 'lines are required.'],
      ['the future', { order_id: order.id, invoice_date: '2026-05-05' }, 400, /is in the future/],
      ['due', { order_id: order.id, due_on: '2026-05-03' }, 400, 'due_on is before invoice_date.'],
      ['total', { order_id: order.id, total: 0 }, 400, 'total must be more than 0.'],
      [
        '0',
        { order_id: order.id, lines: [{ ...line, quantity: 0 }] },
        400,
        /quantity must be more/,
      ],
      ['dollars', { order_id: order.id, currency: 'USD' }, 400, /must be TZS/],
      [
        'no account',
        { supplier_id: supplier.id, kind: 'SERVICE', lines: [{ quantity: 1, unit_price: 5 }] },
        400,
        'Line 1: account_id is required.',
      ],
    ] as const) {
      const refused = await enter({ number: number(), ...body })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const first = await enter({ number: '00123 a', order_id: order.id })
    t.equal(first.status, 201, first.message)
    t.match(first.data, { total: 50_000, due_on: '2026-06-03', status: 'DRAFT', number: '00123 a' })
    t.match(await enter({ number: '123A', order_id: order.id }), {
      status: 409,
      message: `Invoice 123A of ${supplier.name} is already ${first.data.reference}.`,
    })
    const off = await accountant.post(path(first.data.id, 'cancel'), { reason: 'Typed wrong' })
    t.equal(off.data?.status, 'CANCELLED', off.message)
    const again = await enter({ number: '123A', order_id: order.id })
    t.equal(again.status, 201, 'a cancelled one is none')
    t.match(await enter({ number: '0', supplier_id: supplier.id, order_id: draft.id }), {
      status: 409,
    })
  })

  t.test('three ways: it matches, is posted, is owed (STK-31, STK-148)', async (t) => {
    const { order } = await hundred({ tax_pct: 18 })
    const [grni, vat, owed] = await moved(['2102', '1303', '2101'], async () => {
      const done = await posted({ order_id: order.id })
      t.match(done, { status: 'POSTED', total: 59_000, balance: 59_000, entry_reference: /^JE-/ })
    })
    t.same(
      [grni, vat, owed],
      [-59_000, 0, 59_000],
      'tax that is not claimed is a cost of the goods',
    )
    const seen = await buyer.get(`/procurement/orders/${order.id}`)
    t.match(seen.data, { status: 'CLOSED', invoice_status: 'INVOICED' })
    t.match(await enter({ number: number(), order_id: order.id }), {
      status: 409,
      message: /^Nothing of order PO-.* is received and not invoiced\.$/,
    })
    await manager.patch('/stock/settings', { vat_recoverable: true })
    const claimed = await hundred({ tax_pct: 18 })
    const sums = await moved(['2102', '1303', '2101'], () => posted({ order_id: claimed.order.id }))
    t.same(sums, [-50_000, 9_000, 59_000])
    await manager.patch('/stock/settings', { vat_recoverable: false })
  })

  t.test(
    'dearer: to the goods that still lie there, and to the variance (STK-32, STK-147)',
    async (t) => {
      const { product, order, line } = await hundred()
      await use(product, 60)
      const dear = { order_id: order.id, lines: [{ ...line, unit_price: 510 }] }
      const sums = await moved(['2102', '1401', '5107', '2101'], () => posted(dear))
      t.same(sums, [-50_000, 400, 600, 51_000])
      t.match(await stock_pools.find({ hospital_id, product_id: product.id }), {
        quantity: 40_000,
        value: 2_040_000,
      })
      const other = await hundred()
      await use(other.product, 60)
      const cheap = { order_id: other.order.id, lines: [{ ...other.line, unit_price: 490 }] }
      const fell = await moved(['2102', '1401', '4407', '2101'], () => posted(cheap))
      t.same(fell, [-50_000, -400, 600, 49_000])
    },
  )

  t.test('what does not match waits for another person (STK-145)', async (t) => {
    const { order, line, product } = await hundred()
    const other = await desk.product()
    const found = async (lines: unknown[], more = {}) => {
      const { data } = await matched({ order_id: order.id, lines, ...more })
      t.equal(data.status, 'EXCEPTION')
      const codes = data.exceptions.map(({ code }: { code: string }) => code)
      await accountant.post(path(data.id, 'cancel'), { reason: 'A try' })
      return codes
    }
    t.same(await found([{ ...line, unit_price: 511 }]), ['PRICE'])
    t.same(await found([{ ...line, quantity: 101 }]), ['QUANTITY'])
    t.same(await found([line, { ...line, quantity: 1 }]), ['QUANTITY'], 'lines are summed')
    t.same(await found([{ ...line, tax_pct: 18 }]), ['TAX'])
    t.same(await found([{ ...line, product_id: other.id }]), ['NOT_ORDERED'])
    t.same(await found([line], { total: 52_000 }), ['TOTAL'])
    const waiting = await desk.sent([line])
    const { data } = await matched({ order_id: waiting.id, lines: [line] })
    t.match(data.exceptions, [{ code: 'NOT_RECEIVED', line: 1, received: 0, invoiced: 100 }])
    t.match(await accountant.post(path(data.id, 'post')), {
      status: 409,
      message: `Invoice ${data.reference} is EXCEPTION. It can: match, approve_exception, cancel.`,
    })
    const notes = [{ code: 'NOT_RECEIVED', line: 1, note: 'Paid on the way' }]
    const approve = path(data.id, 'approve-exception')
    t.equal((await accountant.post(approve, { notes })).status, 403)
    t.match(await boss.post(approve, { notes: [{ ...notes[0], code: 'PRICE' }] }), {
      status: 400,
      message: 'notes must say why NOT_RECEIVED of line 1 is taken.',
    })
    t.match(await boss.post(approve, { notes }), {
      data: { status: 'MATCHED', exceptions: [{ note: 'Paid on the way' }] },
    })
    const early = await moved(['2102', '2101'], () => accountant.post(path(data.id, 'post')))
    t.same(early, [-50_000, 50_000], 'invoiced before it came')
    const late = await moved(['2102', '1401'], () =>
      desk.received(waiting.id, [{ product_id: product.id, quantity: 100, ...life }]),
    )
    t.same(late, [50_000, 50_000])
    t.match((await buyer.get(`/procurement/orders/${waiting.id}`)).data, { status: 'CLOSED' })
    const wrong = await matched({ order_id: order.id, lines: [line], total: 60_000 })
    t.match(
      await boss.post(path(wrong.data.id, 'approve-exception'), {
        notes: [{ code: 'TOTAL', note: 'Let it be' }],
      }),
      {
        status: 409,
        message: /^TOTAL cannot be approved/,
      },
    )
    const right = await accountant.patch(path(wrong.data.id), { total: 50_000 })
    t.match(right.data, { status: 'DRAFT', exceptions: [] }, right.message)
    t.equal((await accountant.post(path(wrong.data.id, 'match'))).data?.status, 'MATCHED')
  })

  t.test('two-people: nobody approves what does not match of their own (ruling 4)', async (t) => {
    const { order, line } = await hundred()
    const both = await people.holding('payable:write', 'payable:read', 'purchase:approve')
    const made = await both.post('/procurement/invoices', {
      number: number(),
      order_id: order.id,
      lines: [{ ...line, unit_price: 600 }],
    })
    await both.post(path(made.data.id, 'match'))
    const notes = [{ code: 'PRICE', line: 1, note: 'It is dearer' }]
    t.match(await both.post(path(made.data.id, 'approve-exception'), { notes }), {
      status: 409,
      message: 'You made this invoice: somebody else must approve it.',
    })
    await accountant.post(path(made.data.id, 'cancel'), { reason: 'A try' })
  })

  t.test('two invoices of the same goods: the second is refused when it is posted', async (t) => {
    const { order, line } = await hundred()
    const body = { order_id: order.id, lines: [line] }
    const [first, second] = [await matched(body), await matched(body)]
    t.equal((await accountant.post(path(first.data.id, 'post'))).status, 200)
    t.match(await accountant.post(path(second.data.id, 'post')), {
      status: 409,
      message: /does not match any more: Line 1: 100 received, 200 invoiced in all\.$/,
    })
    await accountant.post(path(second.data.id, 'cancel'), { reason: 'Twice' })
  })

  t.test('services, and goods bought without an order (STK-146)', async (t) => {
    const account_id = books.id('6303')
    await manager.post('/departments', { code: 'GEN', name: 'General', kind: 'CLINICAL' })
    const line = {
      account_id,
      department: 'General',
      description: 'Repair',
      quantity: 1,
      unit_price: 7_000,
    }
    const { data } = await matched({ supplier_id: supplier.id, kind: 'SERVICE', lines: [line] })
    t.match(data.exceptions, [{ code: 'NO_ORDER' }])
    await boss.post(path(data.id, 'approve-exception'), {
      notes: [{ code: 'NO_ORDER', note: 'The roof was open' }],
    })
    const sums = await moved(['6303', '2101'], () => accountant.post(path(data.id, 'post')))
    t.same(sums, [7_000, 7_000])
    const product = await desk.product()
    const direct = await keeper.post('/procurement/receipts', {
      kind: 'DIRECT',
      store_id: store.id,
      supplier_id: supplier.id,
      lines: [{ product_id: product.id, quantity: 10, unit_price: 200, ...life }],
    })
    const came = await keeper.post(`/procurement/receipts/${direct.data.id}/post`)
    const receipt_line_ids = [came.data.lines[0].id]
    const asked = {
      supplier_id: supplier.id,
      lines: [{ receipt_line_ids, quantity: 10, unit_price: 200 }],
    }
    const off = await moved(['2102', '2101'], () => posted(asked))
    t.same(off, [-2_000, 2_000])
  })

  t.test('credited: the goods are cheaper, less is owed; the rest is kept (3.7)', async (t) => {
    const { product, order } = await hundred()
    const done = await posted({ order_id: order.id })
    await use(product, 60)
    const credit = (body: Record<string, unknown>, id = done.id) =>
      accountant.post(path(id, 'credit'), { number: number(), reason: 'Too dear', ...body })
    t.match(await credit({}), { status: 400, message: /^amount or lines are required/ })
    t.match(await credit({ amount: 50_001 }), { status: 409, message: /has 50,000 left/ })
    const sums = await moved(['2101', '1401', '4407'], async () => {
      const note = await credit({ amount: 1_000 })
      t.match(note.data, { kind: 'CREDIT_NOTE', status: 'POSTED', balance: 0, credits_id: done.id })
    })
    t.same(sums, [-1_000, -400, 600])
    t.match((await accountant.get(path(done.id))).data, { status: 'POSTED', balance: 49_000 })
    const line_id = done.lines[0].id
    t.equal((await credit({ lines: [{ line_id, quantity: 10 }] })).status, 201)
    t.match((await accountant.get(path(done.id))).data, { balance: 44_000 })
    t.equal((await credit({ amount: 44_000 })).status, 201)
    t.match((await accountant.get(path(done.id))).data, { status: 'CREDITED', balance: 0 })
  })

  t.test('paid ahead, and used by the next invoice of the order (STK-149)', async (t) => {
    const product = await desk.product()
    const line = { product_id: product.id, quantity: 100, unit_price: 500 }
    const order = await desk.sent([line])
    const [ahead, owed] = await moved(['1302', '2101'], () =>
      posted({ order_id: order.id, kind: 'PREPAYMENT', total: 20_000 }),
    )
    t.same([ahead, owed], [20_000, 20_000])
    await desk.received(order.id, [{ product_id: product.id, quantity: 100, ...life }])
    const sums = await moved(['1302', '2101', '2102'], async () => {
      t.match(await posted({ order_id: order.id }), { status: 'PART_PAID', balance: 30_000 })
    })
    t.same(sums, [-20_000, 30_000, -50_000])
  })

  t.test('the books: each open item, each entry (STK-151, ACC-93, ACC-114)', async (t) => {
    const proofs = await proveSubledgers(house.system, await booksOf(house.system), '2026-05-04')
    for (const id of ['ACC-113', 'ACC-114']) {
      const found = proofs.find((one) => one.id === id)
      t.equal(found?.failed, 0, `${id} ${found?.first}`)
      t.ok(found?.checked, id)
    }
    await rebuilt(t, house, 20)
    const seen = await buyer.get(`/procurement/suppliers/${supplier.id}`)
    t.ok(seen.data.balance > 0)
  })
})
