// Quotations: written, agreed on, sent, answered (COM-16 to COM-28, COM-81).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { priceForClient } from '../../../../db/hospital/neighbours/commercial.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('quotations', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house)
  const shelf = await shelfOf(house)
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const second = await people.with('manager')
  const accountant = await people.with('accountant')
  const admin = await people.administrator()
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Bahari ${String(count).padStart(3, '0')} Ltd`
    const made = await officer.post('/commercial/clients', { name, kind: 'CORPORATE' })
    await manager.post(`/commercial/clients/${made.data.id}/activate`)
    if (Object.keys(more).length > 0) {
      const set = await accountant.patch(`/commercial/clients/${made.data.id}`, more)
      if (set.status !== 200) throw new Error(set.message)
    }
    return made.data
  }
  const line = { description: 'Medical check', quantity: 1, unit_price: 1000 }
  const write = (body: Record<string, unknown>) =>
    officer.post('/commercial/quotations', { items: [line], ...body })
  const written = async (body: Record<string, unknown>) => {
    const answer = await write(body)
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const tariff = async (code: string, price: number, effective_from: string) => {
    const said = { code, name: 'Goods', category: 'Pharmacy', price, effective_from }
    const set = await admin.post('/billing/tariffs', { ...said, reason: 'agreed' })
    if (set.status !== 201) throw new Error(set.message)
  }
  const of = (id: string, move = '') =>
    `/commercial/quotations/${id}${move === '' ? '' : `/${move}`}`

  t.test(
    'what it comes to, to the cent; its discount is the client’s (COM-17, COM-20)',
    async (t) => {
      const { id, name } = await client({ discount_pct: 5 })
      const made = await written({
        client_id: id,
        tax_pct: 18,
        items: [
          { description: 'Check', quantity: 3, unit_price: 1250.5 },
          { description: 'Syringe', quantity: 10, unit_price: 99.99 },
        ],
        terms: 'Paid within 30 days',
      })
      t.match(made.reference, /^QT-2026-\d{5}$/)
      t.match(made, {
        status: 'DRAFT',
        version_no: 1,
        client_name: name,
        discount_pct: 5,
        subtotal: 4751.4,
        discount_amount: 237.57,
        taxable: 4513.83,
        tax_amount: 812.49,
        total: 5326.32,
        currency: 'TZS',
        approval_status: 'NOT_NEEDED',
        items: [
          { line_no: 1, line_total: 3751.5, list_price: null },
          { line_no: 2, line_total: 999.9 },
        ],
      })
    },
  )

  t.test('what cannot be read is refused with its line (COM-21)', async (t) => {
    const { id } = await client()
    const product = await shelf.product({ tariff_code: 'FBC' })
    const gone = await shelf.product()
    await shelf.manager.post(`/stock/products/${gone.id}/deactivate`, { reason: 'Not made' })
    const nobody = '019f0000-0000-7000-8000-000000000000'
    const items = (more: object) => ({ items: [{ ...line, ...more }] })
    const bad: [Record<string, unknown>, number, RegExp | string][] = [
      [{ items: [] }, 400, 'items needs at least one line.'],
      [items({ quantity: 0 }), 400, 'Line 1: quantity must be more than 0.'],
      [items({ quantity: -2 }), 400, 'Line 1: quantity must be more than 0.'],
      [items({ quantity: 1.2345 }), 400, 'Line 1: quantity has at most three decimals.'],
      [items({ quantity: 'ten' }), 400, /quantity must be more than 0/],
      [items({ unit_price: -1 }), 400, 'Line 1: unit_price must be 0 or more.'],
      [items({ unit_price: null }), 400, 'Line 1 has no price: give unit_price.'],
      [items({ description: null }), 400, 'Line 1: description is required.'],
      [{ items: [line, { ...line, product_id: nobody }] }, 404, 'Line 2: no such product.'],
      [items({ product_id: gone.id }), 409, `Line 1: ${gone.name} 500 mg is no longer sold.`],
      [
        items({ product_id: product.id, code: 'XRAY' }),
        409,
        `Line 1: code XRAY is not the code of ${product.name} 500 mg.`,
      ],
      [
        items({ product_id: product.id, quantity: 1.5 }),
        400,
        /Line 1: tablets of .* are not split/,
      ],
      [{ client_id: null, client_name: ' ' }, 400, 'Give client_id, client_name or patient_id.'],
      [{ client_id: nobody }, 404, 'No such client.'],
      [{ discount_pct: 101 }, 400, 'discount_pct must be between 0 and 100.'],
    ]
    for (const [more, status, message] of bad) {
      t.match(await write({ client_id: id, ...more }), { status, message }, String(message))
    }
  })

  t.test('a line is priced by the client’s own list, else the general one (COM-16)', async (t) => {
    const one = await client()
    const own = await people.administrator()
    const row = {
      code: 'FBC',
      payer: one.name,
      price: 4000,
      effective_from: '2026-01-01',
      reason: 'agreed',
    }
    const priced_for = await own.post('/billing/tariffs', {
      ...row,
      name: 'Blood count',
      category: 'Laboratory',
    })
    t.equal(priced_for.status, 201, priced_for.message)
    const product = await shelf.product({ tariff_code: 'XRAY' })
    const made = await written({
      client_id: one.id,
      items: [
        { code: 'fbc', quantity: 2 },
        { product_id: product.id, quantity: 1 },
      ],
    })
    t.match(made.items, [
      { code: 'FBC', unit_price: 4000, list_price: 4000, line_total: 8000 },
      { code: 'XRAY', product_id: product.id, unit: 'tablet', unit_price: 25_000 },
    ])
    const asked = { client_id: one.id, code: 'FBC', quantity: 1, date: '2026-03-10' }
    t.match(await priceForClient(system, asked), { unit_price: 400_000, discountable: true })
    t.equal(await priceForClient(system, { ...asked, code: 'XRAY' }), null)
    const renamed = await officer.patch(`/commercial/clients/${one.id}`, { name: 'Bahari Mpya' })
    t.equal(renamed.status, 200, renamed.message)
    t.match(await priceForClient(system, asked), { unit_price: 400_000 }, 'under its old name too')
  })

  t.test('goods without a code of the tariff are priced under their own (COM-16)', async (t) => {
    const { id } = await client()
    const goods = await shelf.product()
    const unpriced = await shelf.product()
    await tariff(goods.code, 80, '2026-01-01')
    const made = await written({ client_id: id, items: [{ product_id: goods.id, quantity: 3 }] })
    t.match(made.items, [{ code: goods.code, list_price: 80, unit_price: 80, line_total: 240 }])
    t.match(await write({ client_id: id, items: [{ product_id: unpriced.id, quantity: 1 }] }), {
      status: 400,
      message: 'Line 1 has no price: give unit_price.',
    })
    const given = { product_id: unpriced.id, quantity: 1, unit_price: 5 }
    t.match((await written({ client_id: id, items: [given] })).items, [{ code: null }])
  })

  t.test('a price that changes touches nothing that is saved (COM-19)', async (t) => {
    const { id } = await client()
    const goods = await shelf.product()
    await tariff(goods.code, 80, '2026-01-01')
    const items = [{ product_id: goods.id, quantity: 3 }]
    const quoted = await written({ client_id: id, items })
    const ordered = await officer.post('/commercial/orders', { client_id: id, items })
    t.equal(ordered.status, 201, ordered.message)
    await tariff(goods.code, 100, '2026-03-10')
    const as_saved = { items: [{ unit_price: 80, list_price: 80, line_total: 240 }], total: 240 }
    t.match((await officer.get(of(quoted.id))).data, as_saved)
    const noted = await officer.patch(of(quoted.id), { notes: 'As agreed' })
    t.match(noted.data, { ...as_saved, notes: 'As agreed' }, noted.message)
    t.match((await officer.get(`/commercial/orders/${ordered.data.id}`)).data, as_saved)
    await officer.post(of(quoted.id, 'send'), { channels: ['PRINT'] })
    await officer.post(of(quoted.id, 'accept'), { answered_by: 'Asha' })
    const turned = await officer.post(of(quoted.id, 'convert'))
    t.match(turned.data, as_saved, turned.message)
    t.match((await written({ client_id: id, items })).items, [{ unit_price: 100 }], 'a new one')
  })

  t.test(
    'what lies above the free discount waits for another (COM-18, COM-22, COM-23)',
    async (t) => {
      const { id } = await client({ discount_pct: 5 })
      t.match(await written({ client_id: id, discount_pct: 5 }), { approval_status: 'NOT_NEEDED' })
      const made = await written({ client_id: id, discount_pct: 10 })
      t.match(made, { approval_status: 'PENDING', approval_reasons: ['DISCOUNT'] })
      t.match(await officer.post(of(made.id, 'send')), {
        status: 409,
        message: `Quotation ${made.reference} waits for approval of its discount.`,
      })
      t.equal((await officer.post(of(made.id, 'approve-discount'))).status, 403)
      t.match(await manager.post(of(made.id, 'refuse-discount'), { note: 'Too much' }), {
        status: 200,
        data: { approval_status: 'REFUSED', approval_note: 'Too much' },
      })
      const again = await officer.patch(of(made.id), { discount_pct: 8 })
      t.match(again, { data: { approval_status: 'PENDING' } })
      t.match((await manager.post(of(made.id, 'approve-discount'))).data, {
        approval_status: 'APPROVED',
        approved_by_name: manager.user.full_name,
      })
      const lower = await officer.patch(of(made.id), { discount_pct: 7, notes: 'As agreed' })
      t.match(lower.data, { approval_status: 'APPROVED', discount_pct: 7 })
      const more = await officer.patch(of(made.id), { items: [line, { ...line, unit_price: 5 }] })
      t.match(more.data, { approval_status: 'PENDING' }, 'a line was added')
      const dear = { items: [{ ...line, code: 'FBC', unit_price: 4000 }] }
      t.match(await written({ client_id: id, ...dear }), { approval_reasons: ['BELOW_LIST'] })
      const higher = { items: [{ ...line, code: 'FBC', unit_price: 6000 }] }
      t.match(await written({ client_id: id, ...higher }), { approval_status: 'NOT_NEEDED' })
      const rule = { name: 'Offers', applies_to: 'QUOTATION', kind: 'PERCENT', value: 25 }
      const ruled = await manager.post('/commercial/discount-rules', { ...rule, max_amount: 5000 })
      t.equal(ruled.status, 201, ruled.message)
      t.match(await written({ client_id: id, ...dear }), { approval_status: 'NOT_NEEDED' })
      const large = { items: [{ ...line, unit_price: 100_000 }], discount_pct: 20 }
      t.match(await written({ client_id: id, ...large }), { approval_reasons: ['DISCOUNT'] })
      await manager.patch(`/commercial/discount-rules/${ruled.data.id}`, { active: false })
    },
  )

  t.test('goods below what they cost wait too, and who wrote it never decides', async (t) => {
    const { id } = await client()
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const items = [{ product_id: product.id, quantity: 10, unit_price: 499 }]
    const made = await written({ client_id: id, items })
    t.match(made, { approval_reasons: ['BELOW_COST'], items: [{ below_cost: null }] })
    const own = await people.with('corporate', 'manager')
    const by_self = await own.post('/commercial/quotations', { client_id: id, items })
    t.match(await own.post(of(by_self.data.id, 'approve-discount')), {
      status: 409,
      message: 'You asked for this: somebody else must decide.',
    })
    t.equal((await second.post(of(by_self.data.id, 'approve-discount'))).status, 200)
    await manager.patch('/commercial/settings', { allow_below_cost: true })
    t.match(await written({ client_id: id, items }), { approval_status: 'NOT_NEEDED' })
    await manager.patch('/commercial/settings', { allow_below_cost: false })
  })

  t.test('is sent, kept as it was sent, and answered (COM-24, COM-25, COM-26)', async (t) => {
    const one = await client()
    await officer.post('/commercial/contacts', {
      client_id: one.id,
      full_name: 'Neema Joseph',
      email: 'neema@bahari.example',
    })
    const made = await written({ client_id: one.id, terms: 'Thirty days' })
    t.match(await officer.post(of(made.id, 'send'), { channels: ['WHATSAPP'] }), {
      status: 400,
      message: 'channels WHATSAPP is not offered yet.',
    })
    const sent = await officer.post(of(made.id, 'send'), { message: 'As we said' })
    t.match(sent, {
      status: 200,
      data: {
        status: 'SENT',
        valid_until: '2026-04-09',
        days_left: 30,
        sent_to: [{ contact_name: 'Neema Joseph', channel: 'EMAIL' }],
        moves: ['accept', 'decline', 'expire', 'revise', 'cancel'],
      },
    })
    const letters = await outbox_messages.all({
      hospital_id: system.hospital_id,
      entity_id: made.id,
    })
    t.match(letters, [{ contact: 'neema@bahari.example', subject: `Quotation ${made.reference}` }])
    t.match(await officer.patch(of(made.id), { notes: 'Later' }), {
      status: 409,
      message: `Quotation ${made.reference} was sent. It can: accept, decline, expire, revise, cancel.`,
    })
    const due = await officer.get('/commercial/follow-ups', { client_id: one.id })
    t.match(due.data, [{ kind: 'QUOTATION', due_on: '2026-03-13', status: 'OPEN' }])
    t.match(await officer.post(of(made.id, 'accept'), { answered_by: '' }), { status: 400 })
    const revised = await officer.post(of(made.id, 'revise'))
    t.match(revised.data, { status: 'DRAFT', reference: `${made.reference}/2`, sent_at: null })
    await officer.patch(of(made.id), { items: [{ ...line, unit_price: 900 }] })
    t.equal((await officer.post(of(made.id, 'send'))).status, 200)
    const paper = async (query: Record<string, string> = {}) => {
      const { raw } = await officer.get(of(made.id, 'pdf'), query)
      return textOf(raw).replaceAll(/\s+/g, ' ')
    }
    if (needsPoppler.skip === false) {
      t.match(await paper(), new RegExp(`${made.reference}/2.*Thirty days`, 's'))
      const old = await paper({ version: '1', lang: 'sw' })
      t.match(old, /Nukuu ya bei/)
      t.match(old, /1,000/)
    }
    t.equal((await officer.get(of(made.id, 'pdf'), { version: '7' })).status, 404)
    const accepted = await officer.post(of(made.id, 'accept'), {
      answered_by: 'Neema Joseph',
      client_po: 'LPO 77',
    })
    t.match(accepted.data, { status: 'ACCEPTED', client_po: 'LPO 77', answered_by: 'Neema Joseph' })
    const after = await officer.get('/commercial/follow-ups', { client_id: one.id, status: 'DONE' })
    t.match(after.data, [{ outcome: 'Accepted by Neema Joseph' }])
    t.match(await officer.post(of(made.id, 'cancel'), { reason: 'Not wanted' }), { status: 200 })
  })

  t.test('is declined with a reason; a patient’s is his own (COM-27)', async (t) => {
    const clerk = await people.with('reception')
    const patient = await somebody(clerk)
    const made = await written({ patient_id: patient.id })
    t.match(made, { client_id: null, client_name: patient.full_name, patient_id: patient.id })
    t.equal((await officer.post(of(made.id, 'send'))).status, 200)
    t.match(await officer.post(of(made.id, 'decline'), { decline_reason: 'OTHER' }), {
      status: 400,
      message: 'note is required with OTHER.',
    })
    t.match((await officer.post(of(made.id, 'decline'), { decline_reason: 'PRICE' })).data, {
      status: 'DECLINED',
      decline_reason: 'PRICE',
    })
    const found = await officer.get('/commercial/quotations', { patient_id: patient.id })
    t.match(found.data, [{ id: made.id, patient_name: patient.full_name }])
  })

  t.test('expires at night; a closed client has no offers (COM-26)', async (t) => {
    const one = await client()
    const made = await written({ client_id: one.id, valid_until: '2026-03-11' })
    const held = await written({ client_id: one.id })
    for (const { id } of [made, held]) await officer.post(of(id, 'send'))
    clock.advance(days(2))
    const late = await people.with('corporate', 'manager')
    t.match(await late.post(of(made.id, 'accept'), { answered_by: 'Asha' }), {
      status: 409,
      message: `Quotation ${made.reference} expired on 2026-03-11. Revise it to offer it again.`,
    })
    const night = trade_entries.find(({ name }) => name === 'quotations-expired')
    const run = () => night?.run({ caller: system, signal: new AbortController().signal } as never)
    t.same(await run(), { expired: 1 })
    t.same(await run(), { expired: 0 }, 'a second time nothing changes')
    t.equal((await late.get(of(made.id))).data.status, 'EXPIRED')
    const closed = await late.post(`/commercial/clients/${one.id}/close`, {
      close_reason: 'Moved away',
    })
    t.equal(closed.status, 200, closed.message)
    t.equal((await late.get(of(held.id))).data.status, 'CANCELLED')
    t.match(await late.post('/commercial/quotations', { client_id: one.id, items: [line] }), {
      status: 409,
      message: `${one.name} is CLOSED.`,
    })
  })
})
