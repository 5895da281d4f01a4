// What to buy (STK-111 to STK-113): each rule against what lies there, is ordered and is on its way.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, raw, sql } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import {
  type PackRow,
  packs,
  productName,
  type ProductRow,
  productsOf,
} from '../../stock/products/record.ts'
import type { StoreRow } from '../../stock/stores/keeping.ts'
import { type Lying, lyingIn, nothing_there } from '../../stock/use/lying.ts'
import { onOrder } from '../orders/on-order.ts'
import { type PriceBefore, pricesBefore } from '../orders/prices.ts'
import { suppliersOf, type SupplierRow } from '../suppliers/record.ts'
import { leadDays, type RuleRow, storesAsked } from './rules.ts'
import type { ReorderAsked, ReorderRow } from './shapes.ts'
import { suggest, type Suggested } from './suggest.ts'
import { reorder_rules } from './tables.ts'

/** While one is reckoned the next is read. */
const stores_at_once = 2

export async function board(
  caller: Caller,
  asked: ReorderAsked & PageAsked,
): Promise<Page<ReorderRow>> {
  const places = await storesAsked(caller, asked)
  const goods = await goodsOf(caller, places)
  const wanted: Seen[] = []
  for (let start = 0; start < places.length; start += stores_at_once) {
    const some = places.slice(start, start + stores_at_once)
    const seen = await Promise.all(some.map((store) => seenIn(caller, store, goods)))
    wanted.push(...seen.flat().filter((one) => isAsked(one, asked)))
  }
  const page = pageOf(asked, wanted.toSorted(byName))
  return { ...page, rows: await shown(caller, page.rows, goods) }
}

function isAsked({ rule, good, there, made }: Seen, asked: ReorderAsked): boolean {
  const { state = 'below', supplier_id, ven, abc } = asked
  if (state === 'below' && Math.ceil(made.quantity) === 0) return false
  if (state === 'out' && there.on_hand > 0) return false
  return (
    (supplier_id === undefined || supplier_id === rule.preferred_supplier_id) &&
    (ven === undefined || ven === good.product.ven) &&
    (abc === undefined || abc === good.product.abc)
  )
}

const { compare } = new Intl.Collator()
const byName = (a: Seen, b: Seen): number =>
  compare(a.good.name, b.good.name) || compare(a.store.name, b.store.name)

/** What is the same of a product and of a supplier in every store, read once. */
interface Goods {
  of: ReadonlyMap<string, Good>
  sellers: ReadonlyMap<string, SupplierRow>
}

interface Good {
  product: ProductRow
  name: string
  pack: Pick<PackRow, 'unit' | 'factor'>
}

/** One rule against what lies there: all that says whether it is asked for, and nothing that is only shown. */
interface Seen {
  rule: RuleRow
  store: StoreRow
  good: Good
  there: Lying
  on_order: number
  made: Suggested
}

async function goodsOf(caller: Caller, places: readonly StoreRow[]): Promise<Goods> {
  const { hospital_id } = caller
  const stores = oneOf(places.map(({ id }) => id))
  const named = (column: 'product_id' | 'preferred_supplier_id'): Promise<{ id: string }[]> =>
    rows<{ id: string }>(
      sql`select distinct ${raw(column)} as id from reorder_rules where hospital_id = ${hospital_id}
        and active = ${true} and ${raw(column)} is not null and store_id${stores}`,
    )
  const ids = (await named('product_id')).map(({ id }) => id)
  const products = await productsOf(caller, ids)
  const packs_of = await packs.ofMany(caller, ids)
  const of = new Map(
    [...products.values()].map((product) => {
      const pack = packOf(product, packs_of.get(product.id) ?? [])
      return [product.id, { product, name: productName(product), pack }]
    }),
  )
  const suppliers = (await named('preferred_supplier_id')).map(({ id }) => id)
  return { of, sellers: await suppliersOf(caller, suppliers) }
}

