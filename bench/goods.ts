// Goods at the size of a district hospital (stock 9): a counter sale that takes its goods, an issue of ten lines
// alone and fifty at once, first expiry first over 200 lots, levels, product search and the reorder board.

import { clock } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { issue } from '../db/hospital/goods/stock/pool/issue.ts'
import { within } from '../db/store/connection.ts'
import { boot } from '../test/support/boot.ts'
import { done } from '../test/support/desk/ward.ts'
import { actor, shelfOf } from '../test/support/goods.ts'
import { somebody } from '../test/support/desk/visits.ts'
import { atDrawer } from '../test/support/money/drawers.ts'
import { priced } from '../test/support/money/prices.ts'
import { at, type Figures, report } from './harness/report.ts'

const size = { products: 400, lots: 200, asked: 100, at_once: 50 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
await priced(house)
const shelf = await shelfOf(house)
const { keeper, manager, store } = shelf
const cashier = await house.people.with('cashier')
await atDrawer(house, cashier)
const { id: patient_id } = await somebody(await house.people.with('reception'))
const found: Record<string, Figures> = {}

async function measured(what: string, times: number, work: (n: number) => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) took.push(await timed(() => work(n)))
  keep(what, took)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function keep(what: string, took: readonly number[]): void {
  const ms = (share: number): string => `${at(share, took).toFixed(1)} ms`
  found[what] = { p50: ms(0.5), p95: ms(0.95), worst: ms(1) }
}

const products: { id: string; code: string }[] = []
for (let n = 0; n < size.products; n += 1) {
  const product = await shelf.product()
  await shelf.lay(product, 100_000)
  products.push(product)
}
const many = await shelf.product({ tariff_code: 'FBC' })
for (let n = 0; n < size.lots; n += 1) {
  const month = String(1 + (n % 12)).padStart(2, '0')
  const expiry = `${2030 + Math.floor(n / 12)}-${month}-28`
  await shelf.lay(many, 1_000, { lot: `L${n}`, expiry })
}

const take = (lines: { product_id: string; quantity: number }[]) =>
  within(() =>
    issue(actor(house, keeper), {
      store_id: store.id,
      lines,
      kind: 'DISPENSE',
      source: 'bench',
      source_id: newId(),
    }),
  )
const ten = (n: number) =>
  Array.from({ length: 10 }, (_, line) => ({
    product_id: products[(n * 10 + line) % products.length]?.id ?? '',
    quantity: 1,
  }))

const sale = { patient_id, method: 'Cash', lines: [{ code: 'FBC', quantity: 1 }] }
await measured('a sale that takes its goods', size.asked, () =>
  done(cashier.post('/billing/sales', sale)),
)
await measured('an issue of 10 lines', size.asked, (n) => take(ten(n)))
const together = Array.from({ length: size.at_once }, (_, n) => timed(() => take(ten(n))))
keep(`an issue of 10 lines, ${size.at_once} at once`, await Promise.all(together))
await measured(`first expiry first over ${size.lots} lots`, size.asked, () =>
  take([{ product_id: many.id, quantity: 5 }]),
)
await measured(`levels of ${size.products + size.lots}, a page`, size.asked, () =>
  done(keeper.get('/stock/levels', { store_id: store.id })),
)
await measured('a product by its words', size.asked, () =>
  done(keeper.get('/stock/products', { search: 'paracet' })),
)
const rules = products.map(({ id: product_id }) => ({
  product_id,
  store_id: store.id,
  method: 'AMC',
}))
await done(manager.put('/stock/reorder-rules', { rules }))
await measured(`the reorder board of ${size.products} rules`, 10, () =>
  done(keeper.get('/stock/reorder', { state: 'all' })),
)

for (const work of undo) await work()
report('goods', found, [
  'Goals: an issue of 10 lines p95 < 60 ms on SQLite, < 40 ms on PostgreSQL; product search p95 < 80 ms (stock 9).',
])
process.exit(0)
