import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stockStops } from '../../../../db/hospital/neighbours/books.ts'
import { stock_levels, stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

t.test('counts (5.4)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const { keeper, store } = shelf
  const auditor = await people.with('auditor')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const poolOf = (id: string) =>
    stock_pools.find({ hospital_id: house.hospital.id, product_id: id })
  const plan = (more: Record<string, unknown> = {}, by = keeper) =>
    by.post('/stock/counts', { store_id: store.id, kind: 'SPOT', ...more })
  const linesOf = async (path: string, by: Person = keeper, query = {}) =>
    (await by.get(`${path}/lines`, query)).data
  const said = (lines: Record<string, unknown>[]) => ({ lines })
  const adjust = async (product_id: string, batch_id: string, quantity: number) => {
    const made = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'BROKEN',
      note: 'Fell from the shelf',
      lines: [{ product_id, batch_id, quantity }],
    })
    return keeper.post(`/stock/adjustments/${made.data.id}/submit`)
  }
  /** Planned and begun, of these products. */
  const begun = async (product_ids: string[], more: Record<string, unknown> = {}) => {
    const made = await plan({ filter: { product_ids }, ...more })
    t.equal(made.status, 201, made.message)
    const path = `/stock/counts/${made.data.id}`
    const started = await keeper.post(`${path}/start`)
    t.equal(started.data?.status, 'COUNTING', started.message)
    return path
  }

  t.test('bad input (6)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    for (const [what, more, status, message] of [
      ['no store', { store_id: 'x' }, 404, 'No such store.'],
      ['no kind', { kind: 'QUICK' }, 400, /^kind /],
      ['no product', { filter: { product_ids: ['x'] } }, 404, 'No such product.'],
      ['nobody', { counters: ['x'] }, 404, 'No such user.'],
    ] as const) {
      const refused = await plan(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stranger = await people.with('storekeeper')
    t.match(await plan({}, stranger), { status: 403, message: `You do not keep ${store.name}.` })
    const path = await begun([product.id])
    const [line] = await linesOf(path)
    for (const [what, lines, status, message] of [
      ['nothing', [], 400, 'lines must be a list of 1 to 1000.'],
      ['less than nothing', [{ line_id: line.id, counted: -1 }], 400, /must not be negative\.$/],
      ['half a tablet', [{ line_id: line.id, counted: 0.5 }], 400, /are not split\.$/],
      ['another line', [{ line_id: 'x', counted: 1 }], 404, 'Line 1: no such line.'],
      ['no line', [{ counted: 1 }], 400, 'Line 1: give line_id, or product_id, lot and expiry.'],
      ['found without lot', [{ product_id: product.id, counted: 1 }], 400, /lot is required\.$/],
    ] as const) {
      const refused = await keeper.put(`${path}/lines`, { lines })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.match(await keeper.post(`${path}/submit`), {
      status: 409,
      message: '1 line is not counted yet.',
    })
    t.match(await keeper.post(`${path}/recount`, said([{ line_id: line.id, recounted: 1 }])), {
      status: 409,
      message: /is COUNTING\. It can: count, submit, cancel\.$/,
    })
    const again = await plan({ filter: { product_ids: [product.id] } })
    t.match(again, { status: 409, message: /^CN-2026-\d{5} is still counting these products\.$/ })
    const whole = await plan({ kind: 'FULL' })
    t.equal(whole.status, 409, 'all of the store is these products as well')
    const off = await keeper.post(`${path}/cancel`, { reason: 'Tomorrow' })
    t.equal(off.data.status, 'CANCELLED')
    const empty = await plan({ filter: { product_ids: [(await shelf.product()).id] } })
    t.match(await keeper.post(`/stock/counts/${empty.data.id}/start`), {
      status: 409,
      message: 'Nothing lies there that this count is of.',
    })
    t.equal((await plan({ filter: { product_ids: [product.id] } })).status, 201, 'free again')
  })

  t.test('against the books of the moment in which it was counted (STK-44)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const path = await begun([product.id])
    const [line] = await linesOf(path)
    t.equal((await adjust(product.id, line.batch_id, -20)).data?.status, 'POSTED')
    const saved = await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 79 }]))
    t.match(saved.data, { saved: 1, left: 0 }, saved.message)
    t.equal((await adjust(product.id, line.batch_id, -4)).data?.status, 'POSTED')
    const handed = await keeper.post(`${path}/submit`)
    t.match(handed.data, { status: 'REVIEW', totals: { lines: 1, counted: 1, matched: 0 } })
    const [seen] = await linesOf(path)
    t.match(seen, { book_at_count: 80, moved_since: -20, variance: -1, final: 79 })
    const [loss, stock] = [await balance('5203'), await balance('1401')]
    t.match(await keeper.post(`${path}/approve`), { status: 403 })
    const done = await manager.post(`${path}/approve`, { note: 'Seen' })
    t.match(
      done.data,
      {
        status: 'APPROVED',
        approved_by_name: manager.user.full_name,
        entry_reference: /^JE-/,
        totals: { short_value: 500, over_value: 0, accuracy_pct: 0 },
      },
      done.message,
    )
    t.equal((await balance('5203')) - loss, 500, 'STK-29: what is missing')
    t.equal((await balance('1401')) - stock, -500)
    t.match(await poolOf(product.id), { quantity: 75_000, value: 3_750_000 }, 'later moves stay')
    t.match(await manager.post(`${path}/approve`), {
      status: 409,
      message: /is APPROVED\. Nothing more can be done with it\.$/,
    })
  })

  t.test('blind: who counts sees neither the books nor the others (STK-43)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 50)
    const path = await begun([product.id], { counters: [auditor.user.id] })
    const [line] = await linesOf(path)
    await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 48 }]))
    t.match((await linesOf(path))[0], { counted: 48, book_at_count: null, variance: null })
    t.match((await linesOf(path, auditor))[0], {
      counted: null,
      counter_name: keeper.user.full_name,
      book_at_count: null,
      moved_since: null,
      earlier: [],
    })
    t.match((await linesOf(path, manager))[0], { counted: 48, book_at_count: 50 }, 'sees all')
    t.same(await linesOf(path, keeper, { state: 'variance' }), [], 'nor by what differs')
    t.equal((await linesOf(path, keeper, { state: 'counted' })).length, 1)
    await auditor.put(`${path}/lines`, said([{ line_id: line.id, counted: 49 }]))
    t.match(
      (await linesOf(path, manager))[0],
      { counted: 49, earlier: [{ counted: 48, by_name: keeper.user.full_name }] },
      'of two sheets the last, and both are seen (STK-45)',
    )
    const open = await keeper.get(path)
    t.match(open.data.totals, { lines: 1, counted: 1, matched: null, short_value: null })
    const boss = await people.holding('stock:approve', 'stock:count', 'stock:read', 'store:all')
    await boss.put(`${path}/lines`, said([{ line_id: line.id, counted: 50 }]))
    t.match((await linesOf(path, boss))[0], { counted: 50, book_at_count: null }, 'who counts')
    const handed = await keeper.post(`${path}/submit`)
    t.match(handed.data, { status: 'REVIEW', totals: { matched: 1, accuracy_pct: 100 } })
    t.match((await linesOf(path))[0], { book_at_count: 50, variance: 0 }, 'now all see')
    t.match(await boss.post(`${path}/approve`), {
      status: 409,
      message: 'You counted here: somebody else must approve it.',
    })
    t.equal((await manager.post(`${path}/approve`)).data?.status, 'APPROVED')
    const seen = await plan({ blind: false, filter: { product_ids: [product.id] } })
    const bright = `/stock/counts/${seen.data.id}`
    await keeper.post(`${bright}/start`)
    const [lit] = await linesOf(bright)
    await keeper.put(`${bright}/lines`, said([{ line_id: lit.id, counted: 50 }]))
    t.match((await linesOf(bright))[0], { book_at_count: 50 })
  })

  t.test('what is far from the books is counted again by another (3.3)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 1000)
    const path = await begun([product.id])
    const [line] = await linesOf(path)
    await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 800 }]))
    t.match((await keeper.post(`${path}/submit`)).data, { status: 'RECOUNT' })
    t.equal((await linesOf(path, keeper, { state: 'recount' })).length, 1)
    const again = said([{ line_id: line.id, recounted: 810 }])
    t.match(await keeper.post(`${path}/recount`, again), {
      status: 409,
      message: 'Somebody else must recount line 1.',
    })
    const other = await people.with('storekeeper')
    t.match(await other.post(`${path}/recount`, again), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    const counted = await people.with('pharmacist')
    await shelf.manager.put(`/stock/stores/${store.id}/keepers`, {
      user_ids: [keeper.user.id, counted.user.id],
    })
    const second = await counted.post(`${path}/recount`, again)
    t.equal(second.data?.status, 'REVIEW', second.message)
    t.match((await linesOf(path, manager))[0], { counted: 800, recounted: 810, final: 810 })
    t.match(await manager.post(`${path}/approve`), {
      status: 409,
      message: 'Line 1 differs much: it needs a reason.',
    })
    const back = await manager.post(`${path}/send-back`, { line_ids: [line.id], note: 'Why?' })
    t.equal(back.data?.status, 'RECOUNT', back.message)
    const told = said([{ line_id: line.id, recounted: 810, reason: 'Boxes of another ward' }])
    t.equal((await counted.post(`${path}/recount`, told)).data?.status, 'REVIEW')
    t.equal((await manager.post(`${path}/approve`)).data?.status, 'APPROVED')
    t.match(await poolOf(product.id), { quantity: 810_000 })
  })

  t.test('what the books do not know (STK-45), and nothing below nothing', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 20, { lot: 'K1' })
    const path = await begun([product.id])
    const [line] = await linesOf(path)
    const fresh = { product_id: product.id, lot: 'K9', expiry: '2029-01-31', counted: 6 }
    await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 20 }, fresh]))
    t.match((await linesOf(path))[1], { lot: 'K9', found_new: true, position: 2, counted: 6 })
    const elsewhere = await shelf.product()
    t.match(await keeper.put(`${path}/lines`, said([{ ...fresh, product_id: elsewhere.id }])), {
      status: 409,
      message: /is not in this count\.$/,
    })
    t.equal((await keeper.post(`${path}/submit`)).data?.status, 'REVIEW')
    t.equal((await manager.post(`${path}/approve`)).data?.status, 'APPROVED')
    t.match(await poolOf(product.id), { quantity: 26_000, value: 1_300_000 }, 'at the average')
    const other = await shelf.product()
    const whole = await plan({ filter: { class: 'MEDICINE', product_ids: [product.id, other.id] } })
    const wide = `/stock/counts/${whole.data.id}`
    await keeper.post(`${wide}/start`)
    const bare = { product_id: other.id, lot: 'Z1', expiry: '2029-01-31', counted: 2 }
    t.match(await keeper.put(`${wide}/lines`, said([bare])), {
      status: 400,
      message: 'Line 1: unit_cost is required: there is no stock to take the cost from.',
    })
    const priced = await keeper.put(`${wide}/lines`, said([{ ...bare, unit_cost: 100 }]))
    t.match(priced.data, { saved: 1, left: 2 })
    t.equal(
      (await keeper.post(`${wide}/submit`, { missing_as_zero: true })).data?.status,
      'REVIEW',
      'a small value is no second count',
    )
    t.equal((await manager.post(`${wide}/approve`)).data?.status, 'APPROVED')
    t.match(await poolOf(other.id), { quantity: 2_000, value: 20_000 })
    t.match(await poolOf(product.id), { quantity: 0, value: 0 })
  })

  t.test('what was set apart and is not there any more is apart no more', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const path = await begun([product.id])
    const [line] = await linesOf(path)
    const apart = await keeper.post('/stock/quarantine', {
      store_id: store.id,
      batch_id: line.batch_id,
      quantity: 8,
      reason: 'DAMAGED',
      note: 'Wet boxes',
    })
    t.equal(apart.status, 201, apart.message)
    await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 5 }]))
    await keeper.post(`${path}/submit`)
    t.equal((await manager.post(`${path}/approve`)).data?.status, 'APPROVED')
    const [left] = (await keeper.get('/stock/quarantine', { product_id: product.id })).data
    t.match(left, { quantity: 5 })
    const kept = await stock_levels.find({
      hospital_id: house.hospital.id,
      batch_id: line.batch_id,
    })
    t.match(kept, { quantity: 5_000, quarantined: 5_000 })
  })

  t.test('a count that freezes lets nothing of it move (3.3)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const path = await begun([product.id], { freeze: true })
    const [line] = await linesOf(path)
    const reference = (await keeper.get(path)).data.reference
    t.match(await adjust(product.id, line.batch_id, -1), {
      status: 409,
      message: `${store.name} is being counted (${reference}): try again after it.`,
    })
    const open = await stockStops(house.system, { from: '2026-01-01', to: '2026-12-31' })
    t.match(open.at(-1), { code: 'C07', kind: 'stock_count', reference }, 'ACC-69')
    t.same(await stockStops(house.system, { from: '2025-01-01', to: '2025-12-31' }), [])
    await keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 9 }]))
    await keeper.post(`${path}/submit`)
    t.equal((await manager.post(`${path}/approve`)).data?.status, 'APPROVED', 'its own may')
    t.equal((await adjust(product.id, line.batch_id, -1)).data?.status, 'POSTED', 'and then all')
  })

  t.test(
    'controlled drugs: any difference twice, and a line of the register (STK-46)',
    async (t) => {
      const safe = await shelfOf(house, { controlled_cupboard: true, is_default_dispensing: false })
      const boss = await people.with('pharmacy_manager')
      const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
      const product = await safe.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
      const token = async (by: Person) => {
        const asked = { identifier: second.username, password, purpose: 'CONTROLLED' }
        return (await by.post('/stock/witness', asked)).data.witness_token
      }
      const found = await safe.keeper.post('/stock/adjustments', {
        store_id: safe.store.id,
        reason_code: 'FOUND',
        note: 'Taken over from the old book',
        lines: [
          { product_id: product.id, lot: 'N1', expiry: '2028-01-31', quantity: 10, unit_cost: 1 },
        ],
      })
      const made = `/stock/adjustments/${found.data.id}`
      await safe.keeper.post(`${made}/submit`, { witness_token: await token(safe.keeper) })
      await boss.post(`${made}/approve`, { witness_token: await token(boss) })
      const planned = await safe.keeper.post('/stock/counts', {
        store_id: safe.store.id,
        kind: 'CONTROLLED',
        counters: [auditor.user.id],
      })
      const path = `/stock/counts/${planned.data.id}`
      await safe.keeper.post(`${path}/start`)
      const [line] = await linesOf(path, safe.keeper)
      await safe.keeper.put(`${path}/lines`, said([{ line_id: line.id, counted: 9 }]))
      t.equal((await safe.keeper.post(`${path}/submit`)).data?.status, 'RECOUNT', 'however little')
      const again = said([{ line_id: line.id, recounted: 9, reason: 'One broke' }])
      const twice = await auditor.post(`${path}/recount`, again)
      t.equal(twice.data?.status, 'REVIEW', twice.message)
      t.match(await boss.post(`${path}/approve`), {
        status: 409,
        message: /witness_token is required/,
      })
      const done = await boss.post(`${path}/approve`, { witness_token: await token(boss) })
      t.equal(done.data?.status, 'APPROVED', done.message)
      const register = await boss.get('/stock/controlled/register', { product_id: product.id })
      t.match(register.data.at(-1), { kind: 'CORRECTION', quantity_out: 1, balance: 9 })
    },
  )

  t.test('lists, and the books', async (t) => {
    t.ok((await keeper.whole('/stock/counts', { status: 'APPROVED' })).length >= 5)
    await rebuilt(t, house, 5)
  })
})
