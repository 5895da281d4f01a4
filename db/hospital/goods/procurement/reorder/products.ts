// Products as people see them (5.1): with what is on order, how they stand against their rules, how fast they go and
// what was last paid for them.

import { type Caller, can } from '../../../../core/caller.ts'
import { type Page, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import type { Product, ProductFilter, ProductOpened } from '../../stock/products/shapes.ts'
import * as products from '../../stock/products/view.ts'
import { lyingOver, nothing_there } from '../../stock/use/lying.ts'
import { onOrder } from '../orders/on-order.ts'
import { lastReceived } from '../receipts/last.ts'
import { type StockState, statesOf } from './standing.ts'

export async function list(
  caller: Caller,
  asked: ProductFilter & PageAsked,
): Promise<Page<Product>> {
  const found = await products.list(caller, asked, await thoseIn(caller, asked))
  return { rows: await standing(caller, found.rows, asked.store_id), meta: found.meta }
}

/** What has a rule in a store is meant for it, though none of it may lie there. */
async function thoseIn(caller: Caller, { stock_state, store_id }: ProductFilter) {
  if (stock_state === undefined) return undefined
  const states = await statesOf(caller, { store_id })
  if (stock_state === 'NONE') {
    return { those: sql`not id${oneOf([...states.keys()])}`, though_none_lies: false }
  }
  const ids = [...states].flatMap(([id, state]) => (state === stock_state ? [id] : []))
  return { those: sql`id${oneOf(ids)}`, though_none_lies: true }
}

async function standing(
  caller: Caller,
  rows: readonly products.ProductThere[],
  store_id?: string,
): Promise<Product[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const states = await statesOf(caller, { store_id }, ids)
  const scope = await scopeOf(caller, undefined)
  const ordered = await onOrder(
    caller,
    {
      store_ids: store_id === undefined ? undefined : [store_id],
      facilities: scope === 'all' ? undefined : scope,
    },
    ids,
  )
  const coming = Map.groupBy(ordered, ({ product_id }) => product_id)
  return rows.map((row) => ({
    ...row,
    on_order: (coming.get(row.id) ?? []).reduce((sum, { open }) => sum + open, 0) / 1000,
    stock_state: states.get(row.id) ?? ('NONE' satisfies StockState),
  }))
}

export async function find(caller: Caller, id: string): Promise<ProductOpened> {
  const [product] = await standing(caller, [await products.find(caller, id)])
  const there = (await lyingOver(caller, await scopeOf(caller, undefined), [id])).get(id)
  const { use, usable } = there ?? nothing_there
  return {
    ...(product as Product),
    amc: use === null ? null : Math.round(use) / 1000,
    months_of_stock: use === null || use === 0 ? null : Math.round((usable * 10) / use) / 10,
    ...(await lastBought(caller, id)),
  }
}

/** What was paid is for those alone who may see costs. */
async function lastBought(caller: Caller, id: string) {
  const last = can(caller, 'product:cost') ? await lastReceived(caller, id) : null
  return {
    last_purchase_price: last?.price ?? null,
    last_supplier_name: last?.supplier_name ?? null,
    last_received_on: last?.received_on ?? null,
  }
}
