// What wards use: charged, issued and posted in one transaction (STK-54), and what is wasted with it (STK-76).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { bill_items } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { receive } from '../../../../db/hospital/goods/stock/pool/receive.ts'
import { storeRecord } from '../../../../db/hospital/goods/stock/stores/keeping.ts'
import { within } from '../../../../db/store/connection.ts'
import { stock_moves } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

t.test('ward use (STK-54)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const clerk = await people.with('reception')
  const accountant = await people.with('accountant')
  const boss = await people.with('pharmacy_manager')
  const nurse = await people.with('nurse')
  const stranger = await people.with('nurse')
  const admin = await people.administrator()
  await done(admin.post('/departments', { code: 'DENT', name: 'Dental', kind: 'CLINICAL' }))
  const shelf = await shelfOf(house, {
    controlled_cupboard: true,
    kind: 'WARD',
    department: 'Dental',
    is_default_dispensing: false,
  })
  await done(
    shelf.manager.put(`/stock/stores/${shelf.store.id}/keepers`, {
      user_ids: [nurse.user.id, shelf.keeper.user.id],
    }),
  )
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
  const token = async (by: Person) => {
    const asked = { identifier: second.username, password, purpose: 'CONTROLLED' }
    return (await by.post('/stock/witness', asked)).data.witness_token
  }
  await priced(house, [
    { code: 'GAUZE', name: 'Gauze', category: 'Pharmacy', price: 2_000_00 },
    { code: 'PETH', name: 'Pethidine', category: 'Pharmacy', price: 3_000_00 },
  ])
  const gauze = await shelf.product({ tariff_code: 'GAUZE' })
  const swab = await shelf.product({ tariff_code: null })
  await shelf.lay(gauze, 10)
  await shelf.lay(swab, 10)
  const books = await ledgerOf(house)
  const patient_id = (await somebody(clerk)).id
  const opened = await done(clerk.post('/visits', { patient_id, start: false }))
  const visit_id = (opened.visit ?? opened).id
  const use = (more: Record<string, unknown> = {}, by: Person = nurse) =>
    by.post('/stock/ward-use', { lines: [{ product_id: gauze.id, quantity: 2 }], ...more })
  const lying = async (product: { id: string }) =>
    (await nurse.get('/stock/levels', { product_id: product.id })).data[0]?.quantity ?? 0

  t.test('what is wrong is refused, and leaves nothing (6, STK-15)', async (t) => {
    const line = { product_id: gauze.id, quantity: 2 }
    for (const [what, more, status, message] of [
      ['nothing', { lines: [] }, 400, /^lines /],
      ['nought', { lines: [{ ...line, quantity: 0 }] }, 400, 'Line 1: quantity must not be 0.'],
      ['less', { lines: [{ ...line, quantity: -1 }] }, 400, /^Line 1: quantity must be more/],
      ['no product', { lines: [{ ...line, product_id: 'x' }] }, 404, 'No such product.'],
      ['split', { lines: [{ ...line, quantity: 0.5 }] }, 400, /^Line 1: .* are not split/],
      ['no patient there', { patient_id: 'x' }, 404, 'No such patient.'],
      [
        'tomorrow',
        { occurred_at: '2026-05-05T08:00:00.000Z' },
        400,
        'occurred_at is in the future.',
      ],
      ['long ago', { occurred_at: '2026-04-20T08:00:00.000Z' }, 400, /more than 7 days ago/],
      ['no department', { department: 'Moon' }, 400, 'department "Moon" is not known.'],
      ['a stay of nobody', { admission_id: 'x' }, 400, 'patient_id is required.'],
      ['another stay', { patient_id, admission_id: 'x' }, 409, /not in that stay now/],
      ['more than is there', { patient_id, lines: [{ ...line, quantity: 11 }] }, 409, /^Only 10 /],
      ['waste of gauze', { lines: [{ ...line, wasted: 1 }] }, 400, /only controlled drugs/],
    ] as const) {
      const refused = await use(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const { store } = shelf
    t.match(await use({ store_id: store.id }, stranger), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    t.equal((await use({}, clerk)).status, 403)
    t.equal(await lying(gauze), 10)
    t.equal(await bill_items.count({ hospital_id, source: 'ward_use' }), 0, 'nothing was charged')
  })

  t.test('for a patient: bill, shelf and books at once (STK-25)', async (t) => {
    const cost = await books.balance(accountant, '5101')
    const lines = [
      { product_id: gauze.id, quantity: 2 },
      { product_id: swab.id, quantity: 3 },
    ]
    const happened = { occurred_at: '2026-05-03T20:00:00.000Z', note: 'At night' }
    const { data, message, status } = await use({ patient_id, lines, ...happened })
    t.equal(status, 201, message)
    t.match(data.charges, [{ quantity: 2, unit_price: 2_000, amount: 4_000 }])
    t.equal(data.charges.length, 1, 'what has no price costs the patient nothing')
    t.match(data.moves, [
      { kind: 'WARD_USE', quantity: -2, department: 'Dental', occurred_at: /^2026-05-03/ },
      { kind: 'WARD_USE', quantity: -3, note: 'At night' },
    ])
    t.equal(await lying(gauze), 8)
    t.equal((await books.balance(accountant, '5101')) - cost, 2_500)
    const [item] = await bill_items.all({ hospital_id, source: 'ward_use' })
    t.match(item, { service_status: 'DONE', product_id: gauze.id, quantity: 2_000 })
    const [bill] = await accountant.whole('/billing/bills', { patient_id })
    t.equal(bill.visit_id, visit_id)
  })

  t.test('without a patient, or without a charge, nothing is billed', async (t) => {
    t.match((await use()).data, { charges: [], moves: [{ patient_id: null }] })
    t.same((await use({ patient_id, charge: false })).data?.charges, [])
    t.equal(await lying(gauze), 4)
    t.equal(await bill_items.count({ hospital_id, source: 'ward_use' }), 1)
  })

  t.test('what a programme gave is not paid for (STK-14)', async (t) => {
    const given = await shelf.product({ tariff_code: 'GAUZE' })
    const store = await storeRecord.get(house.system, shelf.store.id)
    await within(() =>
      receive(house.system, {
        store,
        kind: 'OPENING',
        posting: 'STOCK_OPENING',
        other: { role: 'opening' },
        source: 'test',
        source_id: given.id,
        reference: 'Gift',
        memo: 'Gift',
        lines: [
          {
            product_id: given.id,
            quantity: 5,
            lot: 'G1',
            expiry: '2028-01-31',
            value: 0,
            funding: 'PROGRAMME',
          },
        ],
      }),
    )
    const done_ = await use({ patient_id, lines: [{ product_id: given.id, quantity: 2 }] })
    t.equal(done_.status, 201, done_.message)
    t.same(done_.data.charges, [])
    const items = await bill_items.all({ hospital_id, source: 'ward_use' }, { order: ['id'] })
    t.equal(items.at(-1)?.service_status, 'CANCELLED')
  })

  t.test('the last one goes to one of six', async (t) => {
    const last = await shelf.product()
    await shelf.lay(last, 1)
    const asked = Array.from({ length: 6 }, () =>
      use({ patient_id, lines: [{ product_id: last.id, quantity: 1 }] }),
    )
    const answers = await Promise.all(asked)
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    t.equal(await stock_moves.count({ hospital_id, product_id: last.id, kind: 'WARD_USE' }), 1)
  })

  t.test('a part is given and a part is wasted, before one witness (STK-76)', async (t) => {
    const drug = await shelf.product({
      name: 'Pethidine',
      base_unit: 'ml',
      divisible: true,
      strength: '50 mg/ml',
      controlled: true,
      controlled_schedule: 'NARCOTIC',
      tariff_code: 'PETH',
    })
    const found = await shelf.keeper.post('/stock/adjustments', {
      store_id: shelf.store.id,
      reason_code: 'FOUND',
      note: 'Taken over',
      lines: [
        { product_id: drug.id, lot: 'P1', expiry: '2028-01-31', quantity: 20, unit_cost: 100 },
      ],
    })
    const path = `/stock/adjustments/${found.data.id}`
    await done(shelf.keeper.post(`${path}/submit`, { witness_token: await token(shelf.keeper) }))
    await done(boss.post(`${path}/approve`, { witness_token: await token(boss) }))
    const lines = [{ product_id: drug.id, quantity: 6, wasted: 4 }]
    t.match(await use({ lines }), { status: 409, message: /say for which patient/ })
    t.match(await use({ lines, patient_id }), { status: 409, message: /witness_token is required/ })
    const answer = await use({ lines, patient_id, witness_token: await token(nurse) })
    t.equal(answer.status, 201, answer.message)
    t.match(answer.data.charges, [{ quantity: 10, amount: 30_000 }])
    const register = await boss.whole('/stock/controlled/register', { product_id: drug.id })
    t.match(register.slice(-2), [
      {
        kind: 'ADMINISTERED',
        quantity_out: 6,
        balance: 14,
        patient_id,
        witness_name: 'Neema Mrema',
      },
      { kind: 'WASTE', quantity_out: 4, balance: 10, patient_id },
    ])
    t.match(register.at(-1).patient_number, /\w/, 'the line says whom it was for (STK-75)')
    await rebuilt(t, house, 3)
  })
})
