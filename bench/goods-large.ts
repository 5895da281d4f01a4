// Goods of a large house (stock 9): levels of 20,000 products, what 1,000,000 moves were worth on a day, the card of
// a product, what to buy of 5,000 products in 20 stores, and how products stand there.
//   npm run bench -- goods-large [moves, 1000000]     DB=postgres for the other database

import { clock, nextDay } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { board } from '../db/hospital/goods/procurement/reorder/board.ts'
import {
  find as findProduct,
  list as listProducts,
} from '../db/hospital/goods/procurement/reorder/products.ts'
import { reorder_rules } from '../db/hospital/goods/procurement/reorder/tables.ts'
import { listLevels } from '../db/hospital/goods/stock/pool/levels.ts'
import { card } from '../db/hospital/goods/stock/pool/lists.ts'
import {
  batches,
  stock_levels,
  stock_moves,
  stock_pools,
} from '../db/hospital/goods/stock/pool/tables.ts'
import { products } from '../db/hospital/goods/stock/products/tables.ts'
import { stores } from '../db/hospital/goods/stock/stores/tables.ts'
import { keepUse } from '../db/hospital/goods/stock/use/kept.ts'
import { valuation } from '../db/hospital/goods/stock/value/valuation.ts'
import { run, within } from '../db/store/connection.ts'
import { type Sql, sql } from '../db/store/sql.ts'
import { boot } from '../test/support/boot.ts'
import { at, type Figures, report } from './harness/report.ts'

const size = { products: 20_000, bought: 5_000, stores: 20, batches_of_each: 1 }
const wanted = Number(process.argv[2] ?? 1_000_000)
const undo: (() => unknown)[] = []
clock.freeze('2026-07-10T05:00:00.000Z')
const house = await boot({ teardown: (work) => void undo.push(work as () => unknown) })
const { hospital_id } = house.system
const { facility_id } = house
const found: Record<string, Figures> = {}
const said = { created_at: clock.instant(), updated_at: clock.instant() }

const many = async <T>(count: number, write: (from: number, to: number) => T): Promise<void> => {
  for (let from = 0; from < count; from += 5000) {
    await within(async () => void (await write(from, Math.min(count, from + 5000))))
  }
}
const of = <T>(from: number, to: number, make: (n: number) => T): T[] =>
  Array.from({ length: to - from }, (_, n) => make(from + n))

const goods = Array.from({ length: size.products }, () => ({ id: newId(), batch_id: newId() }))
const places = Array.from({ length: size.stores }, () => newId())
await within(() =>
  stores.insertMany(
    places.map((id, n) => ({
      ...said,
      id,
      hospital_id,
      facility_id,
      code: `L${n}`,
      name: `Store ${n}`,
      name_key: `store ${n}`,
      kind: 'PHARMACY' as const,
    })),
  ),
)
await many(size.products, (from, to) =>
  products.insertMany(
    of(from, to, (n) => ({
      ...said,
      id: goods[n]?.id ?? '',
      hospital_id,
      code: `L-${n}`,
      name: `Medicine ${(n * 7919) % size.products}`,
      identity: `medicine ${n}`,
      class: 'MEDICINE' as const,
      storage: 'ROOM' as const,
      base_unit: 'tablet',
      batch_required: true,
      expiry_required: true,
      reissuable: true,
      moved: true,
      created_by_name: 'bench',
    })),
  ),
)
await many(size.products, (from, to) =>
  batches.insertMany(
    of(from, to, (n) => ({
      ...said,
      id: goods[n]?.batch_id ?? '',
      hospital_id,
      product_id: goods[n]?.id ?? '',
      lot: `B${n}`,
      identity: `b${n}`,
      expiry: nextDay('2026-08-01', n % 700),
      unit_cost: 500_00,
      funding: 'OWN' as const,
      status: 'AVAILABLE' as const,
      first_received_on: '2025-12-01',
    })),
  ),
)

