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

/** Of all products a few stores at a time, so that no more of them is held. */
const stores_at_once = 2

/** By product; what has no rule there is not in it. */
export async function statesOf(
  caller: Caller,
  asked: { store_id?: string | undefined },
  product_ids?: readonly string[],
): Promise<Map<string, StockState>> {
  const places = (await storesAsked(caller, asked)).map(({ id }) => id)
  const at_once = product_ids === undefined ? stores_at_once : Math.max(1, places.length)
  const states = new Map<string, StockState>()
  for (let start = 0; start < places.length; start += at_once) {
    const some = places.slice(start, start + at_once)
    for (const [product_id, state] of await statesIn(caller, some, product_ids)) {
      states.set(product_id, worse(states.get(product_id) ?? state, state))
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
  const ordered = await onOrder(caller, { store_ids: store_id }, product_id)
  const sellers = await suppliersOf(
    caller,
    rules.map(({ preferred_supplier_id }) => preferred_supplier_id),
  )
  return rules.map((rule) => {
    const there = lying.get(rule.store_id)?.get(rule.product_id) ?? nothing_there
    const of = ordered.filter(
      (one) => one.store_id === rule.store_id && one.product_id === rule.product_id,
    )
    const on_order = of.reduce((sum, { open }) => sum + open, 0)
    return [
      rule.product_id,
      stateOf({ ...rule, lead_days: leadDays(rule, sellers) }, there, on_order),
    ]
  })
}

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
