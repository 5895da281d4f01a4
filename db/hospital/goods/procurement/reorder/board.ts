// What to buy (STK-111 to STK-113): each rule against what lies there, is ordered and is on its way.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import {
  type PackRow,
  packs,
  productName,
  type ProductRow,
  productsOf,
} from '../../stock/products/record.ts'
import type { StoreRow } from '../../stock/stores/keeping.ts'
import { type Lying, lyingIn } from '../../stock/use/lying.ts'
import { type PriceBefore, pricesBefore } from '../orders/prices.ts'
import { suppliersOf, type SupplierRow } from '../suppliers/record.ts'
import { type RuleRow, storesWithRules } from './rules.ts'
import type { ReorderAsked, ReorderRow } from './shapes.ts'
import { suggest } from './suggest.ts'
import { reorder_rules } from './tables.ts'

/** Where neither the rule nor a supplier says. */
const lead_days_shipped = 7

export async function board(
  caller: Caller,
  asked: ReorderAsked & PageAsked,
): Promise<Page<ReorderRow>> {
  const all: ReorderRow[] = []
  for (const store of await storesAsked(caller, asked)) all.push(...(await ofStore(caller, store)))
  const wanted = all.filter((one) => isAsked(one, asked))
  const sorted = wanted.toSorted(
    (a, b) =>
      a.product_name.localeCompare(b.product_name) || a.store_name.localeCompare(b.store_name),
  )
  return pageOf(asked, sorted)
}

async function storesAsked(caller: Caller, asked: ReorderAsked): Promise<StoreRow[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await storesWithRules(caller)
  return found.filter(
    ({ id, facility_id }) =>
      (scope === 'all' || scope.includes(facility_id)) &&
      (asked.store_id === undefined || asked.store_id === id),
  )
}

function isAsked(row: ReorderRow, { state = 'below', supplier_id, ven, abc }: ReorderAsked) {
  if (state === 'below' && row.suggested === 0) return false
  if (state === 'out' && row.on_hand > 0) return false
  return (
    (supplier_id === undefined || supplier_id === row.supplier_id) &&
    (ven === undefined || ven === row.ven) &&
    (abc === undefined || abc === row.abc)
  )
}

interface Desk {
  store: StoreRow
  products: ReadonlyMap<string, ProductRow>
  packs_of: ReadonlyMap<string, PackRow[]>
  lying: ReadonlyMap<string, Lying>
  ordered: ReadonlyMap<string, number>
  sellers: ReadonlyMap<string, SupplierRow>
  prices: ReadonlyMap<string, ReadonlyMap<string, PriceBefore>>
  purse: Purse
}

async function ofStore(caller: Caller, store: StoreRow): Promise<ReorderRow[]> {
  const { hospital_id } = caller
  const rules = await reorder_rules.all({ hospital_id, store_id: store.id, active: true })
  const ids = rules.map(({ product_id }) => product_id)
  const named = rules.flatMap(({ preferred_supplier_id }) => preferred_supplier_id ?? [])
  const desk: Desk = {
    store,
    products: await productsOf(caller, ids),
    packs_of: await packs.ofMany(caller, ids),
    lying: await lyingIn(caller, store.id, ids),
    ordered: await orderedFor(caller, store.id),
    sellers: await suppliersOf(caller, named),
    prices: can(caller, 'product:cost') ? await pricesOf(caller, rules) : new Map(),
    purse: await purseOf(caller),
  }
  return rules.map((rule) => rowOf(rule, desk))
}

/** Still to come for this store, by product, in thousandths of the base unit. */
async function orderedFor({ hospital_id }: Caller, store_id: string): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; open: number }>(
    sql`select l.product_id, cast(sum(l.base_quantity + l.to_replace - l.received) as bigint) as open
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id
      where o.hospital_id = ${hospital_id} and o.deliver_to_store_id = ${store_id}
        and o.status${oneOf(['APPROVED', 'SENT', 'PART_RECEIVED'])}
        and l.base_quantity + l.to_replace > l.received
      group by l.product_id`,
  )
  return new Map(found.map(({ product_id, open }) => [product_id, Number(open)]))
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

const nothing: Lying = { on_hand: 0, usable: 0, in_transit: 0, use: null }

function rowOf(rule: RuleRow, desk: Desk): ReorderRow {
  const product = desk.products.get(rule.product_id) as ProductRow
  const pack = packOf(product, desk.packs_of.get(product.id) ?? [])
  const there = desk.lying.get(product.id) ?? nothing
  const on_order = desk.ordered.get(product.id) ?? 0
  const seller = desk.sellers.get(rule.preferred_supplier_id ?? '')
  const lead_days = rule.lead_days ?? seller?.lead_days ?? lead_days_shipped
  const made = suggest({ ...rule, lead_days }, { ...there, on_order }, pack.factor)
  return {
    id: rule.id,
    product_id: product.id,
    product_name: productName(product),
    base_unit: product.base_unit,
    store_id: desk.store.id,
    store_name: desk.store.name,
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
    supplier_name: seller?.name ?? null,
    price: priceOf(rule, desk, pack.factor),
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
function priceOf(rule: RuleRow, { prices, purse }: Desk, factor: number): number | null {
  const last = prices.get(rule.preferred_supplier_id ?? '')?.get(rule.product_id)
  if (last === undefined) return null
  return purse.major(Math.round((last.unit_price * factor) / last.factor))
}

const inUnits = (thousandths: number | null): number | null =>
  thousandths === null ? null : Math.round(thousandths) / 1000
