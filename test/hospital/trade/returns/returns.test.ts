// Returns: never above what was sold, never more back than was paid, and where the goods go (COM-49 to COM-63).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { claimsOfItems } from '../../../../db/hospital/neighbours/claims.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('returns', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house, [{ code: 'PARA', name: 'Paracetamol', category: 'Pharmacy', price: 100_000 }])
  const shelf = await shelfOf(house)
  const { keeper } = shelf
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const second = await people.with('manager')
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier')
  const till = await people.with('cashier')
  for (const who of [cashier, till]) await atDrawer(house, who, 1_000_000)
  const client = await officer.post('/commercial/clients', { name: 'Kilimanjaro Ltd', kind: 'NGO' })
  const client_id = client.data.id
  await manager.post(`/commercial/clients/${client_id}/activate`)
  const product = await shelf.product()
  await shelf.lay(product, 500, { lot: 'LOT-1' })
  /** Goods that a client bought, with their bill. */
  const sold = async (quantity: number, unit_price = 1000, of = product) => {
    const made = await officer.post('/commercial/orders', {
      client_id,
      items: [{ product_id: of.id, quantity, unit_price }],
    })
    const path = `/commercial/orders/${made.data.id}`
    await officer.post(`${path}/confirm`)
    const gone = await keeper.post(`${path}/fulfil`)
    if (gone.status !== 201) throw new Error(gone.message)
    const billed = await accountant.post(`${path}/invoice`)
    if (billed.status !== 200) throw new Error(billed.message)
    return { order_id: made.data.id, ...billed.data }
  }
  const paid = async (bill_id: string, amount: number) => {
    const answer = await cashier.post(`/billing/bills/${bill_id}/payments`, { amount })
    if (answer.status !== 201) throw new Error(answer.message)
  }
  const item = (quantity: number, unit_price = 1000) => ({
    product_id: product.id,
    quantity,
    unit_price,
  })
  const ask = (body: Record<string, unknown>) =>
    cashier.post('/commercial/returns', {
      reason: 'Ordered too much',
      reason_code: 'OVERSUPPLY',
      ...body,
    })
  const noted = async (body: Record<string, unknown>) => {
    const answer = await ask(body)
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const of = (id: string, move = '') => `/commercial/returns/${id}${move === '' ? '' : `/${move}`}`

  t.test(
    'from the shelf and back to it, with the money (COM-49, COM-56, COM-59, COM-60)',
    async (t) => {
      const { bill_id, number, order_id } = await sold(10)
      await paid(bill_id, 10_000)
      const made = await noted({ bill_id, items: [item(4)], refund_amount: 4000, restock: true })
      t.match(made.reference, /^RT-2026-\d{5}$/)
      t.match(made, {
        status: 'REQUESTED',
        party_name: 'Kilimanjaro Ltd',
        client_id,
        bill_number: number,
        order_id,
        restock_status: 'NOT_NEEDED',
      })
      t.equal((await cashier.post(of(made.id, 'approve'))).status, 403)
      t.match((await manager.post(of(made.id, 'approve'), { refund_amount: 5000 })).status, 400)
      t.match((await manager.post(of(made.id, 'approve'), { note: 'As agreed' })).data, {
        status: 'APPROVED',
        restock_status: 'PENDING',
        refund_status: 'PENDING',
      })
      const order = await officer.get(`/commercial/orders/${order_id}`)
      t.match(order.data, { status: 'CLOSED', items: [{ quantity_returned: 4 }] })
      const before = (await keeper.get(`/stock/products/${product.id}`)).data.on_hand
      const [line] = made.items
      const part = { item_id: line.id, quantity: 3, condition: 'GOOD' }
      t.match((await keeper.post(of(made.id, 'restock'), { lines: [part] })).data, {
        restock_status: 'PENDING',
        items: [{ restocked_good: 3 }],
      })
      t.match(await keeper.post(of(made.id, 'restock'), { lines: [{ ...part, quantity: 2 }] }), {
        status: 409,
        message: /only 1 of /,
      })
      const apart = { ...part, quantity: 1, condition: 'QUARANTINE' }
      t.match((await keeper.post(of(made.id, 'restock'), { lines: [apart] })).data, {
        status: 'APPROVED',
        restock_status: 'DONE',
        items: [{ restocked_good: 3, restocked_quarantine: 1 }],
      })
      const after = (await keeper.get(`/stock/products/${product.id}`)).data
      t.match(after, { on_hand: before + 4, quarantined: 1 })
      const back = await till.post(of(made.id, 'refund'), { settle: 'PAY_OUT', method: 'Cash' })
      t.match(back, {
        status: 200,
        data: { status: 'COMPLETED', refund_status: 'SETTLED', paid_out: 4000 },
      })
      t.match(back.data.credit_note_number, /^CRN-/)
      t.equal((await till.post(of(made.id, 'refund'), { settle: 'CREDIT_NOTE' })).status, 409)
    },
  )

  t.test(
    'never more than was sold, nor dearer; and of whose bill it is (COM-50, COM-51, COM-52, COM-53)',
    async (t) => {
      const { bill_id, number } = await sold(5)
      await noted({ bill_id, items: [item(3)] })
      const { name } = product
      const bad: [Record<string, unknown>, number, string | RegExp][] = [
        [
          { items: [item(3)] },
          409,
          `Only 2 of 3 ${name} 500 mg can still be returned on bill ${number}.`,
        ],
        [{ items: [item(1, 1001)] }, 409, /was billed at 1,000: unit_price may not be more/],
        [
          { items: [item(2)], refund_amount: 2001 },
          400,
          'refund_amount is more than the returned lines (2,000).',
        ],
        [{ items: [] }, 400, 'items needs at least one line.'],
        [
          { items: [{ description: 'A chair', quantity: 1, unit_price: 0 }], restock: true },
          400,
          'restock needs at least one line with a product.',
        ],
        [{ items: [item(1)], reason_code: 'LATER' }, 400, /^reason_code must be one of WRONG_ITEM/],
        [
          { items: [item(1)], reason_code: 'ADVERSE_REACTION' },
          400,
          'adverse_reaction is required for this reason: reaction, outcome.',
        ],
        [{ items: [item(0)] }, 400, /^Line 1: quantity must be more than 0/],
      ]
      for (const [more, status, message] of bad) {
        t.match(await ask({ bill_id, ...more }), { status, message }, String(message))
      }
      const free = { party_name: 'Asha', items: [item(1)] }
      t.match(await ask({ ...free, refund_amount: 500 }), {
        status: 409,
        message: 'A refund needs the bill the goods were sold on.',
      })
      t.match(await ask({ items: [item(1)] }), { status: 400, message: 'party_name is required.' })
      const patient = await somebody(await people.with('reception'))
      t.match(await ask({ bill_id, items: [item(1)], patient_id: patient.id }), {
        status: 409,
        message: `Bill ${number} is of somebody else.`,
      })
    },
  )

  t.test('six who bring the same back at once: five are sold, five come back', async (t) => {
    const { bill_id } = await sold(5)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask({ bill_id, items: [item(1)], refund_amount: 1000 })),
    )
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 201, 201, 201, 201, 409],
    )
    const refused = answers.find(({ status }) => status === 409)
    t.match(refused?.message, /^Only 0 of 1 /)
  })

  t.test('what was not paid is credited, not paid out (COM-61, COM-63)', async (t) => {
    const { bill_id } = await sold(6)
    await paid(bill_id, 5000)
    const made = await noted({ bill_id, items: [item(2)], refund_amount: 2000 })
    await manager.post(of(made.id, 'approve'))
    const half = await till.post(of(made.id, 'refund'), { settle: 'PAY_OUT', method: 'Cash' })
    t.match(half.data, { paid_out: 1000, status: 'COMPLETED' }, 'the unpaid part falls first')
    const open = await sold(2)
    const other = await noted({ bill_id: open.bill_id, items: [item(2)], refund_amount: 1500 })
    await manager.post(of(other.id, 'approve'), { refund_amount: 1000 })
    t.match(await till.post(of(other.id, 'refund'), { settle: 'PAY_OUT', method: 'Cash' }), {
      status: 409,
      message: 'The bill is not paid: the credit note settles it.',
    })
    t.match((await till.post(of(other.id, 'refund'), { settle: 'CREDIT_NOTE' })).data, {
      paid_out: 0,
      refund_status: 'SETTLED',
    })
    t.equal((await accountant.get(`/billing/bills/${open.bill_id}`)).data.balance, 1000)
  })

  t.test('money that is asked back by itself is paid out once (COM-61, BIL-75)', async (t) => {
    await manager.patch('/billing/policy', { after_credit: 'REFUND_REQUEST' })
    const wanted = async () => {
      const { bill_id } = await sold(4)
      await paid(bill_id, 4000)
      const made = await noted({ bill_id, items: [item(2)], refund_amount: 2000 })
      await manager.post(of(made.id, 'approve'))
      return { bill_id, made }
    }
    const refundsOf = async () => (await accountant.get('/billing/refunds', { client_id })).data
    const before = (await refundsOf()).length
    const { made } = await wanted()
    const back = await till.post(of(made.id, 'refund'), { settle: 'PAY_OUT', method: 'Cash' })
    t.match(back, { status: 200, data: { paid_out: 2000, refund_status: 'SETTLED' } })
    const [gone, ...others] = await refundsOf()
    t.equal(others.length, before, 'one refund, no second request beside it')
    t.match(gone, { status: 'PAID', method: 'Cash', amount: 2000 })
    const { made: later } = await wanted()
    t.match((await till.post(of(later.id, 'refund'), { settle: 'CREDIT_NOTE' })).data, {
      paid_out: 0,
      refund_status: 'SETTLED',
    })
    t.match((await refundsOf())[0], { status: 'REQUESTED', amount: 2000 })
    await manager.patch('/billing/policy', { after_credit: 'DEPOSIT' })
  })

  t.test('a line in a submitted claim is the insurer desk’s (COM-62)', async (t) => {
    const { bill_id } = await sold(2)
    const made = await noted({ bill_id, items: [item(1)], refund_amount: 1000 })
    await manager.post(of(made.id, 'approve'))
    answering(t, claimsOfItems, async (_caller, ids) =>
      ids.map((item_id) => ({ item_id, number: 'CLM-7', submitted: true }) as never),
    )
    t.match(await till.post(of(made.id, 'refund'), { settle: 'CREDIT_NOTE' }), {
      status: 409,
      message: 'Claim CLM-7 was already submitted: ask the insurer desk.',
    })
  })

  t.test('nobody decides on what is his own, nor refunds what he approved', async (t) => {
    const { bill_id } = await sold(3)
    const both = await people.with('cashier', 'manager', 'corporate')
    const body = { bill_id, items: [item(1)], reason: 'Wrong box', reason_code: 'WRONG_ITEM' }
    const own = await both.post('/commercial/returns', { ...body, refund_amount: 1000 })
    t.match(await both.post(of(own.data.id, 'approve')), {
      status: 409,
      message: 'You asked for this: somebody else must decide.',
    })
    const made = await noted({ ...body, refund_amount: 1000 })
    t.equal((await both.post(of(made.id, 'approve'))).status, 200)
    t.match(await both.post(of(made.id, 'refund'), { settle: 'CREDIT_NOTE' }), {
      status: 409,
      message: 'You approved this: somebody else must refund it.',
    })
    t.match((await second.post(of(own.data.id, 'reject'), { note: 'Opened box' })).data, {
      status: 'REJECTED',
      decision_note: 'Opened box',
    })
    t.match((await second.post(of(made.id, 'cancel'), { reason: 'Kept it' })).data, {
      status: 'CANCELLED',
    })
  })

  t.test('goods that did harm never lie on the shelf again (COM-55, COM-57)', async (t) => {
    const { bill_id } = await sold(4)
    const adverse_reaction = { reaction: 'Rash', outcome: 'RECOVERED', lot: 'LOT-1' }
    const harm = { bill_id, reason_code: 'ADVERSE_REACTION', restock: true, adverse_reaction }
    const made = await noted({ ...harm, items: [item(1)] })
    await noted({ ...harm, items: [item(1)] })
    const told = await notifications.all({
      hospital_id: system.hospital_id,
      kind: 'return.reaction',
    })
    t.ok(told.some(({ body }) => /Possible quality problem: lot LOT-1 .*2 reactions/.test(body)))
    await manager.post(of(made.id, 'approve'))
    const line = { item_id: made.items[0].id, quantity: 1 }
    const place = (condition: string) =>
      keeper.post(of(made.id, 'restock'), { lines: [{ ...line, condition }] })
    t.match(await place('GOOD'), {
      status: 409,
      message: 'Goods returned as adverse reaction go to quarantine or disposal.',
    })
    t.match((await place('DESTROY')).data, { status: 'COMPLETED', items: [{ destroyed: 1 }] })
  })

  t.test('of several lots the one that comes back is named (COM-58)', async (t) => {
    const many = await shelf.product()
    await shelf.lay(many, 3, { lot: 'A', expiry: '2027-01-31' })
    await shelf.lay(many, 3, { lot: 'B', expiry: '2027-02-28' })
    const { bill_id } = await sold(5, 1000, many)
    const made = await noted({
      bill_id,
      restock: true,
      items: [{ product_id: many.id, quantity: 2, unit_price: 1000 }],
    })
    await manager.post(of(made.id, 'approve'))
    const line = { item_id: made.items[0].id, quantity: 2, condition: 'GOOD' }
    t.match(await keeper.post(of(made.id, 'restock'), { lines: [line] }), {
      status: 400,
      message: 'Line 1: batch_id is required: several lots of it left.',
    })
    t.equal(
      (await keeper.post(of(made.id, 'restock'), { lines: [{ ...line, lot: 'b' }] })).status,
      200,
    )
  })

  t.test('late it needs a reason; a client with one open is not closed (COM-54)', async (t) => {
    const { bill_id } = await sold(2)
    const made = await noted({ bill_id, items: [item(1)] })
    t.match(
      await manager.post(`/commercial/clients/${client_id}/close`, { close_reason: 'Gone' }),
      {
        status: 409,
      },
    )
    clock.advance(days(8))
    const late = await people.with('manager')
    t.match(await late.post(of(made.id, 'approve')), {
      status: 409,
      message: `Return ${made.reference} is later than 7 days: say why in late_reason.`,
    })
    t.match((await late.post(of(made.id, 'approve'), { late_reason: 'Roads were closed' })).data, {
      status: 'COMPLETED',
      late_reason: 'Roads were closed',
    })
  })

  t.test('a patient’s, and its paper', needsPoppler, async (t) => {
    clock.freeze('2026-03-18T08:00:00.000Z')
    const biller = await people.with('billing')
    const desk = await people.with('cashier')
    const patient = await somebody(await people.with('reception'))
    const bill = await biller.post('/billing/bills', {
      patient_id: patient.id,
      payer: 'Self Pay',
      items: [{ code: 'FBC', quantity: 2 }],
    })
    await biller.post(`/billing/bills/${bill.data.id}/issue`)
    const made = await desk.post('/commercial/returns', {
      bill_id: bill.data.id,
      reason: 'Done once only',
      reason_code: 'OTHER',
      items: [{ description: 'Full blood count', quantity: 1, unit_price: 5000 }],
      refund_amount: 5000,
    })
    t.match(made, { status: 201, data: { party_name: patient.full_name, patient_id: patient.id } })
    const paper = textOf((await desk.get(of(made.data.id, 'pdf'), { lang: 'en' })).raw)
    t.match(paper, /Return note/)
    t.match(paper, /Done once only/)
  })
})
