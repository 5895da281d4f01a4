import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stock_moves, stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('the counter sale takes its goods (BIL-60)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  await priced(house)
  const { people } = house
  const shelf = await shelfOf(house)
  const cashier = await people.with('cashier')
  const accountant = await people.with('accountant')
  const { id: patient_id } = await somebody(await people.with('reception'))
  await atDrawer(house, cashier)
  const product = await shelf.product({ tariff_code: 'FBC' })
  await shelf.lay(product, 10, { lot: 'LATE', expiry: '2028-12-31' })
  await shelf.lay(product, 10, { lot: 'SOON', expiry: '2027-06-30' })
  const levels = (await shelf.keeper.get('/stock/levels', { product_id: product.id })).data
  const batch = (lot: string): string =>
    levels.find((one: { lot: string }) => one.lot === lot).batch_id
  const sell = (lines: object[]) =>
    cashier.post('/billing/sales', { patient_id, method: 'Cash', lines })
  const poolOf = async (id: string) =>
    (await stock_pools.find({ hospital_id: house.hospital.id, product_id: id }))?.quantity
  const books = await ledgerOf(house)

  t.test('by its tariff code, first expiry first, whoever keeps the store (STK-40)', async (t) => {
    const cost = await books.balance(accountant, '5101')
    const sale = await sell([{ code: 'FBC', quantity: 2 }])
    t.equal(sale.status, 201, sale.message)
    t.match(sale.data.stock, [{ product_id: product.id, lot: 'SOON', quantity: 2 }])
    t.equal((await books.balance(accountant, '5101')) - cost, 1000, 'STK-24')
    const [item] = sale.data.bill.items
    t.match(item, { product_id: product.id })
    const moves = await stock_moves.all({ hospital_id: house.hospital.id, kind: 'SALE' })
    t.match(moves, [{ source: 'sale', source_id: sale.data.bill.id, posted_as: 'STOCK_ISSUE' }])
    t.equal(await poolOf(product.id), 18_000)
  })

  t.test('by its batch, whatever the price list says', async (t) => {
    const sale = await sell([{ code: 'FBC', quantity: 1, batch_id: batch('LATE') }])
    t.equal(sale.status, 201, sale.message)
    t.match(sale.data.stock, [{ lot: 'LATE', quantity: 1 }])
    const twice = await sell([
      { code: 'FBC', quantity: 5, batch_id: batch('LATE') },
      { code: 'FBC', quantity: 5, batch_id: batch('LATE') },
    ])
    t.match(twice, { status: 409, message: /^Only 9 tablets of lot LATE/ })
    t.equal(await poolOf(product.id), 17_000, 'a refusal leaves nothing')
    const nobody = await sell([{ code: 'FBC', batch_id: 'b-1' }])
    t.match(nobody, { status: 404, message: 'lines[0].batch_id: no such batch.' })
  })

  t.test('short, it is refused whole', async (t) => {
    const bills = (await accountant.get('/billing/sales')).meta?.total
    const short = await sell([{ code: 'FBC', quantity: 100 }])
    t.match(short, { status: 409, message: /^Only 17 tablets of .* are free in / })
    t.equal((await accountant.get('/billing/sales')).meta?.total, bills)
  })

  t.test('a service takes none', async (t) => {
    const sale = await sell([{ code: 'TAXED', quantity: 1 }])
    t.equal(sale.status, 201, sale.message)
    t.same(sale.data.stock, [])
  })

  t.test('the card of the product shows it, the patient to who may see', async (t) => {
    const card = await shelf.keeper.get(`/stock/products/${product.id}/card`)
    t.equal(card.data.length, 4)
    t.match(card.data[0], { kind: 'SALE', quantity: -1, balance: 17, lot: 'LATE' })
    await rebuilt(t, house, 4)
  })
})
