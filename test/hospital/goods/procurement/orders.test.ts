import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'
import { markOn, needsPoppler, textOf } from '../../../support/pdf.ts'
import { purchasingOf } from '../../../support/purchasing.ts'

t.test('suppliers and orders (5.10, 5.12)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const desk = await purchasingOf(house)
  const { buyer, head, boss, director, manager, store, supplier } = desk
  const product = await desk.product({ units: [{ unit: 'box', factor: 100 }] })
  const line = { product_id: product.id, quantity: 10, unit_price: 500 }
  const path = (id: string, act = '') => `/procurement/orders/${id}${act && `/${act}`}`

  t.test('a supplier has one name, and is blocked with a reason (3.7)', async (t) => {
    t.match(supplier, { reference: /^SU-0000\d$/, status: 'ACTIVE', payment_terms_days: 30 })
    t.match(await buyer.post('/procurement/suppliers', { name: supplier.name.toUpperCase() }), {
      status: 409,
      message: /is already SU-0000\d\.$/,
    })
    const other = await buyer.post('/procurement/suppliers', {
      name: 'Bohari ya dawa',
      kind: 'MSD',
    })
    const at = `/procurement/suppliers/${other.data.id}`
    const changed = await buyer.patch(at, { wht_pct: 2, tin: '' })
    t.match(changed.data, { wht_pct: 2, tin: null, kind: 'MSD' }, changed.message)
    t.match(await buyer.patch(at, { currency: 'USD' }), { status: 400, message: /must be TZS/ })
    t.match(await buyer.post(`${at}/block`, { reason: 'late deliveries' }), {
      data: { status: 'BLOCKED', block_reason: 'late deliveries' },
    })
    const asked = { supplier_id: other.data.id, deliver_to_store_id: store.id, lines: [line] }
    t.match(await buyer.post('/procurement/orders', asked), {
      status: 409,
      message: 'Bohari ya dawa is blocked: late deliveries.',
    })
    t.equal((await buyer.post(`${at}/unblock`, { reason: 'On time again' })).status, 200)
    t.match(await buyer.post(`${at}/deactivate`, { reason: 'Not needed' }), {
      data: { status: 'INACTIVE', moves: ['activate'] },
    })
    t.match(await buyer.post('/procurement/orders', asked), {
      status: 409,
      message: 'Bohari ya dawa is not active.',
    })
    t.equal((await buyer.post(`${at}/activate`)).data?.status, 'ACTIVE')
    const found = await buyer.whole('/procurement/suppliers', { search: 'bohari' })
    t.match(found, [{ name: 'Bohari ya dawa' }])
  })

  t.test('bad input (6)', async (t) => {
    const asked = { supplier_id: supplier.id, deliver_to_store_id: store.id, lines: [line] }
    const controlled = await desk.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
    for (const [what, more, status, message] of [
      ['no supplier', { supplier_id: 'x' }, 404, 'No such supplier.'],
      ['no store', { deliver_to_store_id: 'x' }, 404, 'No such store.'],
      ['no product', { lines: [{ ...line, product_id: 'x' }] }, 404, 'No such product.'],
      ['nothing', { lines: [] }, 400, /^lines/],
      ['not 0', { lines: [{ ...line, quantity: 0 }] }, 400, 'Line 1: quantity must not be 0.'],
      ['less', { lines: [{ ...line, quantity: -1 }] }, 400, /quantity must be more than 0/],
      ['a part', { lines: [{ ...line, quantity: 0.5 }] }, 400, /are not split/],
      ['a price', { lines: [{ ...line, unit_price: -1 }] }, 400, /unit_price must not be negative/],
      ['a unit', { lines: [{ ...line, unit: 'crate' }] }, 400, /has no unit crate/],
      ['the past', { expected_on: '2026-05-03' }, 400, 'expected_on is in the past.'],
      ['freight', { freight: -1 }, 400, 'freight must not be negative.'],
      [
        'no cupboard',
        { lines: [{ ...line, product_id: controlled.id }] },
        409,
        /no controlled-drug/,
      ],
    ] as const) {
      const refused = await buyer.post('/procurement/orders', { ...asked, ...more })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.equal((await desk.keeper.post('/procurement/orders', asked)).status, 403)
  })

  t.test("another branch's store is none to whoever does not work there", async (t) => {
    const branch = await manager.post('/facilities', {
      name: 'Far branch',
      code: 'FAR',
      kind: 'CLINIC',
    })
    const far = await manager.post('/stock/stores', {
      code: 'FARS',
      name: 'Far store',
      kind: 'MAIN',
      facility_id: branch.data.id,
    })
    t.equal(far.status, 201, far.message)
    const asked = { supplier_id: supplier.id, deliver_to_store_id: far.data.id, lines: [line] }
    t.match(await buyer.post('/procurement/orders', asked), {
      status: 404,
      message: 'No such store.',
    })
  })

  t.test('sums: discount, tax, freight; a draft changes', async (t) => {
    const made = await desk.order([{ ...line, unit: 'box', quantity: 2, tax_pct: 18 }], {
      discount_pct: 10,
      freight: 1000,
    })
    const seen = await buyer.get(path(made.id))
    t.match(seen.data, {
      subtotal: 1000,
      discount_amount: 100,
      tax_amount: 162,
      total: 2062,
      status: 'DRAFT',
      invoice_status: 'NOT_INVOICED',
      lines: [{ quantity: 2, unit: 'box', factor: 100, open: 200, received: 0 }],
    })
    const changed = await buyer.patch(path(made.id), { lines: [line], freight: 0 })
    t.match(changed.data, { subtotal: 5000, total: 4500, lines: [{ quantity: 10 }] })
    t.match(await buyer.post(path(made.id, 'cancel'), { reason: 'A try' }), {
      data: { status: 'CANCELLED', moves: [] },
    })
  })

  t.test(
    'levels of approval: by amount, in order, each by another (STK-120, STK-122)',
    async (t) => {
      const small = await desk.order([line])
      t.equal((await buyer.post(path(small.id, 'submit'))).data?.status, 'SUBMITTED')
      t.match(await buyer.post(path(small.id, 'approve')), { status: 403 })
      t.match(await head.post(path(small.id, 'approve'), { note: 'Needed' }), {
        data: {
          status: 'APPROVED',
          approvals: [{ level: 1, note: 'Needed' }],
          approval_next: null,
        },
      })
      const dear = await desk.order([{ ...line, quantity: 1000, unit_price: 5000 }])
      const given = await buyer.post(path(dear.id, 'submit'))
      t.match(given.data.approval_next, { level: 1, up_to: 1_000_000 }, given.message)
      const waits = async (by: Person) =>
        (await by.whole('/procurement/approvals', { document: 'PURCHASE_ORDER' }))
          .filter(({ id }) => id === dear.id)
          .map(({ level }) => level)
      t.same(await waits(head), [1])
      t.match(await head.post(path(dear.id, 'approve')), {
        data: { status: 'SUBMITTED', approval_next: { level: 2, role: 'Manager' } },
      })
      t.match(await head.post(path(dear.id, 'approve')), {
        status: 409,
        message: 'You approved this order already: somebody else must approve it too.',
      })
      const other = await people.with('supervisor')
      t.same([await waits(head), await waits(other), await waits(boss)], [[], [], [2]])
      t.match(await other.post(path(dear.id, 'approve')), {
        status: 403,
        message: 'This order needs approval by Manager (above 1,000,000).',
      })
      t.match(await boss.post(path(dear.id, 'approve')), {
        data: { status: 'APPROVED', approvals: [{ level: 1 }, { level: 2, role: 'Manager' }] },
      })
    },
  )

  t.test('sent by e-mail, with what it says and a word beside (3.6)', async (t) => {
    const approved = async () => {
      const { id } = await desk.order([line], { terms: 'Within ten days' })
      const { reference } = (await buyer.post(path(id, 'submit'))).data
      t.equal((await head.post(path(id, 'approve'))).data.status, 'APPROVED')
      return { id, reference }
    }
    const { id, reference } = await approved()
    t.match(await buyer.post(path(id, 'send'), { message: 'Please hurry' }), {
      status: 400,
      message: 'message goes by EMAIL alone: leave it out.',
    })
    const mailed = { channel: 'EMAIL', message: 'Please hurry' }
    t.match(await buyer.post(path(id, 'send'), mailed), {
      status: 400,
      message: /^channel EMAIL: MedSupply .* has no e-mail address\.$/,
    })
    t.equal((await buyer.get(path(id))).data.status, 'APPROVED', 'nothing was done')
    const at = `/procurement/suppliers/${supplier.id}`
    await buyer.patch(at, { email: 'orders@medsupply.example' })
    t.match(await buyer.post(path(id, 'send'), mailed), {
      data: { status: 'SENT', sent_channel: 'EMAIL' },
    })
    const written = await outbox_messages.all({ hospital_id: house.hospital.id, entity_id: id })
    t.match(written, [{ contact: 'orders@medsupply.example', subject: `Order ${reference}` }])
    t.match(
      written[0]?.text,
      /Please hurry\n\nOrder .*\n- Paracetamol .*: 10 tablet x 500 = 5,000\n/,
    )
    t.match(
      written[0]?.text,
      /Total: TZS 5,000\nDeliver to Store .* by 2026-\d\d-\d\d\.\n\nWithin ten/,
    )
    const printed = await approved()
    t.match((await buyer.post(path(printed.id, 'send'))).data, { sent_channel: 'PRINT' })
    await buyer.patch(at, { email: null })
  })

  t.test('two-people: nobody approves an order of their own', async (t) => {
    const both = await people.holding(
      'purchase:order',
      'purchase:approve',
      'purchase:read',
      'facility:all',
    )
    const made = await both.post('/procurement/orders', {
      supplier_id: supplier.id,
      deliver_to_store_id: store.id,
      lines: [line],
    })
    t.equal((await both.post(path(made.data.id, 'submit'))).status, 200, made.message)
    t.match(await both.post(path(made.data.id, 'approve')), {
      status: 409,
      message: 'You made this order: somebody else must approve it.',
    })
    t.equal((await director.post(path(made.data.id, 'approve'))).data?.status, 'APPROVED')
  })

  t.test('rejected, written anew, approved anew', async (t) => {
    const made = await desk.order([line])
    await buyer.post(path(made.id, 'submit'))
    t.match(await head.post(path(made.id, 'reject'), { note: 'Too many' }), {
      data: { status: 'REJECTED', moves: [] },
    })
    t.match(await buyer.post(path(made.id, 'revise')), {
      data: { status: 'DRAFT', version_no: 2, approvals: [] },
    })
  })

  t.test('what is set holds for the next order (STK-120)', async (t) => {
    const shipped = await boss.whole('/procurement/approval-rules', { document: 'PURCHASE_ORDER' })
    t.match(shipped, [
      { level: 1, up_to: 1_000_000 },
      { level: 2, up_to: 10_000_000 },
      { level: 3, up_to: null },
    ])
    const role_id = shipped[2].role_id
    const asked = (levels: unknown[]) =>
      boss.put('/procurement/approval-rules', { document: 'PURCHASE_ORDER', levels })
    t.match(
      await asked([
        { up_to: 5, role_id },
        { up_to: 5, role_id },
      ]),
      {
        status: 400,
        message: 'levels[1].up_to must be more than that of the level before.',
      },
    )
    t.match(await asked([{ role_id: 'x' }]), { status: 404, message: 'No such role.' })
    const set = await asked([{ up_to: null, role_id }])
    t.match(set.data, [{ level: 1, up_to: null, role_name: 'Director' }], set.message)
    const made = await desk.order([line])
    await buyer.post(path(made.id, 'submit'))
    t.match(await head.post(path(made.id, 'approve')), {
      status: 403,
      message: 'This order needs approval by Director.',
    })
    t.equal((await director.post(path(made.id, 'approve'))).data?.status, 'APPROVED')
    await asked(shipped.map(({ up_to, role_id: of }) => ({ up_to, role_id: of })))
  })

  t.test('explained, marked, licensed (STK-128, STK-129, STK-130, STK-131)', async (t) => {
    const dear = await desk.order([{ ...line, quantity: 10_000, unit_price: 501 }])
    t.match(await buyer.post(path(dear.id, 'submit')), {
      status: 400,
      message: 'single_source_reason is required above 5,000,000.',
    })
    await desk.sent([{ ...line, unit_price: 100 }])
    const more = await desk.order([{ ...line, quantity: 1900, unit_price: 111 }])
    const given = await buyer.post(path(more.id, 'submit'))
    t.ok(given.data.marks.includes('PRICE_ABOVE_LAST'), given.message)
    const beside = await desk.order([{ ...line, quantity: 9000, unit_price: 100 }])
    const split = await buyer.post(path(beside.id, 'submit'))
    t.ok(split.data.marks.includes('POSSIBLE_SPLIT'), split.message)
    t.notOk(split.data.marks.includes('PRICE_ABOVE_LAST'))
    const at = `/procurement/suppliers/${supplier.id}`
    await buyer.patch(at, { licence_expires: '2026-05-03', prequalified_until: '2026-05-03' })
    const late = await desk.order([line])
    t.match(await buyer.post(path(late.id, 'submit')), {
      status: 409,
      message: /licence expired on 2026-05-03: Paracetamol .* cannot be bought there\.$/,
    })
    await buyer.patch(at, { licence_expires: null })
    const judged = await buyer.post(path(late.id, 'submit'))
    t.ok(judged.data.marks.includes('NOT_PREQUALIFIED'), judged.message)
    await buyer.patch(at, { prequalified_until: null })
    await manager.patch('/stock/settings', { msd_first: true })
    const listed = await desk.product({ msd_code: '10010001' })
    const own = await desk.order([{ ...line, product_id: listed.id }])
    t.match(await buyer.post(path(own.id, 'submit')), {
      status: 409,
      message: /bought at the public store first: msd_stockout_ref is required\.$/,
    })
    await buyer.patch(path(own.id), { msd_stockout_ref: 'OS-17' })
    t.equal((await buyer.post(path(own.id, 'submit'))).data?.status, 'SUBMITTED')
    await manager.patch('/stock/settings', { msd_first: false })
  })

  t.test('sent, late, cancelled by who may approve, closed short (3.6, STK-133)', async (t) => {
    const sent = await desk.sent([line])
    t.match(sent, { status: 'SENT', sent_channel: 'PRINT', expected_on: '2026-05-11' })
    t.match(await buyer.patch(path(sent.id), { freight: 5 }), {
      status: 409,
      message: /is SENT: only expected_on may change/,
    })
    t.equal((await buyer.patch(path(sent.id), { expected_on: '2026-05-05' })).status, 200)
    clock.freeze('2026-05-08T08:00:00Z')
    const later = await people.with('procurement')
    const late = await later.whole('/procurement/orders', { late: 'true' })
    t.match(late, [{ id: sent.id, late_days: 3 }])
    clock.freeze('2026-05-04T08:00:00Z')
    t.equal((await buyer.post(path(sent.id, 'cancel'), { reason: 'Changed' })).status, 403)
    t.match(await boss.post(path(sent.id, 'cancel'), { reason: 'Changed' }), {
      data: { status: 'CANCELLED' },
    })
    const short = await desk.sent([line])
    t.match(await buyer.post(path(short.id, 'close-short'), { reason: 'None left' }), {
      data: { status: 'CLOSED' },
    })
  })

  t.test('its paper: a draft says so across the page (STK-132)', needsPoppler, async (t) => {
    const made = await desk.order([line])
    const draft = await buyer.get(path(made.id, 'pdf'), { lang: 'en' })
    t.equal(draft.status, 200, draft.message)
    t.match(markOn(draft.raw), /^DRAFT/)
    const cold = await desk.product({ storage: 'COLD', units: [{ unit: 'box', factor: 12 }] })
    const sent = await desk.sent(
      [
        { ...line, tax_pct: 18 },
        { product_id: cold.id, quantity: 3, unit: 'box', unit_price: 120_000, free_quantity: 1 },
      ],
      { discount_pct: 5, freight: 15_000, terms: 'To the gate of the store' },
    )
    const paper = await buyer.get(path(sent.id, 'pdf'), { lang: 'en' })
    t.notMatch(markOn(paper.raw), /^DRAFT/)
    const text = textOf(paper.raw)
    for (const word of [
      sent.reference,
      supplier.name,
      'TIN 123-456-789',
      store.name,
      'box of 12',
    ]) {
      t.ok(text.includes(word), word)
    }
    t.match(text, /180 days of life/)
    t.match(text, /What is kept cold/)
    t.match(text, /Approved by/)
    t.ok(text.includes(String(desk.head.user.full_name)))
    t.equal((await buyer.get(path(sent.id, 'pdf'), { lang: 'sw' })).status, 200)
  })
})
