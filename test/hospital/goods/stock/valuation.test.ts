// What goods are worth: now, on a day that is over, in a store, and beside the ledger (STK-16).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { issue } from '../../../../db/hospital/goods/stock/pool/issue.ts'
import { within } from '../../../../db/store/connection.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { actor, shelfOf } from '../../../support/goods.ts'

t.test('valuation (5.9)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const ward = await shelfOf(house, { is_default_dispensing: false })
  const { keeper, store } = shelf
  const books = await ledgerOf(house)
  const tablets = await shelf.product({ name: 'Amoxicillin' })
  const gauze = await shelf.product({ name: 'Gauze', class: 'SUPPLY', strength: null })
  // STK-12: 100 at 500 and 50 at 560 are 78,000; 40 of them are 20,800.
  await shelf.lay(tablets, 100)
  await shelf.lay(tablets, 50, { lot: 'B2', unit_cost: '560' })
  await shelf.lay(gauze, 10, { unit_cost: '100' })
  const take = (quantity: number) =>
    within(() =>
      issue(actor(house, keeper), {
        store_id: store.id,
        lines: [{ product_id: tablets.id, quantity }],
        kind: 'DISPENSE',
        source: 'test',
        source_id: newId(),
      }),
    )
  clock.freeze('2026-05-05T08:00:00Z')
  const anybody = () => people.with('accountant', 'pharmacy_manager', 'pharmacist')
  let by = await anybody()
  const asked = (query: Record<string, string> = {}) =>
    by.get('/stock/valuation', { totals: 'true', ...query })
  await take(40)

  t.test('now and on a day that is over (STK-12)', async (t) => {
    t.match(await asked(), {
      data: [
        { name: /^Amoxicillin/, quantity: 110, average_cost: 520, value: 57_200 },
        { name: 'Gauze', quantity: 10, average_cost: 100, value: 1_000 },
      ],
      meta: { totals: { value: 58_200 } },
    })
    t.match(await asked({ as_of: '2026-05-04' }), {
      data: [{ quantity: 150, average_cost: 520, value: 78_000 }, { value: 1_000 }],
      meta: { totals: { value: 79_000 } },
    })
    t.same((await asked({ as_of: '2026-05-03' })).data, [])
    t.match((await asked({ class: 'SUPPLY' })).data, [{ name: 'Gauze' }])
    t.match((await asked({ group_by: 'class' })).data, [
      { key: 'MEDICINE', quantity: null, value: 57_200 },
      { key: 'SUPPLY', value: 1_000 },
    ])
    t.match((await asked({ group_by: 'facility' })).data, [{ value: 58_200 }])
    t.match(await asked({ group_by: 'colour' }), { status: 400 })
    t.match(await asked({ store_id: 'x' }), { status: 404, message: 'No such store.' })
    t.equal((await (await people.with('nurse')).get('/stock/valuation')).status, 403)
  })

  t.test('what lay where at the end of a day (5.2)', async (t) => {
    const lay = (query: Record<string, string> = {}) =>
      by.get('/stock/levels', { product_id: tablets.id, ...query })
    t.match((await lay()).data, [
      { lot: 'B1', quantity: 60, quarantined: 0, available: 60, unit_cost: 520 },
      { lot: 'B2', quantity: 50, available: 50 },
    ])
    const then = [
      { lot: 'B1', quantity: 100, quarantined: null, available: null, value: 52_000 },
      { lot: 'B2', quantity: 50, unit_cost: 520, value: 26_000 },
    ]
    t.match((await lay({ as_of: '2026-05-04' })).data, then)
    t.same((await lay({ as_of: '2026-05-03' })).data, [])
    t.match((await lay({ as_of: '2026-05-05' })).data, [{ quantity: 60, available: 60 }, {}])
    t.match((await lay({ as_of: '2026-05-04', state: 'expired' })).data, [])
    for (const [query, message] of [
      [{ as_of: '2026-05-06' }, 'as_of is in the future.'],
      [{ as_of: 'May' }, /^as_of /],
      [
        { as_of: '2026-05-04', state: 'quarantined' },
        'state quarantined is known of today alone: leave it out, or as_of.',
      ],
    ] as const) {
      t.match(await lay(query), { status: 400, message })
    }
  })

  t.test('of a store, with what is on its way in no store (STK-26)', async (t) => {
    const lines = [{ product_id: tablets.id, quantity: 10 }]
    const body = { from_store_id: store.id, to_store_id: ward.store.id, lines }
    const { id } = await done(by.post('/stock/transfers', body))
    await done(by.post(`/stock/transfers/${id}/send`))
    t.match((await asked({ store_id: store.id })).meta, { totals: { value: 53_000 } })
    t.match((await asked()).meta, { totals: { value: 58_200 } }, 'the pool keeps it')
    await done(
      (await people.with('pharmacy_manager', 'pharmacist')).post(`/stock/transfers/${id}/receive`),
    )
    t.match((await asked({ store_id: ward.store.id })).data, [{ quantity: 10, value: 5_200 }])
    clock.freeze('2026-05-06T08:00:00Z')
    by = await anybody()
    const past = { as_of: '2026-05-05' }
    t.match((await asked(past)).meta, { totals: { value: 58_200 } })
    t.match((await asked({ ...past, store_id: ward.store.id })).data, [{ value: 5_200 }])
  })

  t.test('levels × cost = ledger, account by account (STK-16)', async (t) => {
    const found = (await by.get('/stock/valuation/reconcile')).data
    t.ok(found.every(({ difference }: { difference: number }) => difference === 0))
    const medicines = found.find(({ account }: { account: string }) => account.startsWith('1401'))
    t.match(medicines, { ledger: 57_200, stock: 57_200, in_transit: 0 })
    t.equal(await books.balance(by, '1401'), 57_200)
  })
})
