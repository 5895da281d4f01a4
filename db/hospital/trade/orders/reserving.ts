// Goods that are held for an order (COM-31, COM-32): as far as there are any, until a day.

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { release as releaseGoods, reserve } from '../../goods/stock/pool/reserve.ts'
import { storeFor } from '../../goods/stock/stores/keeping.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { settingsOf } from '../clients/settings/settings.ts'
import { openOf } from './amounts.ts'
import type { OrderItem, OrderRow } from './record.ts'
import { changeItem } from './restate.ts'

export const source = 'salesorder'

export interface Shortage {
  product_id: string
  product: string
  wanted: number
  reserved: number
}

export interface Held {
  store_id: string | null
  until: string | null
  shortages: Shortage[]
}

export async function reserveFor(
  caller: Caller,
  row: OrderRow,
  items: readonly OrderItem[],
): Promise<Held> {
  const goods = items.filter(({ product_id }) => product_id !== null)
  if (goods.length === 0) return { store_id: row.store_id, until: null, shortages: [] }
  const store = await storeFor(caller, row.store_id)
  const until = await untilOf(caller, row)
  const wanted = new Map(goods.map((item) => [item.id, openOf(item)]))
  const shortages = await hold(caller, { row, store_id: store.id, until, goods, wanted })
  return { store_id: store.id, until, shortages }
}

/** The end of its last day, by the hospital's clock. */
async function untilOf(caller: Caller, { required_by }: OrderRow): Promise<string> {
  const { reservation_days } = await settingsOf(caller)
  const { timezone } = await hospitalOf(caller)
  const from = required_by ?? (await today(caller))
  return startOfDay(timezone, nextDay(from, reservation_days + 1))
}

interface Holding {
  row: OrderRow
  store_id: string
  until: string
  goods: readonly OrderItem[]
  /** By the line, in thousandths. */
  wanted: ReadonlyMap<string, number>
}

/** Product by product in the order of their ids, as everywhere; of one product the first line first. */
async function hold(
  caller: Caller,
  { row, store_id, until, goods, wanted }: Holding,
): Promise<Shortage[]> {
  const shortages: Shortage[] = []
  const by_product = Map.groupBy(goods, ({ product_id }) => product_id ?? '')
  for (const product_id of [...by_product.keys()].toSorted()) {
    const lines = by_product.get(product_id) ?? []
    const sum = lines.reduce((all, { id }) => all + (wanted.get(id) ?? 0), 0)
    const held = sum === 0 ? 0 : await reserved(caller, { row, store_id, until }, product_id, sum)
    await share(caller, lines, wanted, held)
    if (held < sum) {
      const product = lines[0]?.description ?? ''
      shortages.push({ product_id, product, wanted: sum / 1000, reserved: held / 1000 })
    }
  }
  return shortages
}

async function reserved(
  caller: Caller,
  { row, store_id, until }: Pick<Holding, 'row' | 'store_id' | 'until'>,
  product_id: string,
  quantity: number,
): Promise<number> {
  const { reserved: held } = await reserve(caller, {
    product_id,
    store_id,
    quantity: quantity / 1000,
    source,
    source_id: row.id,
    reference: row.number,
    patient_id: row.patient_id,
    until,
  })
  return Math.round(held * 1000)
}

async function share(
  caller: Caller,
  lines: readonly OrderItem[],
  wanted: ReadonlyMap<string, number>,
  held: number,
): Promise<void> {
  let left = held
  for (const item of lines) {
    const now = Math.min(left, wanted.get(item.id) ?? 0)
    left -= now
    if (now !== item.reserved) await changeItem(caller, item, { reserved: now })
  }
}

/** Nothing is held for it any more. */
export async function releaseFor(
  caller: Caller,
  { id }: OrderRow,
  items: readonly OrderItem[],
): Promise<void> {
  await releaseGoods(caller, source, id)
  for (const item of items) if (item.reserved > 0) await changeItem(caller, item, { reserved: 0 })
}

/** What was held beyond a delivery is held again, in the same transaction. */
export async function holdAgain(
  caller: Caller,
  row: OrderRow,
  items: readonly OrderItem[],
  delivered: ReadonlyMap<string, number>,
): Promise<void> {
  const { store_id, reserved_until: until } = row
  if (store_id === null || until === null) return
  const goods = items.filter(({ product_id }) => product_id !== null)
  const wanted = new Map(
    goods.map((item) => [item.id, Math.max(0, item.reserved - (delivered.get(item.id) ?? 0))]),
  )
  await hold(caller, { row, store_id, until, goods, wanted })
}
