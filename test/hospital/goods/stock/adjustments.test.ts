import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'

t.test('adjustments (5.3)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const { keeper, store } = shelf
  const boss = await people.with('pharmacy_manager')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  const product = await shelf.product()
  await shelf.lay(product, 200, { lot: 'B1' })
  const [level] = (await keeper.get('/stock/levels', { product_id: product.id })).data
  const out = (quantity: number) => ({
    product_id: product.id,
    batch_id: level.batch_id,
    quantity,
  })
  const write = (more: Record<string, unknown> = {}, by = keeper) =>
    by.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'BROKEN',
      note: 'Fell from the shelf',
      lines: [out(-2)],
      ...more,
    })
  const submit = async (more: Record<string, unknown> = {}) => {
    const made = await write(more)
    t.equal(made.status, 201, made.message)
    return keeper.post(`/stock/adjustments/${made.data.id}/submit`)
  }
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const poolOf = (id: string) =>
    stock_pools.find({ hospital_id: house.hospital.id, product_id: id })

  t.test('bad input (6)', async (t) => {
    for (const [what, more, status, message] of [
      ['nothing', { lines: [out(0)] }, 400, 'Line 1: quantity must not be 0.'],
      ['no lines', { lines: [] }, 400, 'lines must be a list of 1 to 500.'],
      ['no reason', { reason_code: 'FUN' }, 400, 'reason_code "FUN" is not a reason.'],
      ['the wrong way', { lines: [out(2)] }, 400, 'Line 1: BROKEN only takes out.'],
      ['half a tablet', { lines: [out(-0.5)] }, 400, /are not split\.$/],
      ['a thousandth of it', { lines: [out(-1.0001)] }, 400, /at most three decimals\.$/],
      ['more than there can be', { lines: [out(-1e10)] }, 400, /up to 1000000000/],
      ['no store', { store_id: 'x' }, 404, 'No such store.'],
      ['no product', { lines: [{ ...out(-1), product_id: 'x' }] }, 404, 'No such product.'],
      ['no batch', { lines: [{ ...out(-1), batch_id: 'x' }] }, 404, 'Line 1: no such batch.'],
      [
        'neither batch nor lot',
        { lines: [{ product_id: product.id, quantity: -1 }] },
        400,
        'Line 1: give batch_id, or lot and expiry.',
      ],
      ['a file of nobody', { attachment_ids: ['x'] }, 404, 'No such attachment.'],
    ] as const) {
      const refused = await write(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stranger = await people.with('storekeeper')
    t.match(await write({}, stranger), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    t.equal(
      (
        await write({ note: null }).then(({ data }) =>
          keeper.post(`/stock/adjustments/${data.id}/submit`),
        )
      ).message,
      'note or an attachment is required with BROKEN.',
    )
    const short = await submit({ lines: [out(-150), out(-100)] })
    t.match(short, { status: 409, message: /^Only 50 tablets of lot B1 of .* are free in / })
  })

  t.test('a small one is posted at once (STK-47, STK-29)', async (t) => {
    const [loss, stock] = [await balance('5202'), await balance('1401')]
    const done = await submit()
    t.equal(done.status, 200, done.message)
    t.match(done.data, { status: 'POSTED', reference: /^AD-2026-\d{5}$/, moves: [] })
    t.equal((await balance('5202')) - loss, 1000)
    t.equal((await balance('1401')) - stock, -1000)
    t.match(await poolOf(product.id), { quantity: 198_000 })
    const seen = await accountant.get(`/stock/adjustments/${done.data.id}`)
    t.match(seen.data, { value: -1000, lines: [{ quantity: -2, value: -1000, lot: 'B1' }] })
    const nurse = await people.with('nurse')
    const hidden = await nurse.get(`/stock/adjustments/${done.data.id}`)
    t.match(hidden.data, { value: null, lines: [{ value: null }] }, 'for who may see costs')
  })

  t.test('a great one waits for somebody else (STK-47)', async (t) => {
    const waits = await submit({ lines: [out(-120)] })
    t.match(waits.data, { status: 'SUBMITTED', entry_reference: null })
    t.match(await poolOf(product.id), { quantity: 198_000 }, 'nothing has moved')
    const path = `/stock/adjustments/${waits.data.id}`
    t.equal((await keeper.post(`${path}/approve`)).status, 403)
    const yes = await manager.post(`${path}/approve`, { note: 'Seen' })
    t.match(yes.data, { status: 'POSTED', approved_by_name: manager.user.full_name })
    t.match(await poolOf(product.id), { quantity: 78_000, value: 3_900_000 })
    const again = await boss.post(`${path}/approve`)
    t.match(again, { status: 409, message: /is POSTED\. Nothing more can be done with it\.$/ })
    const both = await people.holding('stock:adjust', 'stock:approve', 'stock:read', 'store:all')
    const made = await write({ reason_code: 'STOLEN', lines: [out(-1)] }, both)
    const own = await both.post(`/stock/adjustments/${made.data.id}/submit`)
    t.equal(own.data.status, 'SUBMITTED', 'theft always waits')
    t.match(await both.post(`/stock/adjustments/${made.data.id}/approve`), {
      status: 409,
      message: 'You made this adjustment: somebody else must approve it.',
    })
    const no = await manager.post(`/stock/adjustments/${made.data.id}/reject`, {
      note: 'Look again',
    })
    t.equal(no.data.status, 'REJECTED')
    const off = await write()
    const gone = await keeper.post(`/stock/adjustments/${off.data.id}/cancel`)
    t.equal(gone.data.status, 'CANCELLED')
  })

  t.test('what is found comes in at the average, or at a cost that is said (STK-11)', async (t) => {
    const found = await submit({ reason_code: 'FOUND', lines: [out(3)] })
    t.equal(found.data.status, 'POSTED', found.message)
    t.match(await poolOf(product.id), { quantity: 81_000, value: 4_050_000 })
    const empty = await shelf.product()
    const fresh = { product_id: empty.id, lot: 'N1', expiry: '2028-01-31', quantity: 4 }
    const asked = await submit({ reason_code: 'FOUND', lines: [fresh] })
    t.match(asked, {
      status: 400,
      message: 'Line 1: unit_cost is required: there is no stock to take the cost from.',
    })
    const priced = await submit({ reason_code: 'FOUND', lines: [{ ...fresh, unit_cost: 100 }] })
    t.equal(priced.data?.status, 'POSTED', priced.message)
    t.match(await poolOf(empty.id), { quantity: 4_000, value: 40_000 })
    const past = { ...fresh, lot: 'OLD', expiry: '1900-01-31', unit_cost: 1 }
    const dead = await submit({ reason_code: 'FOUND', lines: [past] })
    t.match(dead, { status: 409, message: 'Line 1: expiry 1900-01-31 is past.' })
    const other = { ...fresh, expiry: '2029-01-31', unit_cost: 1 }
    const twice = await submit({ reason_code: 'FOUND', lines: [other] })
    t.match(twice, {
      status: 409,
      message: 'Line 1: Lot N1 is already known with expiry 2028-01-31.',
    })
  })

  t.test('lists, reasons, and the books', async (t) => {
    t.ok((await keeper.whole('/stock/reasons')).length >= 12, 'shipped')
    const outs = await keeper.whole('/stock/reasons', { direction: 'IN' })
    t.same(
      outs.map(({ code }: { code: string }) => code),
      ['FOUND'],
    )
    t.ok((await keeper.whole('/stock/adjustments', { status: 'POSTED' })).length >= 3)
    await rebuilt(t, house, 5)
  })
})
