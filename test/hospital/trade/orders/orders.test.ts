// Orders: of a quotation or written, confirmed, delivered from the shelf, billed, and how they end
// (COM-11 to COM-13, COM-30 to COM-48, COM-85).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { creditBill } from '../../../../db/hospital/money/billing/credit/notes.ts'
import { stock_moves } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('orders', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house)
  const shelf = await shelfOf(house)
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const supervisor = await people.with('supervisor')
  const cashier = await people.with('cashier')
  await atDrawer(house, cashier, 1_000_000)
  const { keeper } = shelf
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Nyota ${String(count).padStart(3, '0')} Ltd`
    const made = await officer.post('/commercial/clients', { name, kind: 'CORPORATE' })
    await manager.post(`/commercial/clients/${made.data.id}/activate`)
    if (Object.keys(more).length > 0) {
      const who = 'credit_limit' in more ? accountant : officer
      const set = await who.patch(`/commercial/clients/${made.data.id}`, more)
      if (set.status !== 200) throw new Error(set.message)
    }
    return made.data
  }
  const line = { description: 'Medical check', quantity: 10, unit_price: 100 }
  const of = (id: string, move = '') => `/commercial/orders/${id}${move === '' ? '' : `/${move}`}`
  const written = async (body: Record<string, unknown>) => {
    const answer = await officer.post('/commercial/orders', { items: [line], ...body })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const confirmed = async (body: Record<string, unknown>, more: object = {}) => {
    const made = await written(body)
    const answer = await officer.post(of(made.id, 'confirm'), more)
    if (answer.status !== 200) throw new Error(answer.message)
    return answer.data
  }
  const send = (id: string, order_item_id: string, quantity: number, more: object = {}) =>
    keeper.post(of(id, 'deliver'), { lines: [{ order_item_id, quantity, ...more }] })
  const shown = async (id: string) => (await officer.get(of(id))).data
  const owes = async (id: string) => {
    const { data } = await officer.get(`/commercial/clients/${id}`)
    return { outstanding: data.outstanding, on_order: data.on_order }
  }

  t.test('from a quotation, word for word; cancelled it is given back (COM-30)', async (t) => {
    const one = await client()
    const quote = await officer.post('/commercial/quotations', {
      client_id: one.id,
      items: [line, { ...line, description: 'X-ray', unit_price: 50 }],
      discount_pct: 10,
      tax_pct: 18,
    })
    const path = `/commercial/quotations/${quote.data.id}`
    t.equal((await officer.post(`${path}/convert`)).status, 409)
    await manager.post(`${path}/approve-discount`)
    await officer.post(`${path}/send`)
    await officer.post(`${path}/accept`, { answered_by: 'Asha', client_po: 'LPO 9' })
    const made = await officer.post(`${path}/convert`, { required_by: '2026-03-20' })
    t.match(made, {
      status: 201,
      data: {
        status: 'DRAFT',
        quotation_reference: quote.data.reference,
        client_po: 'LPO 9',
        approval_status: 'APPROVED',
        total: 1593,
      },
    })
    t.match((await officer.get(path)).data, {
      status: 'CONVERTED',
      order_reference: made.data.reference,
    })
    const fewer = await officer.patch(of(made.data.id), { items: [{ ...line, quantity: 5 }] })
    t.match(fewer.data, { approval_status: 'APPROVED', total: 531 })
    const dear = await officer.patch(of(made.data.id), { discount_pct: 12 })
    t.match(dear.data, { approval_status: 'PENDING' })
    t.equal((await officer.post(of(made.data.id, 'cancel'), { reason: 'Not now' })).status, 200)
    t.match((await officer.get(path)).data, { status: 'ACCEPTED', order_id: null })
    const nobody = await officer.post('/commercial/quotations', {
      client_name: 'Somebody new',
      items: [line],
    })
    const other = `/commercial/quotations/${nobody.data.id}`
    await officer.post(`${other}/send`)
    await officer.post(`${other}/accept`, { answered_by: 'Juma' })
    t.match(await officer.post(`${other}/convert`), {
      status: 409,
      message: 'Open a client for Somebody new first.',
    })
  })

  t.test(
    'its goods are held as far as there are any, and cost what they cost (COM-31, COM-38)',
    async (t) => {
      const { id } = await client()
      const product = await shelf.product({ tariff_code: 'GLOVES' })
      await shelf.lay(product, 100)
      const goods = (quantity: number) => ({
        client_id: id,
        items: [{ product_id: product.id, quantity, unit_price: 1000 }],
      })
      const first = await confirmed(goods(70))
      t.match(first, { reserved: 'FULL', shortages: [], items: [{ quantity_reserved: 70 }] })
      const second = await confirmed(goods(50))
      t.match(second, { reserved: 'PART', shortages: [{ wanted: 50, reserved: 30 }] })
      t.match(await send(second.id, second.items[0].id, 40), {
        status: 409,
        message: /^Only 30 tablets of /,
      })
      t.match(await send(second.id, second.items[0].id, 60), {
        status: 409,
        message: 'Line 1: 60 asked, 50 still open.',
      })
      const gone = await send(second.id, second.items[0].id, 10, {})
      t.match(gone, {
        status: 201,
        data: { lines: [{ quantity: 10, batches: [{ lot: 'B1', expiry: '2028-08-31' }] }] },
      })
      t.match(gone.data.reference, /^DN-2026-\d{5}$/)
      t.match((await shown(second.id)).items, [{ quantity_delivered: 10, quantity_reserved: 20 }])
      t.equal((await send(first.id, first.items[0].id, 70)).status, 201, 'what it holds is its own')
      t.equal((await shown(first.id)).status, 'FULFILLED')
      const moves = await stock_moves.all({
        hospital_id: system.hospital_id,
        source: 'delivery',
        source_id: gone.data.id,
      })
      t.match(moves, [{ quantity: -10_000, value: -500_000, entry_reference: String }])
      const pool = await keeper.get(`/stock/products/${product.id}`)
      t.match(pool.data, { on_hand: 20, reserved: 20 })
      const back = await manager.post(`/commercial/deliveries/${gone.data.id}/reverse`, {
        reason: 'Wrong door',
      })
      t.match(back, { status: 200, data: { status: 'REVERSED' } })
      t.match(await shown(second.id), { status: 'CONFIRMED', items: [{ quantity_delivered: 0 }] })
      t.match(await officer.post(of(second.id, 'cancel'), { reason: 'Changed mind' }), {
        status: 403,
      })
      t.equal((await manager.post(of(second.id, 'cancel'), { reason: 'Changed mind' })).status, 200)
      t.match((await keeper.get(`/stock/products/${product.id}`)).data, {
        on_hand: 30,
        reserved: 0,
      })
    },
  )

  t.test('what cannot leave is refused (COM-33, COM-34, COM-35, COM-41)', async (t) => {
    const { id } = await client()
    const drug = await shelf.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
    const held = await written({
      client_id: id,
      items: [{ product_id: drug.id, quantity: 1, unit_price: 1000 }],
    })
    t.match(await officer.post(of(held.id, 'confirm')), {
      status: 409,
      message: /is a controlled drug: the buyer has no licence for it/,
    })
    const made = await confirmed({ client_id: id })
    const [item] = made.items
    const bad: [object, number, string | RegExp][] = [
      [{ lines: [] }, 400, 'lines needs at least one line.'],
      [{ lines: [{ order_item_id: id, quantity: 1 }] }, 404, 'Line 1: no such item.'],
      [{ lines: [{ order_item_id: item.id, quantity: 0 }] }, 400, /^Line 1: quantity must be more/],
      [
        { lines: [1, 2].map((quantity) => ({ order_item_id: item.id, quantity })) },
        400,
        'Line 2: the same item stands twice.',
      ],
    ]
    for (const [body, status, message] of bad) {
      t.match(await keeper.post(of(made.id, 'deliver'), body), { status, message })
    }
    t.match(await accountant.post(of(made.id, 'invoice')), {
      status: 409,
      message: 'Nothing delivered is waiting for an invoice.',
    })
    t.match(await manager.post(of(made.id, 'close-short'), { reason: 'Too late' }), {
      status: 409,
      message: `Order ${made.reference} is CONFIRMED. It can: deliver, fulfil, invoice, cancel.`,
    })
    await send(made.id, item.id, 4)
    t.match(await manager.post(of(made.id, 'cancel'), { reason: 'Too late' }), {
      status: 409,
      message: `Order ${made.reference} is PART_FULFILLED. It can: deliver, fulfil, close_short, invoice.`,
    })
    t.match(await manager.post(of(made.id, 'close-short'), { reason: 'Too late' }), {
      data: { status: 'FULFILLED', items: [{ quantity_cancelled: 6, quantity_open: 0 }] },
    })
    const billed = await accountant.post(of(made.id, 'invoice'))
    t.match(billed, { status: 200, data: { total: 400, order: { status: 'CLOSED' } } })
    t.equal((await keeper.post(of(made.id, 'fulfil'))).status, 409)
  })

  t.test('all lines leave or none; services leave without goods (COM-36, COM-37)', async (t) => {
    const { id } = await client()
    const product = await shelf.product()
    await shelf.lay(product, 5)
    const made = await confirmed({
      client_id: id,
      items: [line, { product_id: product.id, quantity: 9, unit_price: 1000 }],
    })
    const [service, goods] = made.items
    const both = [
      { order_item_id: service.id, quantity: 10 },
      { order_item_id: goods.id, quantity: 9 },
    ]
    t.match(await keeper.post(of(made.id, 'deliver'), { lines: both }), { status: 409 })
    t.match(await shown(made.id), {
      status: 'CONFIRMED',
      items: [{ quantity_delivered: 0 }, { quantity_delivered: 0, quantity_reserved: 5 }],
    })
    t.match((await keeper.post(of(made.id, 'deliver'), { lines: both.slice(0, 1) })).data, {
      lines: [{ product_id: null, batches: [] }],
    })
  })

  t.test('is billed as it is delivered; what a client owes does not jump (COM-44)', async (t) => {
    const one = await client({ credit_limit: 2000 })
    const made = await confirmed({ client_id: one.id, tax_pct: 18, client_po: 'LPO 1' })
    const [item] = made.items
    t.same(await owes(one.id), { outstanding: 0, on_order: 1180 })
    t.match(await officer.post(of((await written({ client_id: one.id })).id, 'confirm')), {
      status: 409,
      message:
        'Credit limit 2,000 would be passed by 180: owed 0, on order 1,180, this order 1,000.',
    })
    await send(made.id, item.id, 3)
    t.same(await owes(one.id), { outstanding: 0, on_order: 1180 })
    const first = await accountant.post(of(made.id, 'invoice'))
    t.match(first.data, { total: 354, order: { invoice_status: 'PART_INVOICED' } })
    t.same(await owes(one.id), { outstanding: 354, on_order: 826 })
    const bill = await accountant.get(`/billing/bills/${first.data.bill_id}`)
    t.match(bill.data, {
      source: 'salesorder',
      payer: one.name,
      payer_kind: 'CLIENT',
      notes: `Order ${made.reference}, LPO 1`,
    })
    const ahead = { lines: [{ order_item_id: item.id, quantity: 8 }] }
    t.match(await accountant.post(of(made.id, 'invoice'), ahead), {
      status: 409,
      message: 'Line 1: 8 asked, 7 waits for an invoice.',
    })
    const off = await supervisor.post(`/billing/bills/${first.data.bill_id}/cancel`, {
      reason: 'Wrong lines',
    })
    t.equal(off.status, 200, off.message)
    t.same(await owes(one.id), { outstanding: 0, on_order: 1180 })
    t.match(await shown(made.id), { invoice_status: 'NOT_INVOICED', bills: [] })
    await keeper.post(of(made.id, 'fulfil'), { vehicle: 'T 123 ABC', received_by: 'Asha' })
    const whole = await accountant.post(of(made.id, 'invoice'))
    t.match(whole.data, { total: 1180, order: { status: 'CLOSED', invoice_status: 'INVOICED' } })
    t.same(await owes(one.id), { outstanding: 1180, on_order: 0 })
    const again = await supervisor.post(`/billing/bills/${whole.data.bill_id}/cancel`, {
      reason: 'Wrong day',
    })
    t.equal(again.status, 200, again.message)
    t.match(await shown(made.id), { status: 'FULFILLED', invoice_status: 'NOT_INVOICED' })
    t.match((await accountant.post(of(made.id, 'invoice'))).data, { order: { status: 'CLOSED' } })
  })

  t.test('a hold and a limit are a second person’s to pass (COM-11, COM-13, COM-40)', async (t) => {
    const one = await client({ credit_limit: 500 })
    const made = await written({ client_id: one.id })
    const both = await people.with('corporate', 'manager')
    const own = await both.post('/commercial/orders', { client_id: one.id, items: [line] })
    const over = { override_reason: 'Paid tomorrow' }
    t.match(await both.post(of(own.data.id, 'confirm'), over), {
      status: 409,
      message: 'You made this order: somebody else must override the limit.',
    })
    t.equal((await officer.post(of(made.id, 'confirm'), over)).status, 409)
    t.match(await manager.post(of(made.id, 'confirm'), over), {
      data: { status: 'CONFIRMED', override_reason: 'Paid tomorrow' },
    })
    await accountant.post(`/commercial/clients/${one.id}/hold`, { reason: 'They owe too long' })
    const words = `${one.name} is on hold: They owe too long (since 2026-03-10).`
    t.match(await officer.post(of(own.data.id, 'confirm')), { status: 409, message: words })
    t.match(await send(made.id, made.items[0].id, 1), { status: 409, message: words })
    t.match(await manager.post(`/commercial/clients/${one.id}/close`, { close_reason: 'Gone' }), {
      status: 409,
      message: `Order ${made.reference} is still open.`,
    })
    const po = await client({ po_required: true })
    t.match(await officer.post(of((await written({ client_id: po.id })).id, 'confirm')), {
      status: 409,
      message: `${po.name} buys with an order number of its own: give client_po.`,
    })
  })

  t.test('paid in advance: no credit, and nothing leaves unpaid (COM-48)', async (t) => {
    const one = await client({ credit_limit: 0 })
    const made = await confirmed({ client_id: one.id })
    t.match(made, { prepay: true })
    t.same(await owes(one.id), { outstanding: 0, on_order: 0 })
    const [item] = made.items
    t.match(await send(made.id, item.id, 2), {
      status: 409,
      message: `${made.reference} is paid in advance: it is not billed yet.`,
    })
    const part = { lines: [{ order_item_id: item.id, quantity: 4 }] }
    const bill = await accountant.post(of(made.id, 'invoice'), part)
    t.match(bill, { status: 200, data: { total: 400 } })
    t.match(await send(made.id, item.id, 2), {
      status: 409,
      message: `${made.reference} is paid in advance: bill ${bill.data.number} is not settled.`,
    })
    const paid = await cashier.post(`/billing/bills/${bill.data.bill_id}/payments`, { amount: 400 })
    t.equal(paid.status, 201, paid.message)
    t.equal((await send(made.id, item.id, 5)).status, 409)
    t.equal((await send(made.id, item.id, 3)).status, 201)
    const [first] = (await accountant.get(`/billing/bills/${bill.data.bill_id}`)).data.items
    await within(() =>
      creditBill(system, {
        bill_id: bill.data.bill_id,
        lines: [{ item_id: first.id, quantity: 1000 }],
        reason: 'Not wanted',
        source: 'test',
        source_id: 'credit-1',
      }),
    )
    t.match((await shown(made.id)).items, [{ quantity_invoiced: 3, quantity_delivered: 3 }])
    const rest = await accountant.post(of(made.id, 'invoice'))
    t.match(rest.data, { total: 700 }, 'what was credited is billed anew')
  })

  t.test('a patient’s order is paid in advance, by the patient (COM-27)', async (t) => {
    const patient = await somebody(await people.with('reception'))
    const made = await confirmed({ patient_id: patient.id })
    t.match(made, { prepay: true, client_id: null, patient_name: patient.full_name })
    const bill = await accountant.post(of(made.id, 'invoice'), {
      lines: [{ order_item_id: made.items[0].id, quantity: 10 }],
    })
    t.match((await accountant.get(`/billing/bills/${bill.data.bill_id}`)).data, {
      patient_id: patient.id,
      payer_kind: 'SELF',
    })
  })

  t.test(
    'papers: a confirmation, and a note without prices (COM-39, COM-79)',
    needsPoppler,
    async (t) => {
      const one = await client()
      const product = await shelf.product()
      await shelf.lay(product, 20, { lot: 'LOT-7' })
      const made = await confirmed({
        client_id: one.id,
        items: [{ product_id: product.id, quantity: 12, unit_price: 777 }],
      })
      const gone = await send(made.id, made.items[0].id, 5)
      const order = textOf((await officer.get(of(made.id, 'pdf'), { lang: 'en' })).raw)
      t.match(order, /Order confirmation/)
      t.match(order, /777/)
      await officer.patch(`/commercial/clients/${one.id}`, { language: 'en' })
      const own = textOf((await officer.get(of(made.id, 'pdf'))).raw)
      t.match(own, /Order confirmation/, 'in the language of its client')
      const note = textOf(
        (await officer.get(`/commercial/deliveries/${gone.data.id}/pdf`, { lang: 'en' })).raw,
      )
      t.match(note, /LOT-7/)
      t.match(note, /Still to be delivered/)
      t.notMatch(note, /777/)
      const path = `/commercial/deliveries/${gone.data.id}/acknowledge`
      t.match(await keeper.post(path, { received_by: 'Neema' }), {
        data: { status: 'ACKNOWLEDGED' },
      })
      t.equal(
        (
          await manager.post(`/commercial/deliveries/${gone.data.id}/reverse`, {
            reason: 'Not theirs',
          })
        ).status,
        409,
      )
    },
  )

  t.test('goods are let go after their day; who is late is told (COM-32, COM-42)', async (t) => {
    const one = await client()
    const product = await shelf.product()
    await shelf.lay(product, 20)
    const made = await confirmed({
      client_id: one.id,
      required_by: '2026-03-12',
      items: [{ product_id: product.id, quantity: 12, unit_price: 1000 }],
    })
    clock.advance(days(18))
    const later = await people.with('corporate', 'manager')
    const run = (name: string) =>
      trade_entries
        .find((each) => each.name === name)
        ?.run({ caller: system, signal: new AbortController().signal } as never)
    await run('order-goods-released')
    t.match((await later.get(of(made.id))).data, { reserved: 'NONE', late_days: 16 })
    t.same(await run('order-goods-released'), { released: 0 }, 'a second time nothing changes')
    t.match(await run('orders-late'), { told: 1 })
    t.match(await run('orders-late'), { told: 0 })
    const found = await later.get('/commercial/orders', { late: 'true', client_id: one.id })
    t.match(found.data, [{ id: made.id }])
  })
})
