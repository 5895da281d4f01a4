import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stock_pools, stock_reservations } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { tellUnapproved } from '../../../../db/hospital/goods/stock/expiry/jobs.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

t.test('requisitions (5.5)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house)
  const { keeper, store, manager } = shelf
  const nurse = await people.with('nurse')
  const head = await people.with('supervisor')
  const accountant = await people.with('accountant')
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const opened = async (code: string, more: Record<string, unknown> = {}) => {
    const made = await manager.post('/stock/stores', {
      code,
      name: `Ward ${code}`,
      kind: 'WARD',
      supply_store_id: store.id,
      keepers: [nurse.user.id],
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const ward = await opened('R1')
  const ask = (lines: unknown, more: Record<string, unknown> = {}, by: Person = nurse) =>
    by.post('/stock/requisitions', { to_store_id: ward.id, lines, submit: true, ...more })
  /** Asked for and approved as it is. */
  const approved = async (lines: unknown, more: Record<string, unknown> = {}) => {
    const made = await ask(lines, more)
    t.equal(made.data?.status, 'SUBMITTED', made.message)
    const path = `/stock/requisitions/${made.data.id}`
    const yes = await head.post(`${path}/approve`)
    t.equal(yes.data?.status, 'APPROVED', yes.message)
    return { path, lines: yes.data.lines }
  }
  const lies = async (product_id: string, store_id: string) =>
    (await keeper.get('/stock/levels', { product_id, store_id })).data.reduce(
      (sum: number, { quantity }: { quantity: number }) => sum + quantity,
      0,
    )

  t.test('bad input (6), and who may', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const line = { product_id: product.id, requested: 10 }
    const bare = await opened('R0', { supply_store_id: null })
    for (const [what, lines, more, status, message] of [
      ['no lines', [], {}, 400, 'lines must be a list of 1 to 500.'],
      ['no store', [line], { to_store_id: 'x' }, 404, 'No such store.'],
      [
        'the same store',
        [line],
        { from_store_id: ward.id },
        400,
        'from_store_id and to_store_id are the same.',
      ],
      ['nobody to ask', [line], { to_store_id: bare.id }, 400, /^from_store_id is required/],
      ['nothing', [{ ...line, requested: 0 }], {}, 400, 'Line 1: quantity must not be 0.'],
      ['no unit', [{ ...line, unit: 'lorry' }], {}, 400, /has no unit lorry\.$/],
      ['a department', [line], { department: 'Moon' }, 400, 'department "Moon" is not known.'],
    ] as const) {
      const refused = await ask(lines, more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const stranger = await people.with('nurse')
    t.match(await ask([line], {}, stranger), {
      status: 403,
      message: `You do not keep ${ward.name}.`,
    })
    const made = await ask([line])
    const path = `/stock/requisitions/${made.data.id}`
    const [one] = made.data.lines
    t.match(await keeper.post(`${path}/issue`, { lines: [{ line_id: one.id, quantity: 1 }] }), {
      status: 409,
      message: /is SUBMITTED\. It can: approve, reject, cancel\.$/,
    })
    const more = [{ line_id: one.id, approved: 11 }]
    t.match(await head.post(`${path}/approve`, { lines: more }), {
      status: 409,
      message: 'Line 1: only 10 were asked for.',
    })
    t.equal((await head.post(`${path}/reject`, { note: 'Not now' })).data?.status, 'REJECTED')
    const both = await people.with('nurse', 'supervisor')
    await manager.put(`/stock/stores/${ward.id}/keepers`, {
      user_ids: [nurse.user.id, both.user.id],
    })
    const own = await ask([line], {}, both)
    const own_path = `/stock/requisitions/${own.data.id}`
    t.match(await both.post(`${own_path}/approve`), {
      status: 409,
      message: 'You made this requisition: somebody else must approve it.',
    })
    const urgent = await ask([line], { priority: 'EMERGENCY' }, both)
    const at_once = await both.post(`/stock/requisitions/${urgent.data.id}/approve`)
    t.equal(at_once.data?.status, 'APPROVED', 'in an emergency who asked may')
    const off = await both.post(`/stock/requisitions/${urgent.data.id}/cancel`, { reason: 'Over' })
    t.equal(off.data?.status, 'CANCELLED')
    t.same(await stock_reservations.all({ hospital_id, source: 'requisition' }), [])
  })

  t.test('asked for, approved, issued, received (STK-50 to STK-52)', async (t) => {
    const product = await shelf.product({
      units: [{ unit: 'box', factor: 20, issue_default: true }],
    })
    await shelf.lay(product, 100)
    const { path, lines } = await approved([{ product_id: product.id, requested: 2, unit: 'box' }])
    t.match(lines, [{ requested: 40, approved: 40, issued: 0, on_hand_there: 0, short: 40 }])
    const [held] = await stock_reservations.all({ hospital_id, product_id: product.id })
    t.match(held, { quantity: 40_000, source: 'requisition' }, 'held for who asked')
    const issue = (quantity: number, more: Record<string, unknown> = {}) =>
      keeper.post(`${path}/issue`, { lines: [{ line_id: lines[0].id, quantity, ...more }] })
    t.match(await issue(41), { status: 409, message: 'Line 1: only 40 are approved and open.' })
    t.match(await issue(30), {
      status: 400,
      message: 'Line 1: a reason is required: it is less than approved.',
    })
    const part = await issue(30, { reason: 'RATIONED' })
    t.match(part.data, { status: 'PART_ISSUED', lines: [{ issued: 30, short: 10 }] }, part.message)
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [70, 0])
    t.match(await keeper.post(`${path}/close`, { reason: 'No more' }), {
      status: 409,
      message: 'Some of it is still on the way: it must be received first.',
    })
    const came = await nurse.post(`${path}/receive`)
    t.match(came.data, { status: 'PART_ISSUED', lines: [{ received: 30 }] }, came.message)
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [70, 30])
    t.match(await nurse.post(`${path}/receive`), {
      status: 409,
      message: 'Nothing of it is on the way.',
    })
    const rest = await issue(10)
    t.equal(rest.data?.status, 'ISSUED', rest.message)
    t.same(await stock_reservations.all({ hospital_id, product_id: product.id }), [])
    const loss = await balance('5204')
    const short = { lines: [{ line_id: lines[0].id, received: 8, reason: 'BROKEN' }] }
    const done = await nurse.post(`${path}/receive`, short)
    t.equal(done.data?.status, 'CLOSED', done.message)
    t.equal((await balance('5204')) - loss, 1000, 'STK-28')
    t.same([await lies(product.id, store.id), await lies(product.id, ward.id)], [60, 38])
    const pool = await stock_pools.find({ hospital_id, product_id: product.id })
    t.match(pool, { quantity: 98_000, value: 4_900_000 })
  })

  t.test('a department without stock uses it at once (STK-25, STK-52)', async (t) => {
    await manager.post('/departments', { code: 'DENT', name: 'Dental', kind: 'CLINICAL' })
    const clinic = await opened('R2', { holds_stock: false, department: 'Dental' })
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const { path, lines } = await approved([{ product_id: product.id, requested: 4 }], {
      to_store_id: clinic.id,
    })
    const cost = await balance('5101')
    const issued = await keeper.post(`${path}/issue`, {
      lines: [{ line_id: lines[0].id, quantity: 4 }],
    })
    t.match(issued.data, { status: 'ISSUED', lines: [{ issued: 4, received: 4 }] }, issued.message)
    t.equal((await balance('5101')) - cost, 2_000)
    const card = await keeper.get(`/stock/products/${product.id}/card`)
    t.match(card.data[0], { kind: 'WARD_USE', quantity: -4, department: 'Dental' })
    t.match(await nurse.post(`${path}/receive`), {
      status: 409,
      message: `${clinic.name} keeps no stock: the issue is complete.`,
    })
    const closed = await keeper.post(`${path}/close`, { reason: 'Done' })
    t.equal(closed.data?.status, 'CLOSED', closed.message)
  })

  t.test('a substitute is named as such, or has a reason (STK-50, STK-51)', async (t) => {
    const product = await shelf.product()
    const other = await shelf.product()
    await shelf.lay(other, 10)
    const { path, lines } = await approved([{ product_id: product.id, requested: 4 }])
    const issue = (more: Record<string, unknown>) =>
      keeper.post(`${path}/issue`, { lines: [{ line_id: lines[0].id, quantity: 4, ...more }] })
    t.match(await issue({}), { status: 409, message: /^Only 0 tablets of / })
    t.match(await issue({ substitute_id: other.id }), { status: 409, message: /give a reason\.$/ })
    const done = await issue({ substitute_id: other.id, reason: 'OUT_OF_STOCK' })
    t.match(done.data, { status: 'ISSUED', lines: [{ substitute_id: other.id }] }, done.message)
    t.equal((await nurse.post(`${path}/receive`)).data?.status, 'CLOSED')
    t.equal(await lies(other.id, ward.id), 4)
  })

  t.test('a draft is written anew until it is submitted (3.4)', async (t) => {
    const product = await shelf.product()
    const made = await ask([{ product_id: product.id, requested: 4 }], { submit: false })
    const path = `/stock/requisitions/${made.data.id}`
    const more = await nurse.patch(path, { priority: 'URGENT', note: 'Two wards share it' })
    t.match(more.data, { priority: 'URGENT', lines: [{ requested: 4 }] }, more.message)
    const less = await nurse.patch(path, { lines: [{ product_id: product.id, requested: 2 }] })
    t.match(less.data, { note: 'Two wards share it', lines: [{ requested: 2 }] })
    t.match(await nurse.patch(path, { from_store_id: ward.id }), { status: 400 })
    t.match(await nurse.patch(path, { lines: [] }), { status: 400 })
    await nurse.post(`${path}/submit`)
    t.match(await nurse.patch(path, { note: 'Late' }), { status: 409, message: /is SUBMITTED/ })
  })

  t.test('an emergency is issued first and approved afterwards (STK-56)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const plain = await ask([{ product_id: product.id, requested: 4 }])
    const of = (made: { data: { id: string; lines: { id: string }[] } }) => ({
      path: `/stock/requisitions/${made.data.id}`,
      lines: [{ line_id: made.data.lines[0]?.id ?? '', quantity: 4 }],
    })
    t.match(await keeper.post(`${of(plain).path}/issue`, { lines: of(plain).lines }), {
      status: 409,
      message: /is SUBMITTED\. It can: approve, reject, cancel/,
    })
    const made = await ask([{ product_id: product.id, requested: 4 }], { priority: 'EMERGENCY' })
    const { path, lines } = of(made)
    const gone = await keeper.post(`${path}/issue`, { lines })
    t.match(gone.data, { status: 'ISSUED', approved_by_name: null }, gone.message)
    const waiting = await head.whole('/stock/requisitions', { unapproved: 'true' })
    t.same(
      waiting.map(({ id }) => id),
      [made.data.id],
    )
    const tell = () => within(() => tellUnapproved(house.system), 'jobs')
    t.equal(await tell(), 1)
    t.equal(await tell(), 0, 'once a day')
    const told = await notifications.all({ hospital_id, user_id: head.user.id })
    t.ok(told.some(({ kind }) => kind === 'stock.requisition_unapproved'))
    t.equal((await nurse.post(`${path}/receive`)).data?.status, 'CLOSED')
    const late = await head.post(`${path}/approve`)
    t.match(late.data, { status: 'CLOSED', approved_by_name: head.user.full_name }, late.message)
    t.match(await head.post(`${path}/approve`), { status: 409, message: /approved already/ })
    t.same(await head.whole('/stock/requisitions', { unapproved: 'true' }), [])
  })

  t.test('what is asked beside what is used (STK-55)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const first = await approved([{ product_id: product.id, requested: 40 }])
    const issuing = [{ line_id: first.lines[0].id, quantity: 40 }]
    await keeper.post(`${first.path}/issue`, { lines: issuing })
    await nurse.post(`${first.path}/receive`)
    const use = await nurse.post('/stock/ward-use', {
      store_id: ward.id,
      lines: [{ product_id: product.id, quantity: 10 }],
    })
    t.equal(use.status, 201, use.message)
    clock.freeze('2026-06-02T08:00:00Z')
    const asker = await people.with('nurse', 'pharmacy_manager')
    const again = await ask([{ product_id: product.id, requested: 40 }], {}, asker)
    t.match(again.data?.lines, [
      { on_hand_there: 30, amc_there: 10.893, months_there: 2.8, mark: 'HIGH' },
    ])
    const fair = await ask([{ product_id: product.id, requested: 30 }], {}, asker)
    t.match(fair.data?.lines, [{ mark: null }])
    clock.freeze('2026-05-04T08:00:00Z')
  })

  t.test('who issued does not receive (3.4), and the books', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    await manager.put(`/stock/stores/${ward.id}/keepers`, {
      user_ids: [nurse.user.id, keeper.user.id],
    })
    const { path, lines } = await approved([{ product_id: product.id, requested: 4 }])
    await keeper.post(`${path}/issue`, { lines: [{ line_id: lines[0].id, quantity: 4 }] })
    t.match(await keeper.post(`${path}/receive`), {
      status: 409,
      message: 'You issued this requisition: somebody else must receive it.',
    })
    const off = await manager.post(`/stock/products/${product.id}/deactivate`, { reason: 'Old' })
    t.equal(off.status, 409, 'STK-5')
    t.equal((await nurse.post(`${path}/receive`)).data?.status, 'CLOSED')
    t.ok((await keeper.whole('/stock/requisitions', { status: 'CLOSED' })).length >= 3)
    await rebuilt(t, house, 3)
  })
})
