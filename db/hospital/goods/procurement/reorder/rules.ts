// Reorder rules (2.3): set many at a time, one for each product and store.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { attempt, rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, type ProductRow, productsOf } from '../../stock/products/record.ts'
import { type StoreRow, storesOf } from '../../stock/stores/keeping.ts'
import { storeAt } from '../stores.ts'
import { supplierInUse, type SupplierRow, suppliersOf } from '../suppliers/record.ts'
import type { ReorderRule, RuleInput, RulesAsked } from './shapes.ts'
import { reorder_rules } from './tables.ts'

export type RuleRow = RowOf<(typeof reorder_rules)['columns']>

export async function list(
  caller: Caller,
  asked: RulesAsked & PageAsked,
): Promise<Page<ReorderRule>> {
  const scope = await scopeOf(caller, undefined)
  const found = await pageFrom(reorder_rules, asked, {
    from: sql` from reorder_rules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`store_id${oneOf(await storesIn(caller, scope))}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by store_id, product_id`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function storesIn(caller: Caller, scope: readonly string[]): Promise<string[]> {
  const places = await storesWithRules(caller)
  return places.filter(({ facility_id }) => scope.includes(facility_id)).map(({ id }) => id)
}

/** The stores for which something is set. */
export async function storesWithRules(caller: Caller): Promise<StoreRow[]> {
  const found = await rows<{ store_id: string }>(
    sql`select distinct store_id from reorder_rules where hospital_id = ${caller.hospital_id}`,
  )
  const ids = found.map(({ store_id }) => store_id)
  return [...(await storesOf(caller, ids)).values()]
}

/** Those of them in the branches that the caller asks for, or the one that is named. */
export async function storesAsked(
  caller: Caller,
  asked: { facility_id?: string | undefined; store_id?: string | undefined },
): Promise<StoreRow[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await storesWithRules(caller)
  return found.filter(
    ({ id, facility_id }) =>
      (scope === 'all' || scope.includes(facility_id)) &&
      (asked.store_id === undefined || asked.store_id === id),
  )
}

/** Where neither the rule nor a supplier says. */
const lead_days_shipped = 7

/** How long what it orders is waited for: as it says, else as its supplier delivers. */
export const leadDays = (
  { lead_days, preferred_supplier_id }: RuleRow,
  sellers: ReadonlyMap<string, SupplierRow>,
): number => lead_days ?? sellers.get(preferred_supplier_id ?? '')?.lead_days ?? lead_days_shipped

async function shown(caller: Caller, found: readonly RuleRow[]): Promise<ReorderRule[]> {
  const products = await productsOf(
    caller,
    found.map(({ product_id }) => product_id),
  )
  const places = await storesOf(
    caller,
    found.map(({ store_id }) => store_id),
  )
  const sellers = await suppliersOf(
    caller,
    found.flatMap(({ preferred_supplier_id }) => preferred_supplier_id ?? []),
  )
  return found.map((row) => ({
    ...row,
    product_name: productName(products.get(row.product_id) as ProductRow),
    store_name: places.get(row.store_id)?.name ?? '',
    supplier_name: sellers.get(row.preferred_supplier_id ?? '')?.name ?? null,
    min: row.min === null ? null : row.min / 1000,
    max: row.max === null ? null : row.max / 1000,
  }))
}

/** What is said twice in one body is refused; what stood for a product and store is written anew. */
export async function set(caller: Caller, rules: readonly RuleInput[]): Promise<{ set: number }> {
  const { hospital_id } = caller
  await mustBeThere(caller, rules)
  const products = await productsOf(
    caller,
    rules.map(({ product_id }) => product_id),
  )
  const seen = new Set<string>()
  for (const [at, rule] of inOrder(rules)) {
    const { store_id, product_id } = rule
    const field = `rules[${at}]`
    const twice = seen.has(`${store_id} ${product_id}`)
    if (twice) throw conflict(`${field}: this product and store stand twice.`, 'twice')
    seen.add(`${store_id} ${product_id}`)
    const said = readRule(rule, products.get(product_id) as ProductRow, field)
    await put({ hospital_id, store_id, product_id }, said)
  }
  const entity_label = `${rules.length} rules`
  record(caller, 'reorder_rules.set', { entity_type: 'reorder_rules', entity_label })
  return { set: rules.length }
}

type Key = Pick<RuleRow, 'hospital_id' | 'store_id' | 'product_id'>

/** Of two that set the first rule at once the second writes over it. */
async function put(key: Key, said: ReturnType<typeof readRule>): Promise<void> {
  if ((await reorder_rules.change(key, said)) > 0) return
  await attempt(() => reorder_rules.insert({ ...key, ...said })).catch(async (error: unknown) => {
    if (!isTaken(error, 'product_id')) throw error
    await reorder_rules.change(key, said)
  })
}

/** Rows that two may set at once are held in one order. */
const inOrder = (rules: readonly RuleInput[]): [number, RuleInput][] =>
  [...rules.entries()].toSorted(([, a], [, b]) =>
    `${a.store_id} ${a.product_id}` < `${b.store_id} ${b.product_id}` ? -1 : 1,
  )

async function mustBeThere(caller: Caller, rules: readonly RuleInput[]): Promise<void> {
  for (const id of new Set(rules.map(({ store_id }) => store_id))) await storeAt(caller, id)
  const sellers = new Set(rules.flatMap((rule) => rule.preferred_supplier_id || []))
  for (const id of sellers) await supplierInUse(caller, id)
}

const shipped = { review_days: 30, safety_days: 15, max_months: 3 } as const
/** What people die without is kept for longer. */
const vital_safety_days = 30

function readRule(rule: RuleInput, { ven }: ProductRow, field: string) {
  const fixed = rule.method === 'FIXED'
  const min = fixed ? thousandths(rule.min, `${field}.min`) : null
  const max = fixed ? thousandths(rule.max, `${field}.max`) : null
  if (min !== null && max !== null && max <= min) {
    throw wrong(`${field}.max`, 'must be more than min.')
  }
  return {
    method: rule.method,
    min,
    max,
    lead_days: rule.lead_days ?? null,
    review_days: rule.review_days ?? shipped.review_days,
    safety_days: rule.safety_days ?? (ven === 'V' ? vital_safety_days : shipped.safety_days),
    max_months: rule.max_months ?? shipped.max_months,
    preferred_supplier_id: rule.preferred_supplier_id || null,
    active: rule.active ?? true,
  }
}

function thousandths(said: number | null | undefined, field: string): number {
  if (said === null || said === undefined) throw wrong(field, 'is required for FIXED.')
  if (said < 0) throw wrong(field, 'must not be negative.')
  const kept = Math.round(said * 1000)
  if (kept / 1000 !== said || kept > 1e12) throw wrong(field, 'must be a quantity below 10^9.')
  return kept
}

const wrong = (field: string, words: string): Refusal =>
  new Refusal(400, 'invalid', `${field} ${words}`, { field })
