// From a quotation to a settled statement (COM-77).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('an employer, from the quotation to the settled statement (COM-77)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T06:00:00.000Z')
  const admin = await house.people.administrator()
  await atDrawer(house, admin, 100_000)
  const made = await admin.post('/commercial/clients', {
    name: 'Reli Ltd',
    kind: 'CORPORATE',
    status: 'ACTIVE',
  })
  const path = `/commercial/clients/${made.data.id}`
  const quotation = await admin.post('/commercial/quotations', {
    client_id: made.data.id,
    items: [{ description: 'Health checks', quantity: 10, unit_price: 100 }],
    tax_pct: 18,
  })
  const quoted = `/commercial/quotations/${quotation.data.id}`
  await admin.post(`${quoted}/send`, { channels: ['PRINT'] })
  await admin.post(`${quoted}/accept`, { answered_by: 'Asha' })
  const order = await admin.post(`${quoted}/convert`)
  const ordered = `/commercial/orders/${order.data.id}`
  await admin.post(`${ordered}/confirm`)
  t.match((await admin.get(`${path}/account`)).data, { closing: 0, on_order: 1180, lines: [] })
  await admin.post(`${ordered}/fulfil`)
  const billed = await admin.post(`${ordered}/invoice`)
  t.equal(billed.status, 200, billed.message)
  t.match((await admin.get(`${path}/account`)).data, {
    from: '2026-02-01',
    opening: 0,
    lines: [{ debit: 1180, balance: 1180 }],
    closing: 1180,
    on_order: 0,
    ageing: { not_due: 1180 },
  })
  const paid = await admin.post(`/billing/bills/${billed.data.bill_id}/payments`, { amount: 1180 })
  t.equal(paid.status, 201, paid.message)
  const { data } = await admin.get(`${path}/account`)
  t.match(data, { lines: [{ debit: 1180 }, { credit: 1180, balance: 0 }], closing: 0 })
  const { outstanding, unapplied } = (await admin.get(path)).data
  t.equal(data.closing, outstanding - unapplied)
  t.match(await admin.get(`${path}/account`, { from: '2026-03-11', to: '2026-03-10' }), {
    status: 400,
    message: 'from is after to.',
  })
  const more = await admin.post('/billing/payments', {
    client_id: made.data.id,
    amount: 500,
    method: 'Bank Transfer',
  })
  t.equal(more.status, 201, more.message)
  const ahead = (await admin.get(`${path}/account`)).data
  t.match(ahead, { lines: [{}, { balance: 0 }, { credit: 500, balance: -500 }], unapplied: 500 })
  const client = (await admin.get(path)).data
  t.equal(ahead.closing, client.outstanding - client.unapplied, 'paid ahead')
  const sent = await admin.post('/commercial/contacts', {
    client_id: made.data.id,
    full_name: 'Asha',
    email: 'asha@example.org',
  })
  t.equal(sent.status, 201, sent.message)
  t.equal((await admin.post(`${path}/statement/send`, {})).status, 200)
  const [letter] = await outbox_messages.all({
    hospital_id: house.hospital.id,
    contact: 'asha@example.org',
  })
  t.match(letter?.text, /(Paid ahead at the end|Kilicholipwa mapema mwishoni): TZS 500/)
  const [logged] = (await admin.get('/commercial/interactions', { client_id: made.data.id })).data
  t.match(logged.summary, /TZS 500 paid ahead$/)
  if (needsPoppler.skip !== false) return
  const paper = textOf((await admin.get(`${path}/statement`, { lang: 'en' })).raw)
  t.match(paper, /Statement of account/)
  t.match(paper, /Reli Ltd/)
  t.match(paper, /Closing balance\s+-500/)
  await admin.patch(path, {
    tin: '123456789',
    address: 'Plot 4, Same',
    contract_ref: 'RL/26',
    language: 'en',
  })
  const invoiced = (await admin.get(`/billing/bills/${billed.data.bill_id}/invoice`)).raw
  const invoice = textOf(invoiced)
  for (const said of [
    'Tax invoice',
    'Plot 4, Same',
    'TIN 123-456-789',
    'RL/26',
    `Order ${order.data.reference}`,
    'For the client: name, signature, stamp',
  ]) {
    t.ok(invoice.includes(said), said)
  }
  t.notOk(invoice.includes('guardian'))
  keep('invoice-client', invoiced)
})