// Each of the bought products came once to each store, half a year and more ago, and was used there since; what is
// not bought lies in the first store alone.
const pairs = size.bought * size.stores
const each = Math.max(2, Math.round(wanted / pairs))
const used = 2_000
const came = 100_000
const base = {
  hospital_id,
  facility_id,
  source: 'bench',
  reference: 'bench',
  by_name: 'bench',
  other_account_id: newId(),
}
await many(pairs, async (from, to) => {
  for (let start = from; start < to; start += 1000) {
    await stock_moves.insertMany(
      of(start, Math.min(to, start + 1000), (pair) => {
        const { id: product_id, batch_id } = goods[pair % size.bought] as (typeof goods)[number]
        const store_id = places[Math.floor(pair / size.bought)] ?? ''
        return Array.from({ length: each }, (_, n) => {
          const posted_on =
            n === 0 ? '2025-12-01' : nextDay('2025-12-20', Math.floor((n * 200) / each))
          return {
            ...base,
            id: newId(),
            store_id,
            product_id,
            batch_id,
            at: `${posted_on}T08:00:00.000Z`,
            kind: n === 0 ? ('RECEIPT' as const) : ('DISPENSE' as const),
            quantity: n === 0 ? came : -used,
            balance: came - n * used,
            value: n === 0 ? came * 50 : -used * 50,
            source_id: `${pair}`,
            line: n,
            posted_on,
          }
        })
      }).flat(),
    )
  }
})
const left = came - (each - 1) * used
await many(pairs + size.products - size.bought, (from, to) =>
  stock_levels.insertMany(
    of(from, to, (n) => {
      const in_stores = n < pairs
      const product = goods[in_stores ? n % size.bought : n - pairs + size.bought]
      return {
        ...said,
        hospital_id,
        store_id: places[in_stores ? Math.floor(n / size.bought) : 0] ?? '',
        product_id: product?.id ?? '',
        batch_id: product?.batch_id ?? '',
        quantity: left,
      }
    }),
  ),
)
await many(size.products, (from, to) =>
  stock_pools.insertMany(
    of(from, to, (n) => ({
      hospital_id,
      facility_id,
      product_id: goods[n]?.id ?? '',
      quantity: n < size.bought ? left * size.stores : left,
      value: (n < size.bought ? left * size.stores : left) * 50,
    })),
  ),
)
await many(pairs, (from, to) =>
  reorder_rules.insertMany(
    of(from, to, (n) => ({
      ...said,
      hospital_id,
      product_id: goods[n % size.bought]?.id ?? '',
      store_id: places[Math.floor(n / size.bought)] ?? '',
      method: 'AMC' as const,
      review_days: 30,
      safety_days: 15,
      max_months: 3,
    })),
  ),
)
const analyze = (statement: Sql): Promise<unknown> => within(() => run(statement))
await analyze(sql`analyze`)
console.log(`${pairs * each} moves are there`)

async function measured(what: string, goal: string, times: number, work: () => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  const ms = (share: number): string => `${at(share, took).toFixed(0)} ms`
  found[what] = { p50: ms(0.5), worst: ms(1), goal }
  console.log(what, found[what])
}

const by = house.system
const page = { page: 1, per_page: 50 }
await measured('levels of 20,000 products in a store, first page', '–', 9, () =>
  listLevels(by, { ...page, store_id: places[0] ?? '' }),
)
await measured('levels of the house, page 400', '–', 5, () =>
  listLevels(by, { page: 400, per_page: 50 }),
)
await measured(`what ${pairs * each} moves were worth on a day`, '–', 3, () =>
  valuation(by, { ...page, as_of: '2026-04-30' }),
)
await measured('what all of it is worth now', '–', 5, () => valuation(by, page))
await measured(`the card of a product of ${each * size.stores} moves`, '200 ms', 9, () =>
  card(by, goods[1]?.id ?? '', page),
)
if (!process.argv.includes('--unkept')) {
  await measured('the use of six months, kept once', '–', 1, () => keepUse(by))
}
await measured(`the reorder board, ${size.bought} products × ${size.stores} stores`, '2 s', 3, () =>
  board(by, { ...page, state: 'below' }),
)
await measured('the reorder board of one store', '–', 5, () =>
  board(by, { ...page, state: 'all', store_id: places[3] ?? '' }),
)

await measured('products against their rules in 20 stores, a page', '80 ms', 9, () =>
  listProducts(by, page),
)
await measured('products that are low somewhere', '2 s', 3, () =>
  listProducts(by, { ...page, stock_state: 'LOW' }),
)
await measured('one product, with its pace', '–', 9, () => findProduct(by, goods[1]?.id ?? ''))
await measured('what lay in a store on a day', '–', 3, () =>
  listLevels(by, { ...page, store_id: places[0] ?? '', as_of: '2026-04-30' }),
)

for (const work of undo) await work()
report('goods-large', found, ['Goals: stock 9.'])
process.exit(0)
