// Quantities, lots and papers that cannot be (issue of goods): of every door that takes a quantity; lots of every
// day; what is sent a second time; the store of another branch.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { batches } from '../../../db/hospital/goods/stock/pool/tables.ts'
import { user_facilities } from '../../../db/hospital/office/access/tables.ts'
import { facilities } from '../../../db/hospital/office/places/tables.ts'
import { within } from '../../../db/store/connection.ts'
import type { Answer } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'
import { done } from '../../support/desk/ward.ts'
import { ledgerOf } from '../../support/money/books.ts'
import { purchasingOf } from '../../support/purchasing.ts'

const life = { lot: 'B12', expiry: '2027-08-31' }

t.test('figures that cannot be', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const desk = await purchasingOf(house)
  const { keeper, manager, buyer, accountant, boss, store, supplier } = desk
  const books = await ledgerOf(house)
  const chief = await house.people.with('chief_accountant')
  const nurse = await house.people.with('nurse')
  const ward = await done(
    manager.post('/stock/stores', {
      code: 'W5',
      name: 'Ward W5',
      kind: 'WARD',
      supply_store_id: store.id,
      keepers: [nurse.user.id, keeper.user.id],
    }),
  )
  const product = await desk.product()
  const drops = await desk.product({ name: 'Drops', base_unit: 'ml', divisible: true })
  for (const one of [product, drops]) await desk.lay(one, 100)
  const [{ batch_id }] = (await keeper.get('/stock/levels', { product_id: product.id })).data
  const order = await desk.sent([{ product_id: product.id, quantity: 100, unit_price: 500 }])

  const doors: Record<string, (quantity: unknown, product_id: string) => Promise<Answer>> = {
    transfer: (quantity, product_id) =>
      keeper.post('/stock/transfers', {
        from_store_id: store.id,
        to_store_id: ward.id,
        lines: [{ product_id, quantity }],
      }),
    requisition: (requested, product_id) =>
      nurse.post('/stock/requisitions', {
        to_store_id: ward.id,
        lines: [{ product_id, requested }],
      }),
    'ward use': (quantity, product_id) =>
      nurse.post('/stock/ward-use', { store_id: ward.id, lines: [{ product_id, quantity }] }),
    order: (quantity, product_id) =>
      buyer.post('/procurement/orders', {
        supplier_id: supplier.id,
        deliver_to_store_id: store.id,
        lines: [{ product_id, quantity, unit_price: 500 }],
      }),
    receipt: (quantity, product_id) =>
      keeper.post('/procurement/receipts', {
        kind: 'DIRECT',
        supplier_id: supplier.id,
        store_id: store.id,
        lines: [{ product_id, quantity, unit_price: 500, ...life }],
      }),
  }
  for (const [door, ask] of Object.entries(doors)) {
    await t.test(`${door}: quantities (STK-1)`, async (t) => {
      for (const [what, quantity, of] of [
        ['below nothing', -1, product.id],
        ['nothing', 0, product.id],
        ['above 10^9', 1e9 + 1, product.id],
        ['far above', 1e300, product.id],
        ['four decimals', 0.0001, drops.id],
        ['four decimals beside whole ones', 1.0001, drops.id],
        ['a tablet that is split', 2.5, product.id],
        ['a word', 'many', product.id],
        ['no quantity', null, product.id],
      ] as const) {
        const { status, message } = await ask(quantity, of)
        t.equal(status, 400, `${what}: ${message}`)
        t.match(message, /quantity|requested|not split/, what)
      }
    })
  }

  t.test('what lies there is never below nothing, whoever asks (STK-36, STK-62)', async (t) => {
    const asked = { store_id: store.id, batch_id, reason: 'DAMAGED', note: 'Wet' }
    for (const quantity of [-1, 0, 2.5, 1e9 + 1]) {
      const refused = await keeper.post('/stock/quarantine', { ...asked, quantity })
      t.equal(refused.status, 400, `${quantity}: ${refused.message}`)
    }
    t.match(await keeper.post('/stock/quarantine', { ...asked, quantity: 101 }), { status: 409 })
    const lines = [{ product_id: product.id, batch_id, quantity: -101 }]
    const words = { store_id: store.id, reason_code: 'BROKEN', note: 'Fell', lines }
    const { id } = await done(keeper.post('/stock/adjustments', words))
    t.match(await keeper.post(`/stock/adjustments/${id}/submit`), { status: 409 })
    t.equal(await lyingOf(product.id), 100)
  })

  const lyingOf = async (product_id: string): Promise<number> => {
    const { data } = await keeper.get('/stock/levels', { product_id, store_id: store.id })
    return data.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
  }

  t.test('lots that come, of every day (STK-137)', async (t) => {
    const came = (expiry: string, more: object = {}) =>
      keeper.post('/procurement/receipts', {
        order_id: order.id,
        lines: [{ product_id: product.id, quantity: 1, lot: `E${expiry}`, expiry, ...more }],
      })
    const short = { short_expiry_reason: 'Nothing else is to be had' }
    for (const expiry of ['1900-01-01', '2026-05-03', '2026-05-04']) {
      const refused = await came(expiry, short)
      t.match(refused, { status: 409, message: `Line 1: expiry ${expiry} is past.` })
    }
    t.match(await came('2026-05-05'), { status: 409, message: /only 1 days of life/ })
    t.match(await came('2026-05-05', short), { status: 201 })
    t.match(await came('9999-13-01'), { status: 400, message: /is not a date/ })
  })

  t.test('lots that lie there, of every day (STK-37, STK-38)', async (t) => {
    const sent = async (expiry: string) => {
      const of = await desk.product()
      await desk.lay(of, 5, { lot: 'X' })
      const { hospital_id } = house.system
      await within(() => batches.change({ hospital_id, product_id: of.id }, { expiry }))
      const way = { from_store_id: store.id, to_store_id: ward.id }
      const lines = [{ product_id: of.id, quantity: 5 }]
      const { id } = await done(keeper.post('/stock/transfers', { ...way, lines }))
      return keeper.post(`/stock/transfers/${id}/send`)
    }
    for (const expiry of ['1900-01-01', '2026-05-03']) {
      t.match(await sent(expiry), { status: 409, message: /^Only 0 tablets .* are free/ }, expiry)
    }
    for (const expiry of ['2026-05-04', '2026-05-05']) t.equal((await sent(expiry)).status, 200)
  })

  t.test('an invoice twice, a payment twice (STK-145, 3.7)', async (t) => {
    await desk.received(order.id, [{ product_id: product.id, quantity: 10, ...life }])
    const enter = (number: string) =>
      accountant.post('/procurement/invoices', { number, order_id: order.id })
    const { id: invoice_id, total } = await done(enter('Inv 00 12a'))
    for (const number of ['inv 0012A', 'INV0012a', ' Inv 00 12a ']) {
      t.match(await enter(number), { status: 409, message: /is already SI-2026-/ }, number)
    }
    const invoice = `/procurement/invoices/${invoice_id}`
    await done(accountant.post(`${invoice}/match`))
    await done(accountant.post(`${invoice}/post`))
    t.match(await accountant.post(`${invoice}/post`), { status: 409, message: /is POSTED/ })

    const [funding] = await chief.whole('/accounting/funding-accounts', { kind: 'bank' })
    await done(books.post(chief, { '1110': 1_000_000, '3101': -1_000_000 }))
    const allocations = [{ invoice_id, amount: total }]
    const asked = { supplier_id: supplier.id, funding_account_id: funding.id, allocations }
    const first = await done(accountant.post('/procurement/payments', asked))
    const second = await done(accountant.post('/procurement/payments', asked))
    const pay = `/procurement/payments/${first.id}`
    await done(accountant.post(`${pay}/submit`))
    await done(boss.post(`${pay}/approve`))
    const key = { 'idempotency-key': newId() }
    const paid = await accountant.with(key).post(`${pay}/pay`)
    t.match(paid, { status: 200, data: { status: 'PAID' } }, paid.message)
    t.same((await accountant.with(key).post(`${pay}/pay`)).data, paid.data, 'the same answer')
    t.match(await accountant.post(`${pay}/pay`), { status: 409, message: /is PAID/ })
    const again = await accountant.post(`/procurement/payments/${second.id}/submit`)
    t.match(again, { status: 409 }, again.message)
  })

  t.test(
    'the store of another branch is not there for who does not work in it (STK-40)',
    async (t) => {
      const { hospital_id } = house.system
      const named = { code: 'NORTH', name: 'North', name_key: 'north' }
      const branch = await within(() =>
        facilities.insert({ hospital_id, ...named, kind: 'CLINIC', status: 'ACTIVE' }),
      )
      const far = { hospital_id, user_id: manager.user.id, facility_id: branch.id }
      await within(() => user_facilities.insert(far))
      const words = { code: 'N1', name: 'North store', kind: 'PHARMACY', facility_id: branch.id }
      const { id: to_store_id } = await done(manager.post('/stock/stores', words))
      const lines = [{ product_id: product.id, quantity: 1 }]
      const adjusted = await keeper.post('/stock/adjustments', {
        store_id: to_store_id,
        reason_code: 'FOUND',
        note: 'Seen',
        lines: [{ product_id: product.id, ...life, quantity: 1, unit_cost: 5 }],
      })
      t.ok([403, 404].includes(adjusted.status), adjusted.message)
      const counted = await keeper.post('/stock/counts', { store_id: to_store_id, kind: 'FULL' })
      t.ok([403, 404].includes(counted.status), counted.message)
      const taken = await keeper.post('/stock/transfers', {
        from_store_id: to_store_id,
        to_store_id: store.id,
        lines,
      })
      t.ok([403, 404].includes(taken.status), taken.message)
      t.same((await keeper.get('/stock/levels', { store_id: to_store_id })).data ?? [], [])
    },
  )
})
