// Reorder rules and what to buy (STK-111 to STK-113).

import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { suggest } from '../../../../db/hospital/goods/procurement/reorder/suggest.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { actor, shelfOf } from '../../../support/goods.ts'
import { ledgerOf } from '../../../support/money/books.ts'

const amc = { method: 'AMC', min: null, max: null } as const
const usual = { ...amc, lead_days: 14, safety_days: 15, max_months: 3 }
const none = { use: null, usable: 0, on_order: 0, in_transit: 0 }
const box = 100_000

t.test('the chapter’s own example (STK-111, STK-112, STK-113)', async (t) => {
  const there = { use: 300_000, usable: 250_000, on_order: 0, in_transit: 0 }
  const made = suggest(usual, there, box)
  t.equal(Math.round((made.point ?? 0) / 100) / 10, 285.2)
  t.match(made, { ceiling: 900_000, quantity: 650_000, packs: 7 })
  t.equal(Math.round((made.months ?? 0) * 100) / 100, 0.83)
  t.equal(suggest(usual, { ...there, usable: 286_000 }, box).quantity, 0, 'above the point')
  t.equal(suggest(usual, { ...there, on_order: 50_000 }, box).quantity, 0, 'it is ordered')
  t.equal(suggest(usual, { ...there, in_transit: 50_000 }, box).quantity, 0, 'it is coming')
})

t.test('what nobody can say yet, and bounds that are set', async (t) => {
  t.same(suggest(usual, none, box), {
    months: null,
    point: null,
    ceiling: null,
    quantity: 0,
    packs: 0,
  })
  const fixed = { ...usual, method: 'FIXED', min: 20_000, max: 120_000 } as const
  t.match(suggest(fixed, { ...none, usable: 20_000 }, box), { quantity: 100_000, packs: 1 })
  t.match(suggest(fixed, { ...none, usable: 21_000 }, box), { quantity: 0 })
  t.match(suggest(fixed, { ...none, usable: 19_000 }, box), { quantity: 101_000, packs: 2 })
})