async function seenIn(caller: Caller, store: StoreRow, goods: Goods): Promise<Seen[]> {
  const { hospital_id } = caller
  const rules = await reorder_rules.all({ hospital_id, store_id: store.id, active: true })
  const ids = rules.map(({ product_id }) => product_id)
  const lying = await lyingIn(caller, store.id, ids)
  const ordered = new Map(
    (await onOrder(caller, { store_ids: [store.id] })).map((one) => [one.product_id, one.open]),
  )
  return rules.map((rule) => {
    const { product_id } = rule
    const good = goods.of.get(product_id) as Good
    const there = lying.get(product_id) ?? nothing_there
    const on_order = ordered.get(product_id) ?? 0
    const lead_days = leadDays(rule, goods.sellers)
    const made = suggest({ ...rule, lead_days }, { ...there, on_order }, good.pack.factor)
    return { rule, store, good, there, on_order, made }
  })
}

async function shown(caller: Caller, found: readonly Seen[], goods: Goods): Promise<ReorderRow[]> {
  const rules = found.map(({ rule }) => rule)
  const prices = can(caller, 'product:cost') ? await pricesOf(caller, rules) : new Map()
  const purse = await purseOf(caller)
  return found.map((one) => rowOf(one, goods, { prices, purse }))
}

async function pricesOf(
  caller: Caller,
  rules: readonly RuleRow[],
): Promise<Map<string, Map<string, PriceBefore>>> {
  const prices = new Map<string, Map<string, PriceBefore>>()
  const by_seller = Map.groupBy(rules, ({ preferred_supplier_id }) => preferred_supplier_id ?? '')
  for (const [supplier_id, of] of by_seller) {
    if (supplier_id === '') continue
    const ids = of.map(({ product_id }) => product_id)
    prices.set(supplier_id, await pricesBefore(caller, ids, supplier_id))
  }
  return prices
}

interface Paid {
  prices: ReadonlyMap<string, ReadonlyMap<string, PriceBefore>>
  purse: Purse
}

function rowOf(
  { rule, store, good, there, on_order, made }: Seen,
  { sellers }: Goods,
  paid: Paid,
): ReorderRow {
  const { product, name, pack } = good
  return {
    id: rule.id,
    product_id: product.id,
    product_name: name,
    base_unit: product.base_unit,
    store_id: store.id,
    store_name: store.name,
    ven: product.ven,
    abc: product.abc,
    on_hand: there.on_hand / 1000,
    usable: there.usable / 1000,
    on_order: on_order / 1000,
    in_transit: there.in_transit / 1000,
    amc: inUnits(there.use),
    months: made.months === null ? null : Math.round(made.months * 10) / 10,
    point: inUnits(made.point),
    ceiling: inUnits(made.ceiling),
    suggested: Math.ceil(made.quantity) / 1000,
    packs: made.packs,
    unit: pack.unit,
    supplier_id: rule.preferred_supplier_id,
    supplier_name: sellers.get(rule.preferred_supplier_id ?? '')?.name ?? null,
    price: priceOf(rule, paid, pack.factor),
  }
}

/** As it is bought: the pack that is meant for it, else the base unit. */
function packOf(
  { base_unit }: ProductRow,
  own: readonly PackRow[],
): Pick<PackRow, 'unit' | 'factor'> {
  return own.find(({ purchase_default }) => purchase_default) ?? { unit: base_unit, factor: 1000 }
}

/** Last paid for such a pack. */
function priceOf(rule: RuleRow, { prices, purse }: Paid, factor: number): number | null {
  const last = prices.get(rule.preferred_supplier_id ?? '')?.get(rule.product_id)
  if (last === undefined) return null
  return purse.major(Math.round((last.unit_price * factor) / last.factor))
}

const inUnits = (thousandths: number | null): number | null =>
  thousandths === null ? null : Math.round(thousandths) / 1000
