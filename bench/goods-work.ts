// What people of the stores do at once with much (stock 9): the card of 50,000 moves, a recall traced to 5,000
// patients, a count of 5,000 lines on five sheets, an order of 200 lines on paper, what a scanner reads.

import { clock } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { patients } from '../db/hospital/desk/patients/tables.ts'
import {
  batches,
  stock_levels,
  stock_moves,
  stock_pools,
} from '../db/hospital/goods/stock/pool/tables.ts'
import { products } from '../db/hospital/goods/stock/products/tables.ts'
import { boot } from '../test/support/boot.ts'
import { somebody } from '../test/support/desk/visits.ts'
import { done } from '../test/support/desk/ward.ts'
import { purchasingOf } from '../test/support/purchasing.ts'
import { askedInto, lastedInto, written } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const size = {
  moves: 50_000,
  patients: 5_000,
  lines: 5_000,
  sheet: 1_000,
  ordered: 200,
  asked: 100,
}
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
const { id: hospital_id } = house.hospital
const desk = await purchasingOf(house)
const { keeper, store, manager } = desk
const found: Record<string, Figures> = {}
const measured = askedInto(found)
const lasted = lastedInto(found)

// One product that moves all the time, to as many people as are on the register.
const product = await desk.product()
await desk.lay(product, 1_000_000)
const [came] = await stock_moves.all({ hospital_id, product_id: product.id })
const { id: patient_id } = await somebody(await house.people.with('reception'))
const person = await patients.find({ hospital_id, id: patient_id })
if (came === undefined || person === undefined) throw new Error('nothing to be like')
const people = Array.from({ length: size.patients }, (_, n) => ({
  ...person,
  id: newId(),
  number: `PT-B${n}`,
}))
await written(people, (some) => patients.insertMany(some))
const gone = Array.from({ length: size.moves }, (_, n) => ({
  ...came,
  id: newId(),
  kind: 'DISPENSE' as const,
  quantity: -1_000,
  value: -50_000,
  patient_id: people[n % people.length]?.id ?? null,
  source: 'bench',
  source_id: newId(),
}))
await written(gone, (some) => stock_moves.insertMany(some))
await measured(`the card of ${size.moves} moves, first page`, size.asked, () =>
  keeper.get(`/stock/products/${product.id}/card`),
)
const recall = await done(
  manager.post('/stock/recalls', {
    product_ids: [product.id],
    lots: ['B1'],
    level: 'II',
    source: 'AUTHORITY',
    reason: 'Particles',
    notice_no: 'N-1',
    notice_on: '2026-03-30',
    instruction: 'RETURN',
  }),
)
await measured(`a recall traced to ${size.patients} patients`, 20, () =>
  manager.get(`/stock/recalls/${recall.id}/trace`, { kind: 'patients' }),
)

// A store of many products, each with a lot.
const model = await products.find({ hospital_id, id: product.id })
const [batch] = await batches.all({ hospital_id, product_id: product.id })
const [level] = await stock_levels.all({ hospital_id, product_id: product.id })
const [pool] = await stock_pools.all({ hospital_id, product_id: product.id })
if (!model || !batch || !level || !pool) throw new Error('nothing lies there')
const many = Array.from({ length: size.lines }, (_, n) => ({
  id: newId(),
  batch_id: newId(),
  name: `Goods ${String(n).padStart(5, '0')}`,
}))
await written(many, (some) =>
  products.insertMany(
    some.map(({ id, name }) => ({ ...model, id, name, code: `B-${name}`, identity: name })),
  ),
)
await written(many, (some) =>
  batches.insertMany(
    some.map(({ id, batch_id, name }) => ({
      ...batch,
      id: batch_id,
      product_id: id,
      lot: name,
      identity: name,
      status: 'AVAILABLE' as const,
    })),
  ),
)
const { id: _level, ...lies } = level as typeof level & { id?: string }
await written(many, (some) =>
  stock_levels.insertMany(
    some.map(({ id, batch_id }) => ({
      ...lies,
      product_id: id,
      batch_id,
      quantity: 100_000,
      quarantined: 0,
    })),
  ),
)
await written(many, (some) =>
  stock_pools.insertMany(
    some.map(({ id }) => ({ ...pool, product_id: id, quantity: 100_000, value: 5_000_000 })),
  ),
)
const count = await done(keeper.post('/stock/counts', { store_id: store.id, kind: 'FULL' }))
const at = `/stock/counts/${count.id}`
await lasted(`a count of ${size.lines} lines: begun`, () => done(keeper.post(`${at}/start`)))
const lines = await keeper.whole(`${at}/lines`)
await lasted(`a count of ${size.lines} lines: sheets of ${size.sheet}`, async () => {
  for (let from = 0; from < lines.length; from += size.sheet) {
    const sheet = lines.slice(from, from + size.sheet)
    const counted = sheet.map(({ id: line_id }, n) => ({ line_id, counted: n % 50 ? 100 : 99 }))
    await done(keeper.put(`${at}/lines`, { lines: counted }))
  }
})
await lasted(`a count of ${size.lines} lines: handed in`, () => done(keeper.post(`${at}/submit`)))

const order = await desk.order(
  many.slice(0, size.ordered).map(({ id }) => ({ product_id: id, quantity: 10, unit_price: 500 })),
)
await measured(`an order of ${size.ordered} lines on paper`, 10, () =>
  desk.buyer.get(`/procurement/orders/${order.id}/pdf`),
)
await measured('what a scanner reads', size.asked, () =>
  keeper.post('/stock/barcodes/parse', { code: '(01)06291041500213(17)280531(10)K9' }),
)

for (const work of undo) await work()
report('goods-work', found, [
  'Goals: card of 50,000 moves < 200 ms; recall of 5,000 patients < 3 s; count of 5,000 lines < 10 s in all; order of 200 lines on paper < 2 s (stock 9).',
])
process.exit(0)