t.test('rules and the board', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-01-05T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const { keeper, store, manager } = shelf
  await ledgerOf(house)
  const nurse = await people.with('nurse')
  const product = await shelf.product({
    ven: 'V',
    units: [{ unit: 'box', factor: 100, purchase_default: true }],
  })
  await shelf.lay(product, 1000)
  const rule = (more: Record<string, unknown> = {}) => ({
    product_id: product.id,
    store_id: store.id,
    method: 'AMC',
    ...more,
  })
  const put = (...rules: unknown[]) => manager.put('/stock/reorder-rules', { rules })

  t.test('bad input', async (t) => {
    for (const [what, more, status, message] of [
      ['no bounds', { method: 'FIXED' }, 400, 'rules[0].min is required for FIXED.'],
      ['upside down', { method: 'FIXED', min: 5, max: 5 }, 400, /^rules\[0\]\.max must be more/],
      ['below nothing', { method: 'FIXED', min: -1, max: 5 }, 400, /^rules\[0\]\.min must not/],
      ['four decimals', { method: 'FIXED', min: 0.0001, max: 5 }, 400, /^rules\[0\]\.min /],
      ['no store', { store_id: 'x' }, 404, 'No such store.'],
      ['no product', { product_id: 'x' }, 404, 'No such product.'],
      ['no supplier', { preferred_supplier_id: 'x' }, 404, 'No such supplier.'],
      ['no method', { method: 'GUESS' }, 400, /^rules\[0\]\.method /],
    ] as const) {
      const refused = await put(rule(more))
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.match(await put(rule(), rule()), { status: 409, message: /stand twice/ })
    t.equal((await nurse.put('/stock/reorder-rules', { rules: [rule()] })).status, 403)
    t.same(await manager.whole('/stock/reorder-rules'), [])
  })

  t.test('a rule is written anew, what is vital is kept for longer (2.3)', async (t) => {
    t.same((await put(rule({ safety_days: 5 }))).data, { set: 1 })
    t.match(await manager.whole('/stock/reorder-rules'), [{ safety_days: 5, review_days: 30 }])
    await put(rule())
    const [kept, ...more] = await manager.whole('/stock/reorder-rules', { store_id: store.id })
    t.same(more, [])
    t.match(kept, { method: 'AMC', safety_days: 30, max_months: 3, active: true })
  })

  t.test('what is ordered and on its way is not bought again', async (t) => {
    const other = await shelf.product()
    await shelf.lay(other, 30)
    await put(rule({ product_id: other.id, method: 'FIXED', min: 40, max: 100 }))
    const [low] = await keeper.whole('/stock/reorder')
    t.match(low, { product_id: other.id, suggested: 70, packs: 70, unit: 'tablet' })
    const second = await done(
      manager.post('/stock/stores', {
        code: 'R2',
        name: 'Second shelf',
        kind: 'PHARMACY',
        keepers: [keeper.user.id],
      }),
    )
    await put(
      rule({ product_id: other.id, store_id: second.id, method: 'FIXED', min: 10, max: 20 }),
    )
    const sent = await done(
      keeper.post('/stock/transfers', {
        from_store_id: store.id,
        to_store_id: second.id,
        lines: [{ product_id: other.id, quantity: 12 }],
      }),
    )
    await done(keeper.post(`/stock/transfers/${sent.id}/send`))
    const all = await keeper.whole('/stock/reorder', { state: 'all', store_id: second.id })
    t.match(all, [{ on_hand: 0, in_transit: 12, suggested: 0 }])
    t.match(await keeper.whole('/stock/reorder', { state: 'out' }), [{ store_id: second.id }])
  })

  t.test('how products stand, store by store, and what comes (2.1)', async (t) => {
    const standing = async (query: Record<string, string>) =>
      (await keeper.whole('/stock/products', query)).map(({ name, ...row }) => [
        name,
        row.stock_state,
        row.on_order,
      ])
    const kept = await shelf.product({ name: 'Kept' })
    const low = await shelf.product({ name: 'Low one' })
    const much = await shelf.product({ name: 'Much' })
    const none = await shelf.product({ name: 'None there' })
    const free = await shelf.product({ name: 'Free' })
    for (const [of, quantity] of [
      [kept, 50],
      [low, 20],
      [much, 101],
      [free, 5],
    ] as const) {
      await shelf.lay(of, quantity)
    }
    const fixed = { method: 'FIXED', min: 20, max: 100 }
    await put(...[kept, low, much, none].map(({ id }) => rule({ product_id: id, ...fixed })))
    t.same(await standing({ stock_state: 'OUT', search: 'none' }), [[none.name, 'OUT', 0]])
    t.same(await standing({ stock_state: 'LOW', search: 'low' }), [[low.name, 'LOW', 0]])
    t.same(await standing({ stock_state: 'OVER' }), [[much.name, 'OVER', 0]])
    t.same(await standing({ stock_state: 'OK', search: 'kept' }), [[kept.name, 'OK', 0]])
    t.same(await standing({ stock_state: 'NONE' }), [[free.name, 'NONE', 0]])
    const here = { stock_state: 'OUT', store_id: store.id }
    t.same(await standing(here), [[none.name, 'OUT', 0]], 'of this store')
    const out = await keeper.whole('/stock/products', { stock_state: 'OUT' })
    t.equal(out.length, 2, 'and what is out in one of its two stores')
    t.match(await keeper.get('/stock/products', { stock_state: 'EMPTY' }), { status: 400 })

    const supplier = await done(manager.post('/procurement/suppliers', { name: 'Dawa Stores' }))
    const order = await done(
      manager.post('/procurement/orders', {
        supplier_id: supplier.id,
        deliver_to_store_id: store.id,
        lines: [{ product_id: low.id, quantity: 40, unit_price: 100 }],
      }),
    )
    t.same(await standing({ search: 'low' }), [[low.name, 'LOW', 0]], 'a draft comes from nobody')
    await done(manager.post(`/procurement/orders/${order.id}/submit`))
    const other = await people.administrator()
    await done(other.post(`/procurement/orders/${order.id}/approve`))
    t.same(await standing({ search: 'low' }), [[low.name, 'OK', 40]])
    t.match((await keeper.get(`/stock/products/${low.id}`)).data, {
      stock_state: 'OK',
      on_order: 40,
      amc: null,
      months_of_stock: null,
      last_received_on: null,
    })
  })

  t.test('what is used says what to buy (STK-112, STK-113)', async (t) => {
    const vital = { ven: 'V', state: 'all' }
    t.match(await keeper.whole('/stock/reorder', vital), [
      { on_hand: 1000, usable: 1000, amc: null, point: null, suggested: 0 },
    ])
    for (let day = '2026-01-06'; day < '2026-03-01'; day = nextDay(day)) {
      clock.freeze(`${day}T08:00:00Z`)
      await within(() =>
        issue(actor(house, keeper), {
          store_id: store.id,
          lines: [{ product_id: product.id, quantity: 18 }],
          kind: 'DISPENSE',
          source: 'test',
          source_id: newId(),
        }),
      )
    }
    clock.freeze('2026-03-02T08:00:00Z')
    const reader = await people.with('storekeeper')
    const [row] = await reader.whole('/stock/reorder', { ven: 'V' })
    // 54 days of 18 in the 55 days that something lay there.
    t.match(row, { on_hand: 28, usable: 28, amc: 539.018, months: 0.1, unit: 'box' })
    t.match(row, { point: 653.891, ceiling: 1617.055, suggested: 1589.055, packs: 16 })
    t.same(await reader.whole('/stock/reorder', { ven: 'E' }), [])
    const opened = await reader.get(`/stock/products/${product.id}`)
    t.match(opened.data, { stock_state: 'LOW', amc: 539.018, months_of_stock: 0.1 })
    t.same(await reader.whole('/stock/reorder', { ven: 'V', state: 'out' }), [])
    const boss = await people.administrator()
    await boss.put('/stock/reorder-rules', { rules: [rule({ active: false })] })
    t.same(await reader.whole('/stock/reorder', vital), [])
  })
})
