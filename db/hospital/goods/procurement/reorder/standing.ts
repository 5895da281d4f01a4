// How products stand against their reorder rules (2.1): in each store with a rule by itself, and the worst counts.

import type { Caller } from '../../../../core/caller.ts'
import { stock_states } from '../../stock/products/words.ts'
import { type Lying, lyingInEach, nothing_there } from '../../stock/use/lying.ts'
import { onOrder } from '../orders/on-order.ts'
import { suppliersOf } from '../suppliers/record.ts'
import { leadDays, type RuleRow, storesAsked } from './rules.ts'
import { suggest } from './suggest.ts'
import { reorder_rules } from './tables.ts'

export type StockState = (typeof stock_states)[number]

/** Of all products no more is held than of these; while one is reckoned the next is read. */
const stores_at_once = 2

/** By product; what has no rule there is not in it. */
export async function statesOf(
  caller: Caller,
  asked: { store_id?: string | undefined },
  product_ids?: readonly string[],
): Promise<Map<string, StockState>> {
  const places = (await storesAsked(caller, asked)).map(({ id }) => id)
  const states = new Map<string, StockState>()
  if (places.length === 0) return states
  const keep = (found: readonly [string, StockState][]): void => {
    for (const [id, state] of found) states.set(id, worse(states.get(id) ?? state, state))
  }
  if (product_ids !== undefined) keep(await statesIn(caller, places, product_ids))
  else {
    for (let start = 0; start < places.length; start += stores_at_once) {
      const some = places.slice(start, start + stores_at_once)
      const found = await Promise.all(some.map((store) => statesIn(caller, [store], undefined)))
      for (const of_store of found) keep(of_store)
    }
  }
  return states
}

async function statesIn(
  caller: Caller,
  store_id: readonly string[],
  product_id: readonly string[] | undefined,
): Promise<[string, StockState][]> {
  const { hospital_id } = caller
  const rules = await reorder_rules.all({
    hospital_id,
    store_id: [...store_id],
    product_id: product_id === undefined ? undefined : [...product_id],
    active: true,
  })
  if (rules.length === 0) return []
  const ids = [...new Set(rules.map((rule) => rule.product_id))]
  const lying = await lyingInEach(caller, store_id, ids)
  const ordered = new Map<string, number>()
  for (const one of await onOrder(caller, { store_ids: store_id }, product_id)) {
    ordered.set(placeOf(one), (ordered.get(placeOf(one)) ?? 0) + one.open)
  }
  const sellers = await suppliersOf(
    caller,
    rules.map(({ preferred_supplier_id }) => preferred_supplier_id),
  )
  return rules.map((rule) => {
    const there = lying.get(rule.store_id)?.get(rule.product_id) ?? nothing_there
    const on_order = ordered.get(placeOf(rule)) ?? 0
    return [
      rule.product_id,
      stateOf({ ...rule, lead_days: leadDays(rule, sellers) }, there, on_order),
    ]
  })
}

const placeOf = ({ store_id, product_id }: { store_id: string; product_id: string }): string =>
  `${store_id} ${product_id}`

/** OUT: nothing that can be used lies there. LOW: it is to be bought. OVER: more lies there than shall. */
export function stateOf(
  rule: Pick<RuleRow, 'method' | 'min' | 'max' | 'safety_days' | 'max_months'> & {
    lead_days: number
  },
  there: Lying,
  on_order: number,
): StockState {
  if (there.usable <= 0) return 'OUT'
  const { quantity, ceiling } = suggest(rule, { ...there, on_order }, 1000)
  if (quantity > 0) return 'LOW'
  return ceiling !== null && there.usable > ceiling ? 'OVER' : 'OK'
}

const worst_first: readonly StockState[] = ['OUT', 'LOW', 'OVER', 'OK', 'NONE']
const worse = (a: StockState, b: StockState): StockState =>
  worst_first.indexOf(a) < worst_first.indexOf(b) ? a : b
