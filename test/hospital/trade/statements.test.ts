// No list of trade asks once for every row: the same statements for five rows and for eight (commercial 9).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { boot } from '../../support/boot.ts'
import { atDrawer } from '../../support/money/drawers.ts'
import { priced } from '../../support/money/prices.ts'
import { statementsOnceKnown } from '../../support/statements.ts'
import { somebody } from '../../support/desk/visits.ts'

const clients_count = 8

t.test('lists of trade', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const admin = await house.people.administrator()
  await atDrawer(house, admin, 1_000)
  for (let at = 0; at < clients_count; at++) {
    const letter = 'ABCDEFGH'.charAt(at)
    const client = await admin.post('/commercial/clients', { name: `House ${letter}`, kind: 'NGO' })
    const client_id = client.data.id
    const { id: patient_id } = await somebody(admin)
    const bill = await admin.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      items: [{ code: 'FBC', quantity: 1 }],
    })
    const made = [
      client,
      bill,
      await admin.post('/commercial/contacts', { client_id, full_name: `Asha ${letter}` }),
      await admin.post('/commercial/follow-ups', {
        subject: `Call ${letter}`,
        due_on: '2026-05-01',
        client_id,
        patient_id,
      }),
      await admin.post('/commercial/interactions', { client_id, kind: 'CALL', summary: letter }),
      await admin.post('/commercial/quotations', {
        client_id,
        patient_id,
        items: [{ description: letter, quantity: 1, unit_price: 10 }],
      }),
      await admin.post('/commercial/orders', {
        client_id,
        patient_id,
        items: [{ description: letter, quantity: 1, unit_price: 10 }],
      }),
      await admin.post('/commercial/returns', {
        patient_id,
        reason: 'Not needed',
        reason_code: 'OTHER',
        items: [{ description: letter, quantity: 1 }],
      }),
      await admin.post('/commercial/discount-rules', {
        name: `Rule ${letter}`,
        applies_to: 'ALL',
        kind: 'PERCENT',
        value: 5,
      }),
      await admin.post('/commercial/discounts', {
        target_type: 'BILL',
        target_id: bill.data.id,
        amount: 10,
        reason: 'Asked by the ward',
      }),
    ]
    for (const { status, message } of made) t.equal(status, 201, message)
    const order = `/commercial/orders/${made[6]?.data.id}`
    await admin.post(`/commercial/clients/${client_id}/activate`)
    t.equal((await admin.post(`${order}/confirm`)).status, 200)
    t.equal((await admin.post(`${order}/fulfil`)).status, 201)
  }
  const lists = [
    '/commercial/clients',
    '/commercial/clients?sort=-outstanding',
    '/commercial/contacts',
    '/commercial/follow-ups',
    '/commercial/interactions',
    '/commercial/quotations',
    '/commercial/orders',
    '/commercial/deliveries',
    '/commercial/returns',
    '/commercial/discount-rules',
    '/commercial/discounts',
  ]
  for (const path of lists) {
    const said = async (per_page: string): Promise<string[]> => {
      await admin.get(path, { per_page })
      return statementsOnceKnown(() => admin.get(path, { per_page }))
    }
    t.same(await said('5'), await said('50'), path)
  }
})
