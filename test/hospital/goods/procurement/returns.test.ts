import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { stock_moves } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('returns to suppliers (5.13)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const desk = await purchasingOf(house, { controlled_cupboard: true })
  const { buyer, boss, accountant, keeper, manager, store, supplier } = desk
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
  const chief = await people.with('chief_accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const moved = async (codes: string[], work: () => Promise<unknown>) => {
    const before = await Promise.all(codes.map(balance))
    await work()
    const after = await Promise.all(codes.map(balance))
    return after.map((now, at) => now - (before[at] as number))
  }
  const life = { lot: 'B12', expiry: '2027-08-31' }
  const path = (id: string, act = '') => `/procurement/returns/${id}${act && `/${act}`}`
  const orderOf = async (id: string) => (await buyer.get(`/procurement/orders/${id}`)).data
  /** A hundred at 500, ordered and received. */
  const hundred = async (more: Record<string, unknown> = {}, product_more = {}) => {
    const product = await desk.product(product_more)
    const line = { product_id: product.id, quantity: 100, unit_price: 500 }
    const order = await desk.sent([{ ...line, ...more }])
    const free_quantity = more['free_quantity'] ?? 0
    const came = await desk.received(order.id, [
      { product_id: product.id, quantity: 100, free_quantity, ...life },
    ])
    const [{ id: receipt_line_id, batch_id }] = came.lines
    return { product, order, line, receipt_id: came.id, receipt_line_id, batch_id }
  }
  let count = 0
  const entered = async (order_id: string) => {
    count += 1
    const body = { number: `R-${count}`, order_id }
    const made = await accountant.post('/procurement/invoices', body)
    t.equal(made.status, 201, made.message)
    return made.data.id as string
  }
  const invoiced = async (order_id: string) => {
    const at = `/procurement/invoices/${await entered(order_id)}`
    await accountant.post(`${at}/match`)
    const done = await accountant.post(`${at}/post`)
    t.equal(done.status, 200, done.message)
    return done.data
  }
  const invoice = async (id: string) => (await accountant.get(`/procurement/invoices/${id}`)).data
  const write = (body: Record<string, unknown>, by = keeper) =>
    by.post('/procurement/returns', {
      supplier_id: supplier.id,
      store_id: store.id,
      reason: 'QUALITY',
      ...body,
    })
  const approved = async (body: Record<string, unknown>) => {
    const made = await write(body)
    t.equal(made.status, 201, made.message)
    const yes = await boss.post(path(made.data.id, 'approve'))
    t.equal(yes.data?.status, 'APPROVED', yes.message)
    return made.data.id as string
  }
  const sent = async (body: Record<string, unknown>) => {
    const done = await keeper.post(path(await approved(body), 'send'))
    t.equal(done.data?.status, 'SENT', done.message)
    return done.data
  }
  const credit = (id: string, body: Record<string, unknown> = {}) =>
    accountant.post(path(id, 'credit'), { credit_note_no: 'CN-1', ...body })

  t.test('bad input (6, STK-80, STK-153)', async (t) => {
    const { batch_id, product, receipt_id } = await hundred()
    const line = { batch_id, quantity: 10 }
    const other = await buyer.post('/procurement/suppliers', { name: 'Somebody else' })
    const given = await desk.product()
    await desk.lay(given, 5)
    const [lying] = await keeper.whole('/stock/levels', { product_id: given.id })
    const old = { batch_id: lying.batch_id, quantity: 1 }
    for (const [what, more, status, message] of [
      ['nobody', { supplier_id: null }, 400, 'supplier_id is required.'],
      ['nowhere', { store_id: null }, 400, 'store_id is required.'],
      ['no reason', { reason: 'BORED' }, 400, /^reason must be one of/],
      ['nothing', { lines: [] }, 400, /^lines must/],
      ['no batch', { lines: [{ ...line, batch_id: 'x' }] }, 404, 'No such batch.'],
      ['0', { lines: [{ ...line, quantity: 0 }] }, 400, 'Line 1: quantity must not be 0.'],
      ['below', { lines: [{ ...line, quantity: -1 }] }, 400, /quantity must be more than 0/],
      ['split', { lines: [{ ...line, quantity: 0.5 }] }, 400, /are not split/],
      [
        'another product',
        { lines: [{ ...line, product_id: given.id }] },
        400,
        'Line 1: product_id is not of this batch.',
      ],
      [
        'more than came',
        { lines: [{ ...line, quantity: 101 }] },
        409,
        'Line 1: at most 100 tablets of lot B12 can go back by one receipt.',
      ],
      [
        'more than came, together',
        { lines: [line, { ...line, quantity: 91 }] },
        409,
        /^Line 2: at most 90 tablets/,
      ],
      [
        'free that was paid',
        { lines: [{ ...line, free: true }] },
        409,
        /at most 0 tablets of lot B12 can go back as free goods/,
      ],
      [
        'of another supplier',
        { supplier_id: other.data.id, lines: [line] },
        409,
        'Line 1: lot B12 did not come from Somebody else.',
      ],
      ['of nobody', { lines: [old] }, 409, /^Line 1: lot B1 did not come from/],
      ['no line', { lines: [{ ...line, receipt_line_id: 'x' }] }, 404, /no such line/],
      ['no receipt', { receipt_id: 'x', lines: [line] }, 404, 'No such receipt.'],
      ['no recall', { recall_id: 'x', lines: [line] }, 404, 'No such recall.'],
      [
        'a receipt of another',
        { supplier_id: other.data.id, receipt_id, lines: [line] },
        409,
        /is not of Somebody else\.$/,
      ],
    ] as const) {
      const refused = await write({ lines: [line], ...more })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stranger = await people.with('storekeeper')
    t.match(await write({ lines: [line] }, stranger), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    const used = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'SAMPLE',
      note: 'Used',
      lines: [{ product_id: product.id, ...life, quantity: -95 }],
    })
    await keeper.post(`/stock/adjustments/${used.data.id}/submit`)
    t.match(await write({ lines: [line] }), {
      status: 409,
      message: /^Line 1: only 5 tablets of lot B12 of .* are in /,
    })
    const gone = await write({ lines: [{ ...old, free: true }] })
    t.match(gone.data, { value: 0, lines: [{ receipt_line_id: null, unit_price: 0 }] })
    t.match(await keeper.post(path(gone.data.id, 'cancel'), { reason: 'Not theirs' }), {
      data: { status: 'CANCELLED' },
    })
    t.match(await keeper.patch(path(gone.data.id), { note: 'x' }), { status: 409 })
  })

  t.test("another branch's store", async (t) => {
    const { batch_id } = await hundred()
    const branch = await manager.post('/facilities', {
      code: 'FAR',
      name: 'Far clinic',
      kind: 'DISPENSARY',
    })
    t.equal(branch.status, 201, branch.message)
    const made = await manager.post('/stock/stores', {
      code: 'FAR',
      name: 'Far store',
      kind: 'PHARMACY',
      facility_id: branch.data.id,
      keepers: [keeper.user.id],
    })
    t.equal(made.status, 201, made.message)
    t.match(await write({ store_id: made.data.id, lines: [{ batch_id, quantity: 1 }] }), {
      status: 409,
      message: 'Line 1: lot B12 came to another branch than that of Far store.',
    })
  })

  t.test('two-people: whoever made or changed it does not approve it (3.7)', async (t) => {
    const { batch_id } = await hundred()
    const both = await people.with('storekeeper', 'pharmacy_manager')
    await manager.put(`/stock/stores/${store.id}/keepers`, {
      user_ids: [keeper.user.id, both.user.id],
    })
    const body = { lines: [{ batch_id, quantity: 1 }] }
    const mine = await write(body, both)
    const refused = {
      status: 409,
      message: 'You made this return: somebody else must approve it.',
    }
    t.match(await both.post(path(mine.data.id, 'approve')), refused)
    const theirs = await write(body)
    t.equal((await both.patch(path(theirs.data.id), { note: 'Cracked' })).status, 200)
    t.match(await both.post(path(theirs.data.id, 'approve')), refused)
    t.match(await keeper.post(path(theirs.data.id, 'send')), { status: 409, message: /is DRAFT/ })
    t.equal((await boss.post(path(theirs.data.id, 'approve'))).status, 200)
    t.match(await keeper.patch(path(theirs.data.id), { note: 'x' }), { status: 409 })
  })

  t.test('not invoiced yet: 2102 falls by what they came for (STK-13, STK-34)', async (t) => {
    const { product, order, batch_id } = await hundred()
    const dear = await desk.sent([{ product_id: product.id, quantity: 100, unit_price: 700 }])
    await desk.received(dear.id, [{ product_id: product.id, quantity: 100, ...life, lot: 'C1' }])
    const sums = await moved(['2102', '1401', '5107', '2101'], async () => {
      const done = await sent({ lines: [{ batch_id, quantity: 40 }] })
      t.match(done, { value: 20_000, entry_reference: /^JE-/, moves: [] })
      const plain = await people.with('storekeeper')
      t.match((await plain.get(path(done.id))).data, { value: null, lines: [{ value: null }] })
    })
    t.same(sums, [-20_000, -24_000, 4_000, 0], 'at the average of 600, and the difference')
    const kind = 'SUPPLIER_RETURN'
    t.match(await stock_moves.all({ hospital_id, product_id: product.id, kind }), [
      { quantity: -40_000, value: -2_400_000, entry_reference: /^JE-/ },
    ])
    t.match(await orderOf(order.id), { status: 'RECEIVED', lines: [{ returned: 40, open: 0 }] })
    t.match(
      await keeper.post('/procurement/receipts', {
        order_id: order.id,
        lines: [{ product_id: product.id, quantity: 1, ...life }],
      }),
      { status: 409 },
      'STK-136: what is credited makes no room',
    )
  })

  t.test('STK-145: so much less is taken of an invoice; the order closes by it', async (t) => {
    const { order, line, batch_id } = await hundred()
    await sent({ lines: [{ batch_id, quantity: 40 }] })
    const made = await accountant.post('/procurement/invoices', {
      number: 'R-MATCH',
      order_id: order.id,
      lines: [line],
    })
    const at = `/procurement/invoices/${made.data.id}`
    t.match((await accountant.post(`${at}/match`)).data.exceptions, [
      { code: 'QUANTITY', received: 60, invoiced: 100 },
    ])
    await accountant.post(`${at}/cancel`, { reason: 'A try' })
    t.match(await invoiced(order.id), { total: 30_000 })
    t.match(await orderOf(order.id), { status: 'CLOSED', invoice_status: 'INVOICED' })
  })

  t.test(
    'invoiced: 2101 falls at once, with the tax that was claimed (STK-34, P-44)',
    async (t) => {
      await manager.patch('/stock/settings', { vat_recoverable: true })
      const { order, batch_id, receipt_id } = await hundred({ tax_pct: 18 })
      const bill = await invoiced(order.id)
      await manager.patch('/stock/settings', { vat_recoverable: false })
      let id = ''
      const sums = await moved(['2101', '1303', '1401', '5107', '2102'], async () => {
        const done = await sent({ receipt_id, store_id: null, lines: [{ batch_id, quantity: 10 }] })
        id = done.id
      })
      t.same(sums, [-5_900, -900, -5_000, 0, 0])
      t.match(await invoice(bill.id), { status: 'POSTED', balance: 53_100 })
      t.match(await orderOf(order.id), {
        status: 'CLOSED',
        lines: [{ returned: 10, invoiced: 90 }],
      })
      t.match((await accountant.get(path(id))).data, { value: 5_000, tax_amount: 900 })
      t.same(await moved(['2101', '5107'], () => credit(id)), [0, 0], 'the same: nothing to book')
      t.match((await accountant.get(path(id))).data, {
        status: 'CREDITED',
        credit_note_no: 'CN-1',
        credited_amount: 5_900,
      })
      t.match(await credit(id), { status: 409, message: /is CREDITED\. Nothing more/ })
      const rest = await sent({ lines: [{ batch_id, quantity: 90 }] })
      t.match(await invoice(bill.id), { status: 'CREDITED', balance: 0 })
      const less = await moved(['2101', '5107'], () => credit(rest.id, { amount: 50_000 }))
      t.same(less, [3_100, 3_100], 'less than it came for is owed again')
      t.match(await invoice(bill.id), { status: 'POSTED', balance: 3_100 })
    },
  )

  t.test('another amount than it came for: the difference (STK-34)', async (t) => {
    const { order, batch_id } = await hundred()
    const bill = await invoiced(order.id)
    const more = await sent({ lines: [{ batch_id, quantity: 10 }] })
    for (const [what, body, status, message] of [
      ['no number', { credit_note_no: '' }, 400, /^credit_note_no/],
      ['below nothing', { amount: -1 }, 400, 'amount must not be negative.'],
      ['above the invoice', { amount: 50_001 }, 409, /is credited with at most 50,000\.$/],
      ['the future', { date: '2026-05-05' }, 400, 'date is in the future.'],
      ['before it went', { date: '2026-05-03' }, 400, 'date is before the goods were sent.'],
    ] as const) {
      const refused = await credit(more.id, body)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.equal((await keeper.post(path(more.id, 'credit'), { credit_note_no: 'x' })).status, 403)
    t.match(await keeper.post(path(more.id, 'replace'), { receipt_id: 'x' }), {
      status: 409,
      message: /is to be credited: give the credit note\.$/,
    })
    const sums = await moved(['2101', '5107'], () => credit(more.id, { amount: 6_000 }))
    t.same(sums, [-1_000, -1_000])
    t.match(await invoice(bill.id), { balance: 44_000 })
    t.match(
      await accountant.post(`/procurement/invoices/${bill.id}/credit`, {
        number: 'CN-2',
        reason: 'All of it',
        amount: 44_001,
      }),
      { status: 409, message: /has 44,000 left that was not credited\.$/ },
      'what went back is not credited once more',
    )
    const none = await hundred()
    const early = await sent({ lines: [{ batch_id: none.batch_id, quantity: 10 }] })
    t.match(await credit(early.id, { amount: 4_000 }), {
      status: 409,
      message: /is credited with at least 5,000\.$/,
    })
    t.equal((await credit(early.id)).data?.status, 'CREDITED')
  })

  t.test('paid already: it is kept for invoices that come (STK-34, STK-149)', async (t) => {
    await books.post(chief, { '1110': 1_000_000, '3101': -1_000_000 })
    const { order, batch_id } = await hundred()
    const bill = await invoiced(order.id)
    const made = await accountant.post('/procurement/payments', {
      supplier_id: supplier.id,
      allocations: [{ invoice_id: bill.id, amount: 50_000 }],
    })
    const at = `/procurement/payments/${made.data.id}`
    await accountant.post(`${at}/submit`)
    await boss.post(`${at}/approve`)
    const paid = await accountant.post(`${at}/pay`)
    t.equal(paid.status, 200, paid.message)
    let first = ''
    const sums = await moved(['2101', '1302', '1401'], async () => {
      first = (await sent({ lines: [{ batch_id, quantity: 20 }] })).id
    })
    t.same(sums, [0, 10_000, -10_000])
    t.match(await invoice(bill.id), { status: 'PAID', balance: 0 })
    const less = await moved(['2101', '1302', '5107'], () => credit(first, { amount: 9_000 }))
    t.same(less, [0, -1_000, 1_000], 'out of what is kept')
    const next = await hundred()
    const used = await moved(['1302'], async () => {
      t.match(await invoiced(next.order.id), { status: 'PART_PAID', balance: 41_000 })
    })
    t.same(used, [-9_000])
    const other = (await sent({ lines: [{ batch_id, quantity: 20 }] })).id
    await invoiced((await hundred()).order.id)
    const again = await moved(['2101', '1302', '5107'], () => credit(other, { amount: 9_500 }))
    t.same(again, [500, 0, 500], 'used already: it is owed again')
    t.match(await invoice(bill.id), { status: 'PART_PAID', balance: 500 })
  })

  t.test('free goods go back for nothing, at their average (STK-153)', async (t) => {
    const { batch_id, order } = await hundred({ free_quantity: 25 })
    const sums = await moved(['2102', '1401', '5107'], async () => {
      await sent({ lines: [{ batch_id, quantity: 10, free: true }] })
    })
    t.same(sums, [0, -4_000, 4_000])
    t.match(await orderOf(order.id), { lines: [{ returned: 0 }] })
    t.match(await write({ lines: [{ batch_id, quantity: 16, free: true }] }), {
      status: 409,
      message: /at most 15 tablets/,
    })
    t.match(await write({ lines: [{ batch_id, quantity: 101 }] }), { status: 409 })
  })

  t.test('to be replaced: the order is open again (STK-136, STK-153)', async (t) => {
    const { product, order, batch_id } = await hundred()
    const bill = await invoiced(order.id)
    t.match(await orderOf(order.id), { status: 'CLOSED' })
    let id = ''
    const sums = await moved(['2101', '2102', '1401'], async () => {
      id = (await sent({ settle: 'REPLACE', lines: [{ batch_id, quantity: 30 }] })).id
    })
    t.same(sums, [0, -15_000, -15_000], 'the invoice stays, and is ahead of what comes')
    t.match(await invoice(bill.id), { status: 'POSTED', balance: 50_000 })
    t.match(await orderOf(order.id), {
      status: 'PART_RECEIVED',
      invoice_status: 'INVOICED',
      lines: [{ returned: 30, open: 30, invoiced: 100 }],
    })
    t.match(await credit(id), { status: 409, message: /is to be replaced/ })
    const some = [{ product_id: product.id, quantity: 20, ...life, lot: 'D1' }]
    let came = { id: '', reference: '' }
    const back = await moved(['2102', '1401'], async () => {
      came = await desk.received(order.id, some)
    })
    t.same(back, [10_000, 10_000], 'at what it was invoiced for')
    const replace = (receipt_id: string) => keeper.post(path(id, 'replace'), { receipt_id })
    t.match(await replace(came.id), {
      status: 409,
      message: /^30 of .* went back, 20 came since by its order\.$/,
    })
    const elsewhere = await hundred()
    t.match(await replace(elsewhere.receipt_id), {
      status: 409,
      message: /brings nothing for what went back by/,
    })
    t.match(
      await keeper.post('/procurement/receipts', {
        order_id: order.id,
        lines: [{ ...some[0], quantity: 11 }],
      }),
      { status: 409, message: /received before/ },
    )
    const rest = await desk.received(order.id, [{ ...some[0], quantity: 10 }])
    t.match(await replace(rest.id), { data: { status: 'REPLACED', replaced_by_id: rest.id } })
    t.match(await orderOf(order.id), { status: 'CLOSED', lines: [{ open: 0, received: 130 }] })
    const none = await hundred()
    await sent({ settle: 'REPLACE', lines: [{ batch_id: none.batch_id, quantity: 30 }] })
    const [whole] = await moved(['2102'], () =>
      desk.received(none.order.id, [{ ...some[0], product_id: none.product.id, quantity: 30 }]),
    )
    t.equal(whole, 15_000, 'not invoiced: it waits for its invoice as before')
    t.match(await invoiced(none.order.id), { total: 50_000 })
  })

  t.test('bought without an order, and closed short: credited alone (STK-153)', async (t) => {
    const product = await desk.product()
    const direct = await keeper.post('/procurement/receipts', {
      kind: 'DIRECT',
      store_id: store.id,
      supplier_id: supplier.id,
      lines: [{ product_id: product.id, quantity: 10, unit_price: 200, ...life }],
    })
    const came = await keeper.post(`/procurement/receipts/${direct.data.id}/post`)
    const [{ id: receipt_line_id, batch_id }] = came.data.lines
    const line = { batch_id, quantity: 4 }
    t.match(await write({ settle: 'REPLACE', lines: [line] }), {
      status: 409,
      message: 'Line 1: lot B12 was not ordered: what goes back of it is credited.',
    })
    const made = await accountant.post('/procurement/invoices', {
      number: 'R-DIRECT',
      supplier_id: supplier.id,
      lines: [{ receipt_line_ids: [receipt_line_id], quantity: 8, unit_price: 200 }],
    })
    const at = `/procurement/invoices/${made.data.id}`
    await accountant.post(`${at}/match`)
    t.equal((await accountant.post(`${at}/post`)).status, 200)
    const sums = await moved(['2101', '2102', '1401'], () => sent({ lines: [line] }))
    const owed = (await invoice(made.data.id)).balance
    t.match([sums[2], owed], [-800, 1_600 + (sums[0] as number)])
    t.same(sums.slice(0, 2), [-400, -400], 'what was not invoiced goes first')
    const short = await desk.product()
    const order = await desk.sent([{ product_id: short.id, quantity: 10, unit_price: 100 }])
    const half = await desk.received(order.id, [{ product_id: short.id, quantity: 5, ...life }])
    await buyer.post(`/procurement/orders/${order.id}/close-short`, { reason: 'No more' })
    const back = { batch_id: half.lines[0].batch_id, quantity: 5 }
    const id = await approved({ settle: 'REPLACE', lines: [back] })
    t.match(await keeper.post(path(id, 'send')), { status: 409, message: /was closed short/ })
    await keeper.post(path(id, 'cancel'), { reason: 'Credited instead' })
    await sent({ lines: [back] })
  })

  t.test('controlled: a licence, and a witness (STK-80, STK-70)', async (t) => {
    const product = await desk.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
    const token = async () =>
      (
        await keeper.post('/stock/witness', {
          identifier: second.username,
          password,
          purpose: 'CONTROLLED',
        })
      ).data.witness_token
    const order = await desk.sent([{ product_id: product.id, quantity: 10, unit_price: 100 }])
    const made = await keeper.post('/procurement/receipts', {
      order_id: order.id,
      lines: [{ product_id: product.id, quantity: 10, ...life }],
    })
    const witness_token = await token()
    const came = await keeper.post(`/procurement/receipts/${made.data.id}/post`, { witness_token })
    t.equal(came.status, 200, came.message)
    const id = await approved({ lines: [{ batch_id: came.data.lines[0].batch_id, quantity: 4 }] })
    t.match(await keeper.post(path(id, 'send'), { witness_token: await token() }), {
      status: 400,
      message: `receiver_licence is required: ${supplier.name} is sent controlled drugs.`,
    })
    const receiver_licence = 'TMDA-77'
    t.match(await keeper.post(path(id, 'send'), { receiver_licence }), {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    })
    const done = await keeper.post(path(id, 'send'), {
      receiver_licence,
      witness_token: await token(),
      carrier: 'T 123 ABC',
    })
    t.match(done.data, { status: 'SENT', receiver_licence, witness_name: 'Neema Mrema' })
    const register = await keeper.whole('/stock/controlled/register', {
      store_id: store.id,
      product_id: product.id,
    })
    t.match(
      register.find(({ kind }) => kind === 'RETURN'),
      {
        quantity_out: 4,
        balance: 6,
        from_to: `${supplier.name}, TMDA-77`,
      },
    )
  })

  t.test(
    'of a recall: what was set apart goes, and is accounted for (STK-92, STK-95)',
    async (t) => {
      const { product, batch_id } = await hundred()
      const other = await hundred()
      const recall = await keeper.post('/stock/recalls', {
        product_ids: [product.id],
        lots: ['B12'],
        level: 'II',
        source: 'SUPPLIER',
        notice_on: '2026-05-04',
        reason: 'Wrong label',
        instruction: 'RETURN',
      })
      t.equal(recall.status, 201, recall.message)
      const recall_id = recall.data.id
      t.match(await write({ recall_id, lines: [{ batch_id: other.batch_id, quantity: 1 }] }), {
        status: 409,
        message: 'Line 1: lot B12 is not part of this recall.',
      })
      const lines = [
        { batch_id, quantity: 60 },
        { batch_id, quantity: 40 },
      ]
      const done = await sent({ reason: 'RECALL', recall_id, lines })
      t.match(
        (await keeper.whole('/procurement/returns', { recall_id })).map(({ id }) => id),
        [done.id],
      )
      t.match((await keeper.get(`/stock/recalls/${recall_id}`)).data.figures, {
        received: 100,
        on_hand: 0,
        returned_supplier: 100,
        unaccounted: 0,
        accounted_pct: 100,
      })
      t.match(await keeper.whole(`/stock/recalls/${recall_id}/trace`, { kind: 'receipts' }), [
        { kind: 'RECEIPT' },
        { kind: 'SUPPLIER_RETURN' },
        { kind: 'SUPPLIER_RETURN' },
      ])
      t.same(await keeper.whole('/stock/quarantine', { product_id: product.id }), [])
    },
  )

  t.test('sent by two at once: once (3.7)', async (t) => {
    const { batch_id, order } = await hundred()
    await invoiced(order.id)
    const id = await approved({ lines: [{ batch_id, quantity: 10 }] })
    const rival = await approved({ lines: [{ batch_id, quantity: 95 }] })
    const sums = await moved(['1401'], async () => {
      const both = await Promise.all([1, 2].map(() => keeper.post(path(id, 'send'))))
      t.same(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
    })
    t.same(sums, [-5_000])
    t.match(await keeper.post(path(rival, 'send')), { status: 409, message: /^Line 1: only 90/ })
    const credits = await Promise.all([1, 2].map(() => credit(id)))
    t.same(
      credits.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
  })

  t.test('a receipt of which something went back is not reversed (3.7)', async (t) => {
    const { batch_id, receipt_id } = await hundred()
    await sent({ lines: [{ batch_id, quantity: 1 }] })
    t.match(
      await boss.post(`/procurement/receipts/${receipt_id}/reverse`, { reason: 'Wrong store' }),
      { status: 409, message: /are invoiced or sent back\.$/ },
    )
  })

  t.test('its paper, and the books (STK-151, ACC-93, ACC-113, ACC-114)', async (t) => {
    for (const status of ['DRAFT', 'SENT', 'CREDITED', 'REPLACED', 'CANCELLED']) {
      const [one] = await keeper.whole('/procurement/returns', { status })
      if (one === undefined && status === 'DRAFT') continue
      for (const by of [keeper, boss]) {
        const paper = await by.get(path(one.id, 'pdf'))
        t.equal(paper.status, 200, `${status} ${paper.message}`)
      }
    }
    const proofs = await proveSubledgers(house.system, await booksOf(house.system), '2026-05-04')
    for (const id of ['ACC-113', 'ACC-114']) {
      const found = proofs.find((one) => one.id === id)
      t.equal(found?.failed, 0, `${id} ${found?.first}`)
      t.ok(found?.checked, id)
    }
    await rebuilt(t, house, 40)
  })
})
