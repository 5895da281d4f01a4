import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { issue } from '../../../../db/hospital/neighbours/stock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { actor, shelfOf } from '../../../support/goods.ts'

t.test('stores, and goods set apart (5.2, 5.6)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const manager = await people.with('manager')
  const shelf = await shelfOf(house)
  const open = (more: object = {}) =>
    manager.post('/stock/stores', { code: 'main', name: 'Main store', kind: 'MAIN', ...more })

  t.test('a store is opened, changed, given keepers', async (t) => {
    const made = await open({ is_default: true })
    t.match(made.data, {
      code: 'MAIN',
      facility_id: house.facility_id,
      holds_stock: true,
      keepers: [],
      is_default: true,
      value: 0,
    })
    for (const [what, more, status, message] of [
      ['the code', { name: 'Other' }, 409, 'The code MAIN is taken.'],
      ['the name', { code: 'M2' }, 409, 'There is a store Main store already.'],
      ['a branch', { code: 'M3', name: 'X', facility_id: 'x' }, 404, 'No such facility.'],
      ['a keeper', { code: 'M4', name: 'Y', keepers: ['x'] }, 404, 'No such user.'],
      [
        'a department',
        { code: 'M5', name: 'Z', department: 'Moon' },
        400,
        'department "Moon" is not known.',
      ],
      ['a kind', { code: 'M6', name: 'W', kind: 'X' }, 400, /^kind must be one of MAIN/],
    ] as const) {
      const refused = await open(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const second = await open({ code: 'MAIN2', name: 'Second store', is_default: true })
    t.equal(second.status, 201, second.message)
    const all = await manager.whole('/stock/stores')
    t.equal(all.filter(({ is_default }) => is_default).length, 1, 'one default for each branch')
    const keeper = await people.with('storekeeper')
    const path = `/stock/stores/${made.data.id}`
    const kept = await manager.put(`${path}/keepers`, { user_ids: [keeper.user.id] })
    t.same(kept.data.keepers, [keeper.user.id])
    const mine = await keeper.get('/stock/stores', { mine: 'true' })
    t.same(
      mine.data.map(({ code }: { code: string }) => code),
      ['MAIN'],
    )
    t.equal(mine.data[0].value, null, 'what it is worth is for who may see costs')
    const self = await manager.patch(path, { supply_store_id: made.data.id })
    t.match(self, { status: 400, message: 'supply_store_id is the store itself.' })
    t.equal((await keeper.patch(path, { name: 'Mine' })).status, 403)
    t.equal((await manager.patch(path, { active: false })).data.active, false)
    const at_once = await Promise.all(
      Array.from({ length: 6 }, () => open({ code: 'SIX', name: 'Six' })),
    )
    t.equal(at_once.filter(({ status }) => status === 201).length, 1)
    t.equal(at_once.filter(({ status }) => status === 409).length, 5)
  })

  t.test('a store that holds goods is not closed', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 5)
    const off = await manager.patch(`/stock/stores/${shelf.store.id}`, { active: false })
    t.match(off, { status: 409, message: /still holds 1 products: move them first\.$/ })
    t.match(
      (await manager.get('/stock/stores')).data.find(
        (one: { id: string }) => one.id === shelf.store.id,
      ),
      { value: 2500 },
    )
  })

  t.test('goods are set apart and let go; meanwhile nobody takes them (STK-60)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const { keeper, store } = shelf
    const [level] = (await keeper.get('/stock/levels', { product_id: product.id })).data
    const body = {
      store_id: store.id,
      batch_id: level.batch_id,
      quantity: 8,
      reason: 'DAMAGED',
      note: 'Wet boxes',
    }
    const put = (more: object = {}, by = keeper) =>
      by.post('/stock/quarantine', { ...body, ...more })
    t.match(await put({ quantity: 11 }), { status: 409, message: /^Only 10 tablets of lot B1/ })
    t.match(await put({ quantity: 0 }), { status: 400 })
    t.match(await put({ batch_id: 'x' }), { status: 404, message: 'No such batch.' })
    t.match(await put({}, await people.with('pharmacist')), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    const item = await put()
    t.match(item.data, { quantity: 8, days: 0, product_name: `${product.name} 500 mg`, lot: 'B1' })
    const by = actor(house, keeper)
    const take = (quantity: number) =>
      within(() =>
        issue(by, {
          store_id: store.id,
          lines: [{ product_id: product.id, quantity }],
          kind: 'ISSUE',
          source: 'test',
          source_id: newId(),
        }),
      )
    await t.rejects(take(3), /Only 2 tablets of .* are free in .* \(8 quarantined\)\./)
    const path = `/stock/quarantine/${item.data.id}/release`
    t.match(await keeper.post(path, { quantity: 9, note: 'Too many' }), {
      status: 400,
      message: 'quantity is more than the 8 set apart.',
    })
    const some = await keeper.post(path, { quantity: 3, note: 'Three are dry' })
    t.match(some.data, { quantity: 5, decision: null })
    await take(5)
    const rest = await keeper.post(path, { note: 'All are dry' })
    t.match(rest.data, { quantity: 0, decision: 'RELEASED' })
    t.match(await keeper.post(path, { note: 'Once more' }), {
      status: 409,
      message: 'This is decided already.',
    })
    await take(5)
    t.same(await keeper.whole('/stock/quarantine', { product_id: product.id }), [])
    const spoilt = await shelf.product()
    await shelf.lay(spoilt, 4, { expiry: '2026-05-05' })
    const [near] = (await keeper.get('/stock/levels', { product_id: spoilt.id })).data
    const kept = await put({ batch_id: near.batch_id, quantity: 4 })
    clock.freeze('2026-05-06T08:00:00Z')
    const late = await people.with('pharmacy_manager')
    t.match(await late.post(`/stock/quarantine/${kept.data.id}/release`, { note: 'Try it' }), {
      status: 409,
      message: 'Lot B1 expired on 2026-05-05.',
    })
  })
})
