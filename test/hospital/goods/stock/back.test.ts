import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { issue } from '../../../../db/hospital/neighbours/stock.ts'
import {
  type ComingBack,
  receiveBack,
  reverseIssue,
} from '../../../../db/hospital/goods/stock/pool/back.ts'
import { stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { actor, outcomes, shelfOf } from '../../../support/goods.ts'

t.test('goods that come back (STK-161)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const { store, keeper } = shelf
  const accountant = await people.with('accountant')
  const by = actor(house, await people.with('nurse'))
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const poolOf = (id: string) =>
    stock_pools.find({ hospital_id: house.hospital.id, product_id: id })
  const taken = async (product_id: string, quantity: number) => {
    const source_id = newId()
    const [one] = await within(() =>
      issue(by, {
        store_id: store.id,
        lines: [{ product_id, quantity }],
        kind: 'DISPENSE',
        source: 'dispense',
        source_id,
      }),
    )
    return { source_id, batch_id: one?.batch_id ?? '' }
  }
  const bring = (lines: ComingBack[], source_id = newId()) =>
    within(() =>
      receiveBack(by, { source: 'dispense_return', source_id, store_id: store.id, lines }),
    )
  const line = (
    product_id: string,
    from: { source_id: string; batch_id: string },
    quantity: number,
    condition: ComingBack['condition'] = 'GOOD',
  ): ComingBack => ({
    product_id,
    batch_id: from.batch_id,
    quantity,
    condition,
    reason: 'Changed to syrup',
    issue_source: { source: 'dispense', source_id: from.source_id },
  })

  t.test('at the value it left with, to the account it came from (STK-35)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 100)
    const gone = await taken(product.id, 40)
    const dear = { product_id: product.id, lot: 'DEAR', expiry: '2029-01-31', unit_cost: 900 }
    const found = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Behind the shelf',
      lines: [{ ...dear, quantity: 50 }],
    })
    const posted = await keeper.post(`/stock/adjustments/${found.data.id}/submit`)
    t.equal(posted.data?.status, 'POSTED', posted.message)
    t.match(await poolOf(product.id), { quantity: 110_000, value: 7_500_000 })
    const [cost, stock] = [await balance('5101'), await balance('1401')]
    const [move] = await bring([line(product.id, gone, 10)])
    t.match(move, { kind: 'RETURN_IN', quantity: 10_000, value: 500_000 })
    t.match(await poolOf(product.id), { quantity: 120_000, value: 8_000_000 })
    t.equal((await balance('5101')) - cost, -5_000)
    t.equal((await balance('1401')) - stock, 5_000)
    t.same(await outcomes([bring([line(product.id, gone, 31)])]), [
      `Line 1: only 30 tablets of ${product.name} 500 mg are still out.`,
    ])
    t.same(
      await outcomes([bring([line(product.id, gone, 20), line(product.id, gone, 20)])]),
      [`Line 2: only 10 tablets of ${product.name} 500 mg are still out.`],
      'lines of one request are summed',
    )
    t.same(await outcomes([bring([line(product.id, { ...gone, batch_id: 'x' }, 1)])]), [
      'Line 1: no such batch.',
    ])
    const again = newId()
    const first = await bring([line(product.id, gone, 5)], again)
    const second = await bring([line(product.id, gone, 5)], again)
    t.same(
      second.map(({ id }) => id),
      first.map(({ id }) => id),
      'once for what asked',
    )
  })

  t.test('what is not sound is set apart (STK-60)', async (t) => {
    const product = await shelf.product()
    const cold = await shelf.product({ storage: 'COLD' })
    for (const one of [product, cold]) await shelf.lay(one, 10)
    const of_cold = await taken(cold.id, 4)
    const of_warm = await taken(product.id, 4)
    await bring([
      line(product.id, of_warm, 1),
      line(product.id, of_warm, 1, 'QUARANTINE'),
      line(product.id, of_warm, 1, 'DESTROY'),
      line(cold.id, of_cold, 2),
    ])
    const items = await keeper.whole('/stock/quarantine', { store_id: store.id })
    t.match(
      items,
      [
        { product_id: product.id, reason: 'RETURN', quantity: 1 },
        { product_id: product.id, reason: 'DAMAGED', quantity: 1 },
        { product_id: cold.id, reason: 'RETURN', quantity: 2 },
      ],
      'and what was cold as well',
    )
    const [level] = (await keeper.get('/stock/levels', { product_id: product.id })).data
    t.match(level, { quantity: 9, quarantined: 2, available: 7 })
  })

  t.test('an issue is taken back whole (STK-161)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const gone = await taken(product.id, 6)
    await bring([line(product.id, gone, 2)])
    const back = () => within(() => reverseIssue(by, 'dispense', gone.source_id, 'Wrong patient'))
    const both = await Promise.all([back(), back()])
    t.equal(both.flat().length, 1, 'once, of two at once')
    t.match(both.flat(), [{ kind: 'REVERSAL', quantity: 4_000, note: 'Wrong patient' }])
    t.match(await poolOf(product.id), { quantity: 10_000, value: 500_000 })
    t.same(await within(() => reverseIssue(by, 'dispense', newId(), 'Nothing there')), [])
    await rebuilt(t, house, 3)
  })
})
