// Quarantine (STK-60): goods set apart, and let go or kept for disposal. What is set apart stays in the
// store and in the pool: no quantity moves and nothing is posted.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { barred, batchRecord } from '../pool/batches.ts'
import { batches, stock_levels } from '../pool/tables.ts'
import { holdGoods } from '../pool/goods.ts'
import {
  packs,
  productName,
  productRecord,
  type ProductRow,
  productsOf,
} from '../products/record.ts'
import { inBase, saidQuantity } from '../products/quantities.ts'
import { ownStore, storeRecord } from '../stores/keeping.ts'
import { stores } from '../stores/tables.ts'
import type { QuarantineFilter, QuarantineInput, QuarantineItem, Releasing } from './shapes.ts'
import { quarantine_items } from './tables.ts'

export type ItemRow = RowOf<(typeof quarantine_items)['columns']>
export const quarantineRecord = recordOf(quarantine_items, 'quarantine item')

export async function list(
  caller: Caller,
  asked: QuarantineFilter & PageAsked,
): Promise<Page<QuarantineItem>> {
  const scope = await scopeOf(caller, undefined)
  const { older_than_days: age } = asked
  const found = await pageFrom(quarantine_items, asked, {
    from: sql` from quarantine_items${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`quantity > 0`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.reason, sql`reason = ${asked.reason}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      age === undefined ? undefined : sql`since < ${instantIn(-days(age))}`,
    ])}`,
    order: sql` order by since, id`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, rows: readonly ItemRow[]): Promise<QuarantineItem[]> {
  const { hospital_id } = caller
  const ids = (key: 'product_id' | 'batch_id' | 'store_id') => [
    ...new Set(rows.map((row) => row[key])),
  ]
  const products = await productsOf(caller, ids('product_id'))
  const lots = await batches.all({ hospital_id, id: ids('batch_id') })
  const places = await stores.all({ hospital_id, id: ids('store_id') })
  return rows.map((row) => ({
    ...row,
    product_name: productName(products.get(row.product_id) ?? { name: '', strength: null }),
    lot: lots.find(({ id }) => id === row.batch_id)?.lot ?? null,
    store_name: places.find(({ id }) => id === row.store_id)?.name ?? '',
    quantity: row.quantity / 1000,
    days: Math.floor((clock.ms() - Date.parse(row.since)) / 86_400_000),
  }))
}

export async function put(caller: Caller, input: QuarantineInput): Promise<QuarantineItem> {
  const store = await ownStore(caller, input.store_id)
  const batch = await batchRecord.get(caller, input.batch_id)
  const product = await productRecord.get(caller, batch.product_id)
  const quantity = await quantityOf(caller, product, input.quantity)
  const goods = await holdGoods(caller, [{ store, product }])
  const lying = goods.lying(store.id, product.id).find(({ level }) => level.batch_id === batch.id)
  const free = lying === undefined ? 0 : lying.level.quantity - lying.level.quarantined
  if (lying === undefined || quantity > free) {
    const of = `lot ${batch.lot ?? '(none)'} of ${productName(product)}`
    throw conflict(
      `Only ${saidQuantity(product, free)} of ${of} are free in ${store.name}.`,
      'short',
    )
  }
  const { hospital_id } = caller
  const { id: level_id, quarantined } = lying.level
  await stock_levels.change({ hospital_id, id: level_id }, { quarantined: quarantined + quantity })
  const row = await quarantine_items.insert({
    hospital_id,
    facility_id: store.facility_id,
    level_id,
    store_id: store.id,
    product_id: product.id,
    batch_id: batch.id,
    quantity,
    since: clock.instant(),
    reason: input.reason,
    note: input.note,
    by_name: caller.name,
  })
  noted(caller, 'quarantine.put', row, product, input.note)
  return (await shown(caller, [row]))[0] as QuarantineItem
}

async function quantityOf(caller: Caller, product: ProductRow, sent: number): Promise<number> {
  const quantity = inBase(product, await packs.of(caller, product.id), { quantity: sent }, 'Line 1')
  if (quantity < 0) throw invalid('quantity', 'must be more than 0.')
  return quantity
}

/** Never of what is expired or recalled (STK-60). */
export async function release(
  caller: Caller,
  id: string,
  { quantity: sent, note }: Releasing,
): Promise<QuarantineItem> {
  const seen = await quarantineRecord.get(caller, id)
  const store = await storeRecord.get(caller, seen.store_id)
  const product = await productRecord.get(caller, seen.product_id)
  const goods = await holdGoods(caller, [{ store, product }])
  const before = await quarantineRecord.locked(caller, id)
  fresh(caller, before)
  if (before.quantity === 0) throw conflict('This is decided already.', 'state')
  const batch = await batchRecord.get(caller, before.batch_id)
  const reason = barred(batch, await today(caller))
  if (reason !== null && batch.status !== 'ON_HOLD') throw conflict(reason, 'batch')
  const quantity = sent ? await quantityOf(caller, product, sent) : before.quantity
  if (quantity > before.quantity) {
    throw invalid('quantity', `is more than the ${before.quantity / 1000} set apart.`)
  }
  const lying = goods.lying(store.id, product.id).find(({ level }) => level.id === before.level_id)
  if (lying === undefined) throw noSuch('level')
  const { hospital_id } = caller
  const left = before.quantity - quantity
  await stock_levels.change(
    { hospital_id, id: lying.level.id },
    { quarantined: lying.level.quarantined - quantity },
  )
  const decided = left === 0 ? { decision: 'RELEASED', decided_at: clock.instant() } : {}
  await quarantine_items.change({ hospital_id, id }, { quantity: left, ...decided })
  noted(caller, 'quarantine.release', before, product, note)
  const after = await quarantineRecord.get(caller, id)
  return (await shown(caller, [after]))[0] as QuarantineItem
}

const noted = (
  caller: Caller,
  action: string,
  { id, quantity }: ItemRow,
  product: ProductRow,
  reason: string,
): void =>
  record(caller, action, {
    entity_type: 'quarantine_item',
    entity_id: id,
    entity_label: `${productName(product)} ${quantity / 1000}`,
    reason,
  })
