import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { proveSubledgers } from '../../../../db/hospital/money/accounting/proofs/subledgers.ts'
import { user_facilities } from '../../../../db/hospital/office/access/tables.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

t.test('transfers (5.5)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house)
  const { keeper, store, manager } = shelf
  const taker = await people.with('storekeeper')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const poolOf = (product_id: string, facility_id = house.facility_id) =>
    stock_pools.find({ hospital_id, product_id, facility_id })
  const opened = async (code: string, more: Record<string, unknown> = {}) => {
    const made = await manager.post('/stock/stores', {
      code,
      name: `Place ${code}`,
      kind: 'PHARMACY',
      keepers: [taker.user.id],
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const ward = await opened('W1')
  const write = (lines: unknown, more: Record<string, unknown> = {}, by: Person = keeper) =>
    by.post('/stock/transfers', {
      from_store_id: store.id,
      to_store_id: ward.id,
      lines,
      ...more,
    })
  const sent = async (lines: unknown, more = {}, body = {}) => {
    const made = await write(lines, more)
    t.equal(made.status, 201, made.message)
    const path = `/stock/transfers/${made.data.id}`
    const gone = await keeper.post(`${path}/send`, body)
    t.equal(gone.data?.status, 'SENT', gone.message)
    return { path, batches: gone.data.lines.flatMap((line: { batches: [] }) => line.batches) }
  }
  const lies = async (product_id: string, store_id: string) =>
    (await keeper.get('/stock/levels', { product_id, store_id })).data.reduce(
      (sum: number, { quantity }: { quantity: number }) => sum + quantity,
      0,
    )

  t.test('bad input (6)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const line = { product_id: product.id, quantity: 5 }
    const bare = await opened('W0', { holds_stock: false })
    for (const [what, lines, more, status, message] of [
      ['no lines', [], {}, 400, 'lines must be a list of 1 to 500.'],
      ['no store', [line], { to_store_id: 'x' }, 404, 'No such store.'],
      [
        'the same store',
        [line],
        { to_store_id: store.id },
        400,
        'from_store_id and to_store_id are the same.',
      ],
      ['a place without stock', [line], { to_store_id: bare.id }, 409, /keeps no stock/],
      ['nothing', [{ ...line, quantity: 0 }], {}, 400, 'Line 1: quantity must not be 0.'],
      ['less', [{ ...line, quantity: -1 }], {}, 400, 'Line 1: quantity must be more than 0.'],
      ['no batch', [{ ...line, batch_id: 'x' }], {}, 404, 'Line 1: no such batch.'],
    ] as const) {
      const refused = await write(lines, more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.match(await write([line], {}, taker), {
      status: 403,
      message: `You do not keep ${store.name}.`,
    })
    const many = await write([{ ...line, quantity: 11 }])
    t.match(await keeper.post(`/stock/transfers/${many.data.id}/send`), {
      status: 409,
      message: /^Only 10 tablets of .* are free in /,
    })
    t.match(await keeper.post(`/stock/transfers/${many.data.id}/receive`), {
      status: 409,
      message: /is DRAFT\. It can: send, cancel\.$/,
    })
    const { path, batches } = await sent([line])
    const [one] = batches
    t.match(await keeper.post(`${path}/receive`), {
      status: 403,
      message: `You do not keep ${ward.name}.`,
    })
    const asked = (received: number, more = {}) =>
      taker.post(`${path}/receive`, { lines: [{ batch_id: one.batch_id, received, ...more }] })
    t.match(await asked(6), { status: 409, message: 'Line 1: 5 were sent.' })
    t.match(await asked(4), { status: 400, message: 'Line 1: a reason is required: less came.' })
    t.match(await taker.post(`${path}/receive`, { lines: [{ batch_id: 'x', received: 1 }] }), {
      status: 404,
      message: 'Line 1: no such batch in this transfer.',
    })
    t.equal((await asked(5)).data?.status, 'RECEIVED')
  })

  t.test('in a branch nothing is posted, and the value stays in the pool (STK-26)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10, { lot: 'SOON', expiry: '2027-01-31' })
    await shelf.lay(product, 10, { lot: 'LATE' })
    const stock = await balance('1401')
    const { path, batches } = await sent([{ product_id: product.id, quantity: 12 }])
    t.match(batches, [
      { lot: 'SOON', sent: 10, received: null },
      { lot: 'LATE', sent: 2 },
    ])
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [8, 0])
    const off = await manager.post(`/stock/products/${product.id}/deactivate`, { reason: 'Old' })
    t.equal(off.status, 409, 'STK-5')
    const told = await taker.get('/notifications')
    t.ok(told.data.some(({ kind }: { kind: string }) => kind === 'stock.transfer_sent'))
    t.equal((await taker.post(`${path}/receive`)).data?.status, 'RECEIVED')
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [8, 12])
    t.match(await poolOf(product.id), { quantity: 20_000, value: 1_000_000 })
    t.equal((await balance('1401')) - stock, 0)
    const again = await taker.post(`${path}/receive`)
    t.match(again, { status: 409, message: /is RECEIVED/ })
  })

  t.test('what is short is written off, or was never sent (STK-48, STK-28)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 20)
    const { path, batches } = await sent([{ product_id: product.id, quantity: 10 }])
    const [loss, stock] = [await balance('5204'), await balance('1401')]
    const lines = [{ batch_id: batches[0].batch_id, received: 7, reason: 'LOST' }]
    const came = await taker.post(`${path}/receive`, { lines })
    t.match(came.data, { status: 'RECEIVED', differences: 3 }, came.message)
    t.equal((await balance('5204')) - loss, 1500)
    t.equal((await balance('1401')) - stock, -1500)
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [10, 7])
    t.match(await poolOf(product.id), { quantity: 17_000, value: 850_000 })
    const other = await sent([{ product_id: product.id, quantity: 10 }])
    const back = [{ batch_id: other.batches[0].batch_id, received: 4, reason: 'NOT_SENT' }]
    t.equal((await taker.post(`${other.path}/receive`, { lines: back })).status, 200)
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [6, 11])
    t.match(await poolOf(product.id), { quantity: 17_000, value: 850_000 })
    const told = await keeper.get('/notifications')
    t.ok(told.data.some(({ kind }: { kind: string }) => kind === 'stock.transfer_short'))
  })

  t.test('between branches it is on the way, on the books of the one (STK-27)', async (t) => {
    const annex = await within(() =>
      facilities.insert({
        hospital_id,
        code: 'ANNEX',
        name: 'Annex',
        name_key: 'annex',
        kind: 'CLINIC',
        status: 'ACTIVE',
      }),
    )
    const both = { hospital_id, user_id: taker.user.id, facility_id: annex.id }
    await within(() => user_facilities.insert(both))
    const far = await opened('A1', { facility_id: annex.id })
    const proof = async () => {
      const [one] = await proveSubledgers(
        house.system,
        await booksOf(house.system),
        '2026-05-04',
        (id) => id === 'ACC-113',
      )
      t.match(one, { failed: 0 }, JSON.stringify(one))
    }
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const [stock, way, loss] = [await balance('1401'), await balance('1407'), await balance('5204')]
    const { path, batches } = await sent([{ product_id: product.id, quantity: 40 }], {
      to_store_id: far.id,
    })
    t.equal((await balance('1401')) - stock, -20_000)
    t.equal((await balance('1407')) - way, 20_000)
    t.match(await poolOf(product.id), { quantity: 60_000, value: 3_000_000 })
    await proof()
    const lines = [{ batch_id: batches[0].batch_id, received: 30, reason: 'BROKEN' }]
    const came = await taker.post(`${path}/receive`, { lines })
    t.equal(came.data?.status, 'RECEIVED', came.message)
    t.equal((await balance('1407')) - way, 0)
    t.equal((await balance('1401')) - stock, -5_000)
    t.equal((await balance('5204')) - loss, 5_000)
    t.match(await poolOf(product.id, annex.id), { quantity: 30_000, value: 1_500_000 })
    await proof()
    const other = await sent([{ product_id: product.id, quantity: 10 }], { to_store_id: far.id })
    t.match(await keeper.post(`${other.path}/cancel`), {
      status: 400,
      message: 'reason is required: the goods are on the way.',
    })
    const back = await keeper.post(`${other.path}/cancel`, { reason: 'Wrong lorry' })
    t.equal(back.data?.status, 'CANCELLED', back.message)
    t.match(await poolOf(product.id), { quantity: 60_000, value: 3_000_000 })
    t.equal((await balance('1407')) - way, 0)
    await proof()
  })

  t.test('cold goods travel with a reading (STK-105)', async (t) => {
    const product = await shelf.product({ storage: 'COLD' })
    await shelf.lay(product, 10)
    const line = { product_id: product.id, quantity: 4 }
    const made = await write([line])
    t.match(await keeper.post(`/stock/transfers/${made.data.id}/send`), {
      status: 400,
      message: /^temperature_out is required: .* is kept cold\.$/,
    })
    const { path } = await sent([line], {}, { temperature_out: 4 })
    t.match(await taker.post(`${path}/receive`), { status: 400, message: /^temperature_in / })
    const warm = await taker.post(`${path}/receive`, { temperature_in: 12.5 })
    t.equal(warm.data?.status, 'RECEIVED', warm.message)
    const [apart] = await keeper.whole('/stock/quarantine', { product_id: product.id })
    t.match(apart, { quantity: 4, reason: 'COLD_CHAIN', store_id: ward.id })
  })

  t.test('who sends does not receive, where somebody else keeps the store (3.4)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const both = await opened('B1', { keepers: [keeper.user.id, taker.user.id] })
    const alone = await opened('B2', { keepers: [keeper.user.id] })
    const line = { product_id: product.id, quantity: 1 }
    const first = await sent([line], { to_store_id: both.id })
    t.match(await keeper.post(`${first.path}/receive`), {
      status: 409,
      message: 'You sent this transfer: somebody else must receive it.',
    })
    const second = await sent([line], { to_store_id: alone.id })
    t.equal((await keeper.post(`${second.path}/receive`)).data?.status, 'RECEIVED')
  })

  t.test('controlled drugs: two people at both ends (STK-53, STK-70)', async (t) => {
    const safe = await opened('C1', { controlled_cupboard: true, keepers: [keeper.user.id] })
    const cupboard = await opened('C2', { controlled_cupboard: true })
    const boss = await people.with('pharmacy_manager')
    const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
    const product = await shelf.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
    const token = async (by: Person) => {
      const asked = { identifier: second.username, password, purpose: 'CONTROLLED' }
      return (await by.post('/stock/witness', asked)).data.witness_token
    }
    const found = await keeper.post('/stock/adjustments', {
      store_id: safe.id,
      reason_code: 'FOUND',
      note: 'Taken over from the old book',
      lines: [
        { product_id: product.id, lot: 'N1', expiry: '2028-01-31', quantity: 10, unit_cost: 1 },
      ],
    })
    const made = `/stock/adjustments/${found.data.id}`
    await keeper.post(`${made}/submit`, { witness_token: await token(keeper) })
    await boss.post(`${made}/approve`, { witness_token: await token(boss) })
    const line = { product_id: product.id, quantity: 4 }
    t.match(await write([line], { from_store_id: safe.id }), {
      status: 409,
      message: `${ward.name} has no controlled-drug cupboard.`,
    })
    const asked = await write([line], { from_store_id: safe.id, to_store_id: cupboard.id })
    const path = `/stock/transfers/${asked.data.id}`
    t.match(await keeper.post(`${path}/send`), { status: 409, message: /witness_token/ })
    const gone = await keeper.post(`${path}/send`, { witness_token: await token(keeper) })
    t.equal(gone.data?.status, 'SENT', gone.message)
    t.match(await taker.post(`${path}/receive`), { status: 409, message: /witness_token/ })
    const came = await taker.post(`${path}/receive`, { witness_token: await token(taker) })
    t.equal(came.data?.status, 'RECEIVED', came.message)
    const register = await boss.whole('/stock/controlled/register', { product_id: product.id })
    t.match(register.slice(-2), [
      { kind: 'TRANSFER_OUT', balance: 6, from_to: cupboard.name },
      { kind: 'TRANSFER_IN', balance: 4, from_to: safe.name },
    ])
  })

  t.test('a draft is written anew until it is sent (3.4)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const made = await write([{ product_id: product.id, quantity: 1 }], { note: 'Soon' })
    const path = `/stock/transfers/${made.data.id}`
    const more = await keeper.patch(path, { lines: [{ product_id: product.id, quantity: 3 }] })
    t.match(more.data, { note: 'Soon', lines: [{ quantity: 3 }] }, more.message)
    const kept = await keeper.patch(path, { note: null, carrier: 'Juma' })
    t.match(kept.data, { note: null, carrier: 'Juma', lines: [{ quantity: 3 }] })
    for (const [what, body, status, message] of [
      ['no lines', { lines: [] }, 400, /^lines /],
      ['no store', { to_store_id: 'x' }, 404, 'No such store.'],
      ['the same', { to_store_id: store.id }, 400, 'from_store_id and to_store_id are the same.'],
      ['not kept', { from_store_id: ward.id }, 403, `You do not keep ${ward.name}.`],
    ] as const) {
      const refused = await keeper.patch(path, body)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stale = await keeper.with({ 'if-match': '"1"' }).patch(path, { note: 'Old' })
    t.equal(stale.status, 409, 'somebody else changed it')
    await keeper.post(`${path}/send`)
    t.match(await keeper.patch(path, { note: 'Late' }), { status: 409, message: /is SENT/ })
  })

  t.test('lists, what is late (STK-49), and the books', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const { path } = await sent([{ product_id: product.id, quantity: 1 }])
    t.same(await keeper.whole('/stock/transfers', { late: 'true' }), [])
    clock.freeze('2026-05-12T08:00:00Z')
    const later = await people.with('storekeeper')
    const late = await later.whole('/stock/transfers', { late: 'true' })
    t.ok(late.some(({ id }: { id: string }) => path.endsWith(id)))
    t.ok((await later.whole('/stock/transfers', { status: 'RECEIVED' })).length >= 5)
    await rebuilt(t, house, 5)
  })
})
