// Bad input of trade, row by row (commercial 6), and what the issue asks beside it: the ends of a discount,
// and a client that is closed, in debt, or known under another's name.

import t from 'tap'
import { clock, days } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { boot } from '../../support/boot.ts'
import { shelfOf } from '../../support/goods.ts'
import { atDrawer } from '../../support/money/drawers.ts'
import { priced } from '../../support/money/prices.ts'
import { tryRows } from '../../support/rows-of.ts'
import { somebody } from '../../support/desk/visits.ts'

t.test('bad input', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-10T06:00:00.000Z')
  await priced(house)
  const shelf = await shelfOf(house)
  const { keeper } = shelf
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const both = await people.with('corporate', 'manager', 'cashier')
  for (const who of [cashier, both]) await atDrawer(house, who, 1_000_000)
  const { id: patient_id } = await somebody(await people.with('reception'))
  const product = await shelf.product({ tariff_code: 'FBC' })
  const plain = await shelf.product()
  await shelf.lay(plain, 500, { lot: 'SOUND' })
  const gone = await shelf.product()
  await shelf.manager.post(`/stock/products/${gone.id}/deactivate`, { reason: 'Not made' })

  const well = async (asked: Promise<Awaited<ReturnType<typeof officer.get>>>) => {
    const answer = await asked
    if (answer.status >= 300) throw new Error(answer.message)
    return answer.data
  }
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Tausi ${String(count).padStart(3, '0')} Ltd`
    return well(
      both.post('/commercial/clients', { name, kind: 'CORPORATE', status: 'ACTIVE', ...more }),
    )
  }
  const line = { description: 'Medical check', quantity: 10, unit_price: 100 }
  const open = (more: Record<string, unknown>) =>
    officer.post('/commercial/clients', { name: 'Another', kind: 'NGO', ...more })
  const crdb = await client({ name: 'CRDB Bank' })
  const quote = (more: Record<string, unknown>, by = officer) =>
    by.post('/commercial/quotations', { client_id: crdb.id, items: [line], ...more })
  const order = (more: Record<string, unknown>, by = officer) =>
    by.post('/commercial/orders', { client_id: crdb.id, items: [line], ...more })
  const q = (id: string, move = '') => `/commercial/quotations/${id}${move && `/${move}`}`
  const o = (id: string, move = '') => `/commercial/orders/${id}${move && `/${move}`}`
  const r = (id: string, move: string) => `/commercial/returns/${id}/${move}`
  const items = (more: object) => ({ items: [{ ...line, ...more }] })

  const dear = await well(quote({ discount_pct: 90 }))
  const own_quote = await well(quote({ discount_pct: 90 }, both))
  const sent = await well(quote({ valid_until: '2026-03-11' }))
  await well(officer.post(q(sent.id, 'send')))
  const late = await well(quote({ valid_until: '2026-03-10' }))
  await well(officer.post(q(late.id, 'send')))

  const debtor = await client()
  const owed = await well(order({ client_id: debtor.id }))
  await well(officer.post(o(owed.id, 'confirm')))
  await well(keeper.post(o(owed.id, 'fulfil')))
  await well(accountant.post(o(owed.id, 'invoice')))
  await well(accountant.post(`/commercial/clients/${debtor.id}/hold`, { reason: 'Owes too long' }))
  const held = await well(order({ client_id: debtor.id }))

  const buyer = await client()
  const idle = await client()
  const idle_order = await well(order({ client_id: idle.id }))
  await well(officer.post(o(idle_order.id, 'confirm')))
  const waiting = await well(order({ client_id: buyer.id }))
  await well(officer.post(o(waiting.id, 'confirm')))
  const small = await client()
  await well(accountant.patch(`/commercial/clients/${small.id}`, { credit_limit: 10 }))
  const above = await well(order({ client_id: small.id }, both))

  const ill = await shelf.product()
  await shelf.lay(ill, 5, { lot: 'B2291' })
  const ordered = await well(
    order({ client_id: buyer.id, items: [{ product_id: ill.id, quantity: 1, unit_price: 1000 }] }),
  )
  await well(officer.post(o(ordered.id, 'confirm')))
  await well(
    keeper.post('/stock/recalls', {
      product_ids: [ill.id],
      lots: ['B2291'],
      level: 'I',
      source: 'AUTHORITY',
      notice_on: '2026-03-10',
      reason: 'Glass in the vial',
      instruction: 'DESTROY',
    }),
  )
  const lying = await keeper.whole('/stock/batches', { product_id: ill.id })
  const begun = await well(order({ client_id: buyer.id }))
  await well(officer.post(o(begun.id, 'confirm')))
  const [begun_line] = (await well(officer.get(o(begun.id)))).items
  const part = { lines: [{ order_item_id: begun_line.id, quantity: 4 }] }
  await well(keeper.post(o(begun.id, 'deliver'), part))

  const bought = await well(
    order({
      client_id: buyer.id,
      items: [{ product_id: plain.id, quantity: 6, unit_price: 2000 }],
    }),
  )
  await well(officer.post(o(bought.id, 'confirm')))
  await well(keeper.post(o(bought.id, 'fulfil')))
  const { bill_id } = await well(accountant.post(o(bought.id, 'invoice')))
  const back = (more: Record<string, unknown>, by = cashier) =>
    by.post('/commercial/returns', {
      bill_id,
      reason: 'Ordered too much',
      reason_code: 'OVERSUPPLY',
      items: [{ product_id: plain.id, quantity: 1, unit_price: 2000 }],
      ...more,
    })
  const own_return = await well(back({}, both))
  const adverse_reaction = { reaction: 'Rash', outcome: 'RECOVERED', lot: 'SOUND' }
  const harm = { reason_code: 'ADVERSE_REACTION', restock: true }
  const harmed = await well(back({ ...harm, adverse_reaction }))
  await well(manager.post(r(harmed.id, 'approve')))

  const bill = async () => {
    const body = { patient_id, payer: 'Self Pay', items: [{ code: 'FBC', quantity: 2 }] }
    const made = await well(biller.post('/billing/bills', body))
    return well(biller.post(`/billing/bills/${made.id}/issue`))
  }
  const rule = (more: Record<string, unknown>) =>
    manager.post('/commercial/discount-rules', {
      name: `Rule ${newId().slice(-6)}`,
      applies_to: 'ALL',
      kind: 'PERCENT',
      value: 10,
      ...more,
    })
  const asked_first = await well(rule({ requires_approval: true }))
  const give = (target_id: string, more: Record<string, unknown> = {}, by = cashier) =>
    by.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id,
      reason: 'Asked by the ward',
      ...more,
    })
  const own_use = await well(give((await bill()).id, { rule_id: asked_first.id }, both))
  const once = await bill()
  const given = await well(give(once.id, { amount: 100 }, both))
  const settled = await bill()
  await well(cashier.post(`/billing/bills/${settled.id}/payments`, { amount: 10_000 }))

  const follow_up = await well(
    officer.post('/commercial/follow-ups', { subject: 'Call them', due_on: '2026-03-12' }),
  )
  const called = await well(
    officer.post('/commercial/follow-ups', { subject: 'Call again', due_on: '2026-03-12' }),
  )
  const f = (id: string) => `/commercial/follow-ups/${id}/complete`
  await well(officer.post(f(called.id), { outcome: 'They come' }))
  const spoke = { client_id: crdb.id, kind: 'CALL', summary: 'They asked for an offer' }
  const entry = await well(officer.post('/commercial/interactions', spoke))

  t.test('every row of the chapter (6)', async (t) => {
    const kinds = 'one of CORPORATE, INSURER, NGO, GOVERNMENT, SCHOOL, OTHER.'
    const own = 'You asked for this: somebody else must decide.'
    await tryRows(t, 'commercial', {
      'client without name / kind': [
        { status: 400, message: 'name is required.', ask: () => open({ name: undefined }) },
        {
          status: 400,
          message: 'kind is required.',
          ask: () => open({ kind: undefined }),
        },
      ],
      'kind `BANK`': [
        { status: 400, message: `kind must be ${kinds}`, ask: () => open({ kind: 'BANK' }) },
      ],
      'second client "  crdb   bank"': [
        {
          status: 409,
          message: `CRDB Bank is already client ${crdb.reference}.`,
          ask: () => open({ name: '  crdb   bank' }),
        },
      ],
      'TIN with eight digits (TZ)': [
        {
          status: 400,
          message: 'tin must have nine digits.',
          ask: () => open({ tin: '12345678' }),
        },
      ],
      'discount_pct 120 or −1': [120, -1].map((discount_pct) => ({
        status: 400,
        message: 'discount_pct must be between 0 and 100.',
        ask: () => open({ discount_pct }),
      })),
      'contract_ends before contract_starts': [
        {
          status: 400,
          message: 'contract_ends is before contract_starts.',
          ask: () => open({ contract_starts: '2026-03-02', contract_ends: '2026-03-01' }),
        },
      ],
      'credit_limit 10.001': [
        {
          status: 400,
          message: 'credit_limit has more decimals than TZS allows.',
          ask: () => accountant.patch(`/commercial/clients/${crdb.id}`, { credit_limit: 10.001 }),
        },
      ],
      'credit_limit by a corporate officer': [
        {
          status: 403,
          message: 'Your role may not set credit_limit: leave it out.',
          ask: () => officer.patch(`/commercial/clients/${crdb.id}`, { credit_limit: 10 }),
        },
      ],
      'close with debt': [
        {
          status: 409,
          message: `${debtor.name} still owes 1,000: settle or write it off first.`,
          ask: () =>
            manager.post(`/commercial/clients/${debtor.id}/close`, { close_reason: 'Gone' }),
        },
      ],
      'close with open order': [
        {
          status: 409,
          message: `Order ${idle_order.reference} is still open.`,
          ask: () => manager.post(`/commercial/clients/${idle.id}/close`, { close_reason: 'Gone' }),
        },
      ],
      'quotation without lines': [
        {
          status: 400,
          message: 'items needs at least one line.',
          ask: () => quote({ items: [] }),
        },
      ],
      'line quantity 0, negative, "ten"': [0, -1, 'ten'].map((quantity) => ({
        status: 400,
        message: /quantity must be more than 0/,
        ask: () => quote(items({ quantity })),
      })),
      'line with both a code and a product that do not agree': [
        {
          status: 409,
          message: `Line 1: code XRAY is not the code of ${product.name} 500 mg.`,
          ask: () => quote(items({ product_id: product.id, code: 'XRAY' })),
        },
      ],
      'unknown product_id or deactivated': [
        {
          status: 404,
          message: 'Line 3: no such product.',
          ask: () => quote({ items: [line, line, { ...line, product_id: newId() }] }),
        },
        {
          status: 409,
          message: `Line 3: ${gone.name} 500 mg is no longer sold.`,
          ask: () => quote({ items: [line, line, { ...line, product_id: gone.id }] }),
        },
      ],
      'send without approval': [
        {
          status: 409,
          message: `Quotation ${dear.reference} waits for approval of its discount.`,
          ask: () => officer.post(q(dear.id, 'send')),
        },
      ],
      'approve own discount, return, rule use': [
        { status: 409, message: own, ask: () => both.post(q(own_quote.id, 'approve-discount')) },
        { status: 409, message: own, ask: () => both.post(r(own_return.id, 'approve')) },
        {
          status: 409,
          message: own,
          ask: () => both.post(`/commercial/discounts/${own_use.id}/approve`),
        },
      ],
      'accept after validity': [
        {
          status: 409,
          message: `Quotation ${late.reference} expired on 2026-03-10. Revise it to offer it again.`,
          ask: async () => {
            clock.advance(days(1))
            const answer = await (await people.with('corporate')).post(q(late.id, 'accept'), {
              answered_by: 'Asha',
            })
            clock.freeze('2026-03-10T06:00:00.000Z')
            return answer
          },
        },
      ],
      'PATCH a SENT quotation': [
        {
          status: 409,
          message: `Quotation ${sent.reference} was sent. It can: accept, decline, expire, revise, cancel.`,
          ask: () => officer.patch(q(sent.id), { notes: 'Cheaper' }),
        },
      ],
      'confirm on hold': [
        {
          status: 409,
          message: `${debtor.name} is on hold: Owes too long (since 2026-03-10).`,
          ask: () => officer.post(o(held.id, 'confirm')),
        },
      ],
      'override by the creator': [
        {
          status: 409,
          message: 'You made this order: somebody else must override the limit.',
          ask: () => both.post(o(above.id, 'confirm'), { override_reason: 'Tomorrow' }),
        },
      ],
      'deliver more than open': [
        {
          status: 409,
          message: 'Line 1: 7 asked, 6 still open.',
          ask: () =>
            keeper.post(o(begun.id, 'deliver'), {
              lines: [{ order_item_id: begun_line.id, quantity: 7 }],
            }),
        },
      ],
      'deliver a recalled lot': [
        {
          status: 409,
          message: 'Lot B2291 is recalled.',
          ask: () =>
            keeper.post(o(ordered.id, 'deliver'), {
              lines: [{ order_item_id: ordered.items[0].id, quantity: 1, batch_id: lying[0].id }],
            }),
        },
      ],
      'invoice with nothing due': [
        {
          status: 409,
          message: 'Nothing delivered is waiting for an invoice.',
          ask: () => accountant.post(o(waiting.id, 'invoice')),
        },
      ],
      'cancel after a delivery': [
        {
          status: 409,
          message: `Order ${begun.reference} is PART_FULFILLED. It can: deliver, fulfil, close_short, invoice.`,
          ask: () => officer.post(o(begun.id, 'cancel'), { reason: 'Not now' }),
        },
      ],
      'refund_amount above the lines': [
        {
          status: 400,
          message: 'refund_amount is more than the returned lines (2,000).',
          ask: () => back({ refund_amount: 2001 }),
        },
      ],
      'refund without bill': [
        {
          status: 409,
          message: 'A refund needs the bill the goods were sold on.',
          ask: () => back({ bill_id: null, party_name: 'Asha', refund_amount: 10 }),
        },
      ],
      'GOOD restock of an adverse reaction': [
        {
          status: 409,
          message: 'Goods returned as adverse reaction go to quarantine or disposal.',
          ask: () =>
            keeper.post(r(harmed.id, 'restock'), {
              lines: [{ item_id: harmed.items[0].id, quantity: 1, condition: 'GOOD' }],
            }),
        },
      ],
      'ADVERSE_REACTION without adverse_reaction': [
        {
          status: 400,
          message: 'adverse_reaction is required for this reason: reaction, outcome.',
          ask: () => back(harm),
        },
      ],
      'second discount on a bill': [
        {
          status: 409,
          message: `This bill already has discount ${given.reference}: remove it first.`,
          ask: () => give(once.id, { amount: 50 }, both),
        },
      ],
      'discount on a settled bill': [
        {
          status: 409,
          message: `Bill ${settled.number} is settled.`,
          ask: () => give(settled.id, { amount: 50 }, both),
        },
      ],
      'rule kind PERCENT value 150': [
        {
          status: 400,
          message: 'value must be at most 100 for a PERCENT rule.',
          ask: () => rule({ value: 150 }),
        },
      ],
      'unknown applies_to': [
        {
          status: 400,
          message:
            'applies_to must be ALL, BILL, SALE, QUOTATION, ORDER, a tariff category, a client kind or a department.',
          ask: () => rule({ applies_to: 'Nothing known' }),
        },
      ],
      'complete without outcome': [
        {
          status: 400,
          message: 'outcome is required.',
          ask: () => officer.post(f(follow_up.id), {}),
        },
      ],
      'complete a DONE follow-up': [
        {
          status: 409,
          message: 'Follow-up "Call again" is DONE. Nothing more can be done with it.',
          ask: () => officer.post(f(called.id), { outcome: 'Once more' }),
        },
      ],
      'interaction in the future': [
        {
          status: 400,
          message: 'occurred_at is in the future.',
          ask: () =>
            officer.post('/commercial/interactions', {
              ...spoke,
              occurred_at: '2026-03-10T07:00:00.000Z',
            }),
        },
      ],
      'DELETE or PATCH an interaction': [
        {
          status: 404,
          message: 'There is no such address.',
          ask: () => officer.remove(`/commercial/interactions/${entry.id}`),
        },
        {
          status: 404,
          message: 'There is no such address.',
          ask: () => officer.patch(`/commercial/interactions/${entry.id}`, { summary: 'No' }),
        },
      ],
      'stale If-Match': [
        {
          status: 409,
          message: 'Someone else changed this after you opened it. Look at it again.',
          ask: () =>
            officer
              .with({ 'if-match': '0' })
              .patch(`/commercial/clients/${crdb.id}`, { notes: 'Mine' }),
        },
      ],
      "another hospital's client id": [
        {
          status: 404,
          message: 'No such client.',
          ask: () => officer.get(`/commercial/clients/${newId()}`),
        },
      ],
    })
  })
})
