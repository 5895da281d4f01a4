import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('receipts (5.12)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const desk = await purchasingOf(house)
  const { buyer, boss, accountant, keeper, manager, store, supplier } = desk
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const life = { lot: 'B12', expiry: '2027-08-31' }
  const path = (id: string, act = '') => `/procurement/receipts/${id}${act && `/${act}`}`
  const write = (body: Record<string, unknown>) => keeper.post('/procurement/receipts', body)

  t.test('bad input (6, STK-135 to STK-137)', async (t) => {
    const product = await desk.product()
    const other = await desk.product()
    const line = { product_id: product.id, quantity: 10, ...life }
    const draft = await desk.order([{ product_id: product.id, quantity: 100, unit_price: 500 }])
    const sent = await desk.sent([{ product_id: product.id, quantity: 100, unit_price: 500 }])
    for (const [what, more, status, message] of [
      ['no order', { order_id: 'x' }, 404, 'No such order.'],
      ['none named', { order_id: null }, 400, 'order_id is required.'],
      ['a draft', { order_id: draft.id }, 409, /is DRAFT\. It can: submit, cancel\.$/],
      ['another seller', { supplier_id: 'x' }, 400, /is not the supplier of order PO-/],
      ['no lot', { lines: [{ ...line, lot: '' }] }, 400, 'Line 1: lot is required.'],
      ['no expiry', { lines: [{ ...line, expiry: null }] }, 400, 'Line 1: expiry is required.'],
      [
        'no date',
        { lines: [{ ...line, expiry: '2026-02-30' }] },
        400,
        'Line 1: expiry is not a date.',
      ],
      [
        'past',
        { lines: [{ ...line, expiry: '2025-12-31' }] },
        409,
        'Line 1: expiry 2025-12-31 is past.',
      ],
      [
        'short',
        { lines: [line, { ...line, lot: 'S', expiry: '2026-07-03' }] },
        409,
        'Line 2: only 60 days of life: give short_expiry_reason (180 days are asked).',
      ],
      [
        'not ordered',
        { lines: [{ ...line, product_id: other.id }] },
        409,
        /^Line 1: this was not ordered/,
      ],
      ['nothing', { lines: [{ ...line, quantity: 0 }] }, 400, 'Line 1: quantity must not be 0.'],
      [
        'above',
        { lines: [{ ...line, quantity: 101 }] },
        409,
        'Line 1: 100 ordered, 0 received before, 101 now.',
      ],
      [
        'above together',
        {
          lines: [
            { ...line, quantity: 60 },
            { ...line, lot: 'C', quantity: 60 },
          ],
        },
        409,
        'Line 2: 100 ordered, 0 received before, 120 now.',
      ],
      ['the future', { received_on: '2026-05-05' }, 400, 'received_on is in the future.'],
      [
        'no giver',
        { kind: 'DONATION', order_id: null, store_id: store.id },
        400,
        'donor is required.',
      ],
      [
        'no seller',
        { kind: 'DIRECT', order_id: null, store_id: store.id },
        400,
        'supplier_id is required.',
      ],
    ] as const) {
      const refused = await write({ order_id: sent.id, lines: [line], ...more })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stranger = await people.with('storekeeper')
    t.match(await stranger.post('/procurement/receipts', { order_id: sent.id, lines: [line] }), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
  })

  t.test('goods, value and books in one (STK-21, STK-136, STK-138, STK-139)', async (t) => {
    const product = await desk.product({ units: [{ unit: 'box', factor: 10 }] })
    const order = await desk.sent(
      [{ product_id: product.id, unit: 'box', quantity: 10, unit_price: 5000, free_quantity: 1 }],
      { discount_pct: 10, freight: 900 },
    )
    const [stock, grni] = [await balance('1401'), await balance('2102')]
    const half = await desk.received(order.id, [
      { product_id: product.id, quantity: 8, free_quantity: 1, unit_price: 9999, ...life },
    ])
    // 8 of 10 boxes at 5,000 less 10 %, and eight tenths of the freight; the delivery's price is not asked.
    t.equal((await balance('1401')) - stock, 36_720)
    t.equal((await balance('2102')) - grni, 36_720)
    const seen = await accountant.get(path(half.id))
    t.match(seen.data, {
      status: 'POSTED',
      value: 36_720,
      entry_reference: /^JE-/,
      lines: [{ base_quantity: 90, landed_unit_cost: 408, unit_price: 9999 }],
    })
    t.match(half.lines, [{ unit_price: 9999 }], 'a pharmacist sees costs')
    const [level] = await keeper.whole('/stock/levels', { product_id: product.id })
    t.match(level, { quantity: 90, lot: 'B12', expiry: '2027-08-31' })
    t.match((await buyer.get(`/procurement/orders/${order.id}`)).data, {
      status: 'PART_RECEIVED',
      lines: [{ received: 80, open: 20 }],
    })
    t.match(
      await write({
        order_id: order.id,
        lines: [{ product_id: product.id, quantity: 3, ...life }],
      }),
      {
        status: 409,
        message: 'Line 1: 100 ordered, 80 received before, 30 now.',
      },
    )
    t.match(
      await write({
        order_id: order.id,
        lines: [{ product_id: product.id, quantity: 2, lot: 'b12', expiry: '2027-09-30' }],
      }).then(({ data }) => keeper.post(path(data.id, 'post'))),
      { status: 409, message: 'Line 1: Lot b12 is already known with expiry 2027-08-31.' },
    )
    await desk.received(order.id, [{ product_id: product.id, quantity: 2, ...life }])
    t.equal((await balance('2102')) - grni, 45_900, 'all of the freight')
    t.match((await buyer.get(`/procurement/orders/${order.id}`)).data, { status: 'RECEIVED' })
  })

  t.test('two drafts of the same goods: the second is refused when it is posted', async (t) => {
    const product = await desk.product()
    const order = await desk.sent([{ product_id: product.id, quantity: 10, unit_price: 1 }])
    const body = { order_id: order.id, lines: [{ product_id: product.id, quantity: 10, ...life }] }
    const [first, second] = [await write(body), await write(body)]
    t.equal((await keeper.post(path(first.data.id, 'post'))).status, 200)
    t.match(await keeper.post(path(second.data.id, 'post')), {
      status: 409,
      message: /is RECEIVED/,
    })
    t.match(await keeper.post(path(first.data.id, 'post')), {
      status: 409,
      message: /is POSTED\. It can: reverse\.$/,
    })
  })

  t.test('inspected; what is rejected is not booked (STK-142)', async (t) => {
    const product = await desk.product()
    const order = await desk.sent([{ product_id: product.id, quantity: 10, unit_price: 100 }])
    await manager.patch('/stock/settings', { inspectors_min: 2 })
    const made = await write({
      order_id: order.id,
      lines: [{ product_id: product.id, quantity: 8, rejected_quantity: 2, ...life }],
    })
    const at = path(made.data.id)
    t.match(await keeper.post(`${at}/post`), {
      status: 409,
      message: /is DRAFT: 2 people must inspect it first\.$/,
    })
    const two = { inspectors: [keeper.user.id, boss.user.id] }
    t.match(await keeper.post(`${at}/inspect`), { status: 400, message: /at least 2/ })
    t.match(await keeper.post(`${at}/inspect`, two), {
      status: 400,
      message: 'Line 1: reject_reason is required.',
    })
    const broken = { quantity: 8, rejected_quantity: 2, reject_reason: 'Broken' }
    t.equal(
      (await keeper.patch(at, { lines: [{ product_id: product.id, ...broken, ...life }] })).status,
      200,
    )
    t.match(await keeper.post(`${at}/inspect`, two), {
      data: { status: 'INSPECTED', inspector_names: [keeper.user.full_name, boss.user.full_name] },
    })
    t.match(await keeper.patch(at, { delivery_note_no: 'DN-1' }), {
      data: { status: 'DRAFT', inspectors: [] },
    })
    await keeper.post(`${at}/inspect`, two)
    t.match(await keeper.post(`${at}/post`), { data: { status: 'POSTED' } })
    await manager.patch('/stock/settings', { inspectors_min: 1 })
    t.match((await buyer.get(`/procurement/orders/${order.id}`)).data.lines, [
      { received: 8, rejected: 2, open: 2 },
    ])
  })

  t.test('two-people: who ordered does not receive (STK-140)', async (t) => {
    const product = await desk.product()
    const both = await people.with('procurement', 'storekeeper')
    await manager.put(`/stock/stores/${store.id}/keepers`, {
      user_ids: [keeper.user.id, both.user.id],
    })
    const made = await both.post('/procurement/orders', {
      supplier_id: supplier.id,
      deliver_to_store_id: store.id,
      lines: [{ product_id: product.id, quantity: 10, unit_price: 100 }],
    })
    const order = `/procurement/orders/${made.data.id}`
    await both.post(`${order}/submit`)
    await boss.post(`${order}/approve`)
    t.equal((await both.post(`${order}/send`)).status, 200)
    const body = {
      order_id: made.data.id,
      lines: [{ product_id: product.id, quantity: 1, ...life }],
    }
    const receipt = await both.post('/procurement/receipts', body)
    const at = path(receipt.data.id, 'post')
    t.match(await both.post(at), {
      status: 409,
      message: 'You made this order: somebody else must receive its goods.',
    })
    t.equal((await keeper.post(at)).status, 200)
  })

  t.test('given, bought directly, from the beginning (STK-22, STK-23, STK-141)', async (t) => {
    const product = await desk.product()
    const line = { product_id: product.id, quantity: 10, unit_price: 200, ...life }
    const given = { kind: 'DONATION', store_id: store.id, donor: 'Friends', lines: [line] }
    t.match(await write({ ...given, lines: [{ ...line, unit_price: 0 }] }), {
      status: 400,
      message: 'Line 1: unit_price is required.',
    })
    const donated = await balance('4402')
    const gift = await write(given)
    t.equal((await keeper.post(path(gift.data.id, 'post'))).status, 200)
    t.equal((await balance('4402')) - donated, 2000)
    const opening = { kind: 'OPENING', store_id: store.id, lines: [line] }
    t.equal((await write(opening)).status, 403, 'with stock:settings')
    t.match(await manager.post('/procurement/receipts', opening), {
      status: 409,
      message: /has moved in .* already/,
    })
    const fresh = await desk.product()
    const first = { ...opening, lines: [{ ...line, product_id: fresh.id }] }
    const begun = await manager.post('/procurement/receipts', first)
    const equity = await balance('3901')
    t.equal((await manager.post(path(begun.data.id, 'post'))).status, 200, begun.message)
    t.equal((await balance('3901')) - equity, 2000)
    const direct = { kind: 'DIRECT', store_id: store.id, supplier_id: supplier.id }
    const dear = await write({ ...direct, lines: [{ ...line, unit_price: 20_001 }] })
    t.match(await keeper.post(path(dear.data.id, 'post')), { status: 403 })
    const cheap = await write({ ...direct, freight: 100, lines: [{ ...line, tax_pct: 18 }] })
    const done = await keeper.post(path(cheap.data.id, 'post'))
    t.match(done.data, { status: 'POSTED', value: 2460 }, done.message)
  })

  t.test('what is cold comes with its temperature; too warm it lies apart (STK-105)', async (t) => {
    const product = await desk.product({ storage: 'COLD' })
    const order = await desk.sent([{ product_id: product.id, quantity: 10, unit_price: 100 }])
    const made = await write({
      order_id: order.id,
      lines: [{ product_id: product.id, quantity: 10, ...life }],
    })
    const at = path(made.data.id)
    t.match(await keeper.post(`${at}/post`), { status: 400, message: /^temperature is required/ })
    await keeper.patch(at, { temperature: 14 })
    t.equal((await keeper.post(`${at}/post`)).status, 200)
    t.match(await keeper.whole('/stock/quarantine', { product_id: product.id }), [
      { quantity: 10, reason: 'COLD_CHAIN' },
    ])
  })

  t.test('taken back by another while nothing was used (3.7)', async (t) => {
    const product = await desk.product()
    const order = await desk.sent([{ product_id: product.id, quantity: 10, unit_price: 100 }])
    const came = await desk.received(order.id, [{ product_id: product.id, quantity: 10, ...life }])
    const at = path(came.id, 'reverse')
    t.equal((await keeper.post(at, { reason: 'Wrong store' })).status, 403)
    const grni = await balance('2102')
    const back = await boss.post(at, { reason: 'Wrong store' })
    t.match(back.data, { status: 'REVERSED' }, back.message)
    t.equal((await balance('2102')) - grni, -1000)
    t.match((await buyer.get(`/procurement/orders/${order.id}`)).data, {
      status: 'SENT',
      lines: [{ received: 0, open: 10 }],
    })
    const again = await desk.received(order.id, [{ product_id: product.id, quantity: 10, ...life }])
    const used = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'SAMPLE',
      note: 'For the laboratory',
      lines: [{ product_id: product.id, ...life, quantity: -3 }],
    })
    await keeper.post(`/stock/adjustments/${used.data.id}/submit`)
    t.match(await boss.post(path(again.id, 'reverse'), { reason: 'Wrong store' }), {
      status: 409,
      message: '3 tablets of lot B12 have been issued: return or adjust instead.',
    })
  })

  t.test('its paper, and the books built anew (ACC-93)', async (t) => {
    const [one] = await keeper.whole('/procurement/receipts', { status: 'POSTED' })
    const paper = await keeper.get(path(one.id, 'pdf'))
    t.equal(paper.status, 200, paper.message)
    await rebuilt(t, house, 8)
  })
})
