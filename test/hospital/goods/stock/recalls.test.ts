// Recalls: every shelf set apart at once, and everything traced to where it lies and to whom it went.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { reserve } from '../../../../db/hospital/goods/stock/pool/reserve.ts'
import { stock_reservations } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { walkInPatient } from '../../../../db/hospital/desk/patients/walk-in.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { actor, shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

t.test('recalls (5.8)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house)
  const ward = await shelfOf(house, { is_default_dispensing: false })
  const { keeper, store } = shelf
  const nurse = await people.with('nurse')
  await ledgerOf(house)
  const patient_id = (await somebody(await people.with('reception'))).id
  const input = {
    lots: ['B1'],
    level: 'I',
    source: 'AUTHORITY',
    notice_on: '2026-05-04',
    reason: 'Glass in the vial',
    instruction: 'DESTROY',
  }
  const recall = (more: Record<string, unknown>, by: Person = keeper) =>
    by.post('/stock/recalls', { ...input, ...more })
  const take = (product: { id: string }, quantity: number, more: Record<string, unknown> = {}) =>
    within(() =>
      issue(actor(house, keeper), {
        store_id: store.id,
        lines: [{ product_id: product.id, quantity }],
        kind: 'DISPENSE',
        source: 'test',
        source_id: newId(),
        ...more,
      }),
    )

  t.test('what is asked wrongly is refused (6)', async (t) => {
    const product = await shelf.product()
    const product_ids = [product.id]
    for (const [what, more, status, message] of [
      [
        'no lots',
        { product_ids, lots: [] },
        400,
        'lots are required: give lots, or all_lots: true.',
      ],
      ['both', { product_ids, all_lots: true }, 400, /^lots cannot stand beside/],
      ['no product', { product_ids: ['x'] }, 404, 'No such product.'],
      ['none at all', { product_ids: [] }, 400, /^product_ids /],
      ['tomorrow', { product_ids, notice_on: '2026-05-05' }, 400, 'notice_on is in the future.'],
      ['no level', { product_ids, level: 'IV' }, 400, 'level must be one of I, II, III.'],
      ['no reason', { product_ids, reason: '' }, 400, /^reason /],
    ] as const) {
      const refused = await recall(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    t.equal((await recall({ product_ids }, nurse)).status, 403)
    t.same(await keeper.whole('/stock/recalls'), [])
  })

  t.test('who buys without a file is not told (STK-92, STK-94, BIL-63)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 20)
    const nobody = await within(() => walkInPatient(house.system))
    await take(product, 3, { patient_id: nobody.id })
    await take(product, 2, { patient_id: nobody.id, kind: 'SALE' })
    const { data } = await recall({ product_ids: [product.id] })
    t.match(data.figures, { issued_patients: 0, issued_departments: 3, sold: 2, patients: 0 })
    t.same(await keeper.whole(`/stock/recalls/${data.id}/trace`, { kind: 'patients' }), [])
    t.match(await keeper.post(`/stock/recalls/${data.id}/tell-patients`, {}), {
      data: { queued: 0, without_phone: 0 },
    })
    const lines = [{ product_id: product.id, quantity: 1 }]
    const used = { store_id: store.id, patient_id: nobody.id, lines }
    const keeps = await people.with('nurse')
    const user_ids = [keeper.user.id, keeps.user.id]
    await done(shelf.manager.put(`/stock/stores/${store.id}/keepers`, { user_ids }))
    t.match(await keeps.post('/stock/ward-use', used), {
      status: 409,
      message: /stands for whoever buys without a file/,
    })
  })

  t.test('opened, every shelf is set apart and nothing more is issued (STK-90)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 20)
    await shelf.lay(product, 5, { lot: 'B2' })
    await take(product, 3, { patient_id })
    await take(product, 2, { department: 'Dental' })
    const transfer = await done(
      keeper.post('/stock/transfers', {
        from_store_id: store.id,
        to_store_id: ward.store.id,
        lines: [{ product_id: product.id, quantity: 4 }],
      }),
    )
    const path = `/stock/transfers/${transfer.id}`
    await done(keeper.post(`${path}/send`))
    const asked = { product_id: product.id, store_id: store.id, quantity: 2 }
    const until = '2026-05-10T08:00:00.000Z'
    const wanted = { ...asked, source: 'order', source_id: 'o1', until }
    await within(() => reserve(actor(house, keeper), wanted))
    const { data, message, status } = await recall({ product_ids: [product.id], lots: [' b 1'] })
    t.equal(status, 201, message)
    t.match(data, { reference: /^RC-2026-\d{4}$/, status: 'OPEN', tell_patients: true })
    t.match(data.figures, {
      received: 20,
      on_hand: 15,
      quarantined: 11,
      issued_patients: 3,
      issued_departments: 2,
      unaccounted: 0,
      patients: 1,
    })
    t.match(await keeper.whole('/stock/quarantine', { product_id: product.id }), [
      { quantity: 11, reason: 'RECALL', lot: 'B1' },
    ])
    t.equal(await stock_reservations.count({ hospital_id, product_id: product.id }), 0)
    const levels = await keeper.whole('/stock/levels', { product_id: product.id })
    const { batch_id } = levels.find(({ lot }) => lot === 'B1')
    const lines = [{ product_id: product.id, quantity: 1, batch_id }]
    await t.rejects(take(product, 1, { lines }), { message: 'Lot B1 is recalled.' })
    const [other] = await take(product, 1)
    t.equal(other?.lot, 'B2', 'another lot goes on')

    const trace = (kind: string) => keeper.whole(`/stock/recalls/${data.id}/trace`, { kind })
    t.match(await trace('holdings'), [
      { kind: 'STORE', store_name: store.name, quantity: 11, quarantined: 11 },
      { kind: 'ON_THE_WAY', store_name: ward.store.name, quantity: 4, reference: /^TR-/ },
    ])
    t.match(await trace('patients'), [{ patient_id, quantity: -3, patient_name: /\w/, lot: 'B1' }])
    t.match(await trace('departments'), [{ department: 'Dental', quantity: -2 }])
    t.match(await trace('receipts'), [{ kind: 'OPENING', quantity: 20 }])
    t.same(await trace('clients'), [])
    const [read] = await audit_rows.all({ hospital_id, action: 'recall.trace' }, { limit: 1 })
    t.ok(read, 'the reading stands in the log (STK-92)')

    await done(ward.keeper.post(`${path}/receive`))
    t.match(await keeper.whole('/stock/quarantine', { product_id: product.id }), [
      { store_name: store.name },
      { store_name: ward.store.name, quantity: 4, reason: 'RECALL' },
    ])

    const close = `/stock/recalls/${data.id}/close`
    t.match(await keeper.post(close), {
      status: 409,
      message: '15 are still there: they must be destroyed first.',
    })
    const more = await keeper.patch(`/stock/recalls/${data.id}`, { lots: ['B1', 'B2'] })
    t.match(more.data, { lots: ['b 1', 'B2'], figures: { received: 25, quarantined: 19 } })
    t.match(await keeper.patch(`/stock/recalls/${data.id}`, { lots: ['B2'] }), {
      status: 409,
      message: 'Lot b 1 is recalled: lots are only added.',
    })
    const soft = await keeper.patch(`/stock/recalls/${data.id}`, { instruction: 'QUARANTINE' })
    t.equal(soft.data?.instruction, 'QUARANTINE')
    t.equal((await keeper.post(close)).data?.status, 'CLOSED')
    await t.rejects(take(product, 1), { message: /^Only 0 tablets/ })
    const again = await keeper.post(`/stock/recalls/${data.id}/reopen`, { reason: 'Found more' })
    t.equal(again.data?.status, 'OPEN')
  })

  t.test('what comes in later is refused, what is found is barred (STK-91)', async (t) => {
    const product = await shelf.product()
    const made = await recall({ product_ids: [product.id], lots: ['Z9'] })
    t.match(made.data.figures, { received: 0, accounted_pct: null })
    await t.rejects(shelf.lay(product, 5, { lot: 'z 9' }), {
      message: `Lot z 9 is recalled (${made.data.reference}).`,
    })
    const found = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Behind the shelf',
      lines: [
        { product_id: product.id, lot: 'Z9', expiry: '2028-01-31', quantity: 3, unit_cost: 1 },
      ],
    })
    await done(keeper.post(`/stock/adjustments/${found.data.id}/submit`))
    await t.rejects(take(product, 1), { message: /^Only 0 tablets/ })
    const close = `/stock/recalls/${made.data.id}/close`
    const note = 'Found, and put with the others'
    t.match(await keeper.post(close, { withdrawn: true }), { status: 400, message: /notice/ })
    const gone = await keeper.post(close, { withdrawn: true, close_note: note })
    t.match(gone.data, { status: 'CLOSED', withdrawn: true, close_note: note })
    const [batch] = await keeper.whole('/stock/batches', { product_id: product.id })
    t.match(batch, { status: 'ON_HOLD', hold_reason: /withdrawn/ })
    const reopened = await keeper.post(`/stock/recalls/${made.data.id}/reopen`, { reason: 'Again' })
    t.match(reopened, { status: 409, message: /was withdrawn: open another/ })
  })

  t.test('destroyed, all of it is accounted for (STK-95)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10, { lot: 'C1' })
    await take(product, 2, { patient_id })
    const made = await recall({ product_ids: [product.id], lots: null, all_lots: true })
    t.same(made.data.lots, [])
    t.match(made.data.figures, { accounted_pct: 100, on_hand: 8, quarantined: 8, patients: 1 })
    await rebuilt(t, house, 4)
  })

  t.test('six recalls at once of one shelf set it apart once', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10, { lot: 'S1' })
    const asked = Array.from({ length: 6 }, () =>
      recall({ product_ids: [product.id], lots: ['S1'] }),
    )
    const answers = await Promise.all(asked)
    t.ok(answers.every(({ status }) => status === 201))
    const items = await keeper.whole('/stock/quarantine', { product_id: product.id })
    t.same(
      items.map(({ quantity }) => quantity),
      [10],
    )
  })
})
