// From a quotation to a settled statement (COM-77).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
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
  if (needsPoppler.skip !== false) return
  const paper = textOf((await admin.get(`${path}/statement`, { lang: 'en' })).raw)
  t.match(paper, /Statement of account/)
  t.match(paper, /Reli Ltd/)
})
