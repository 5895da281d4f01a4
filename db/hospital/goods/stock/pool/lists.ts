// What lies where, and what moved (5.2): levels, batches, the card of a product.

import { type Caller, can } from '../../../../core/caller.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, paged, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { join, oneOf, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { currency, hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productRecord, productsOf } from '../products/record.ts'
import { batchLife } from './batch-life.ts'
import { barred, batchRecord, type BatchRow } from './batches.ts'
import type { MoveRow } from './moving.ts'
import type {
  Batch,
  BatchFilter,
  BatchOpened,
  CardFilter,
  Level,
  LevelFilter,
  Move,
} from './shapes.ts'
import { batches, stock_moves } from './tables.ts'

interface LevelFound {
  id: string
  store_id: string
  store_name: string
  product_id: string
  name: string
  strength: string | null
  batch_id: string
  lot: string | null
  expiry: string | null
  funding: BatchRow['funding']
  status: BatchRow['status']
  hold_reason: string | null
  bin: string | null
  quantity: number
  quarantined: number
  pool_quantity: number | null
  pool_value: number | null
}

export async function listLevels(
  caller: Caller,
  asked: LevelFilter & PageAsked,
): Promise<Page<Level>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const day = await today(caller)
  const found = await paged<LevelFound>(asked, {
    select: sql`l.id, l.store_id, s.name as store_name, l.product_id, p.name, p.strength,
      l.batch_id, b.lot, b.expiry, b.funding, b.status, b.hold_reason, l.bin, l.quantity,
      l.quarantined, o.quantity as pool_quantity, o.value as pool_value`,
    from: sql` from stock_levels l join stores s on s.id = l.store_id
      join products p on p.id = l.product_id join batches b on b.id = l.batch_id
      left join stock_pools o on o.product_id = l.product_id and o.facility_id = s.facility_id
      ${where([
        sql`l.hospital_id = ${caller.hospital_id}`,
        sql`l.quantity > 0`,
        scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
        when(asked.store_id, sql`l.store_id = ${asked.store_id}`),
        when(asked.product_id, sql`l.product_id = ${asked.product_id}`),
        when(asked.class, sql`p.class = ${asked.class}`),
        when(asked.category_id, sql`p.category_id = ${asked.category_id}`),
        stateIs(asked.state, day),
        matching('products', asked.search, 'p'),
      ])}`,
    order: sql` order by p.name, b.expiry, l.id`,
  })
  const money = can(caller, 'product:cost') ? await currency(caller) : null
  return { rows: found.rows.map((row) => levelShown(row, day, money)), meta: found.meta }
}

function stateIs(state: LevelFilter['state'], day: string) {
  if (state === 'quarantined') return sql`l.quarantined > 0`
  if (state === 'expired') return sql`b.expiry < ${day}`
  if (state === undefined) return undefined
  return sql`l.quantity > l.quarantined and b.status = 'AVAILABLE'
    and (b.expiry is null or b.expiry >= ${day})`
}

function levelShown(
  row: LevelFound,
  day: string,
  money: Awaited<ReturnType<typeof currency>> | null,
): Level {
  const { name, strength, expiry, pool_quantity, pool_value, ...rest } = row
  const quantity = Number(row.quantity)
  const quarantined = Number(row.quarantined)
  const usable = barred({ ...row } as unknown as BatchRow, day) === null
  const in_pool = Number(pool_quantity ?? 0)
  const worth = row.funding === 'PROGRAMME' || in_pool === 0 ? 0 : Number(pool_value) / in_pool
  return {
    ...rest,
    product_name: productName({ name, strength }),
    expiry,
    days_to_expiry:
      expiry === null ? null : Math.round((Date.parse(expiry) - Date.parse(day)) / 86_400_000),
    quantity: quantity / 1000,
    quarantined: quarantined / 1000,
    available: usable ? (quantity - quarantined) / 1000 : 0,
    unit_cost: money === null ? null : toMajor(Math.round(worth * 1000), money),
    value: money === null ? null : toMajor(Math.round(worth * quantity), money),
  }
}

export async function listBatches(
  caller: Caller,
  asked: BatchFilter & PageAsked,
): Promise<Page<Batch>> {
  const found = await pageFrom(batches, asked, {
    from: sql` from batches${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      when(asked.lot, sql`lot = ${asked.lot}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.funding, sql`funding = ${asked.funding}`),
      when(asked.expires_before, sql`expiry < ${asked.expires_before}`),
      matching('batches', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await batchesShown(caller, found.rows), meta: found.meta }
}

async function batchesShown(caller: Caller, rows_: readonly BatchRow[]): Promise<Batch[]> {
  const products = await productsOf(
    caller,
    rows_.map(({ product_id }) => product_id),
  )
  const ids = rows_.map(({ id }) => id)
  const lying = await rows<{ batch_id: string; q: number }>(
    sql`select batch_id, cast(sum(quantity) as bigint) as q from stock_levels
      where hospital_id = ${caller.hospital_id} and batch_id${oneOf(ids)} group by batch_id`,
  )
  const on_hand = new Map(lying.map(({ batch_id, q }) => [batch_id, Number(q) / 1000]))
  const money = can(caller, 'product:cost') ? await currency(caller) : null
  return rows_.map((row) => ({
    ...row,
    product_name: productName(products.get(row.product_id) ?? { name: '', strength: null }),
    unit_cost: money === null ? null : toMajor(row.unit_cost, money),
    quantity: on_hand.get(row.id) ?? 0,
    moves: batchLife.moves(caller, row) as Batch['moves'],
  }))
}

export async function findBatch(caller: Caller, id: string): Promise<BatchOpened> {
  const row = await batchRecord.get(caller, id)
  const [batch] = await batchesShown(caller, [row])
  return { ...(batch as Batch), history: await batchLife.history(caller, id) }
}

/** The card of a product: what moved, newest first. */
export async function card(
  caller: Caller,
  product_id: string,
  asked: CardFilter & PageAsked,
): Promise<Page<Move>> {
  await productRecord.get(caller, product_id)
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(stock_moves, asked, {
    from: sql` from stock_moves${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`product_id = ${product_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.batch_id, sql`batch_id = ${asked.batch_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by id desc`,
  })
  return { rows: await movesShown(caller, found.rows), meta: found.meta }
}

/** All that was moved for one thing, in the order of it. */
export async function movesOfSource(
  caller: Caller,
  source: string,
  source_id: string,
): Promise<Move[]> {
  const { hospital_id } = caller
  const found = await stock_moves.all({ hospital_id, source, source_id }, { order: ['id'] })
  return movesShown(caller, found)
}

async function movesShown(caller: Caller, found: readonly MoveRow[]): Promise<Move[]> {
  const named = await namesOf(caller, found)
  const money = can(caller, 'product:cost') ? await currency(caller) : null
  const patient_ids = found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id]))
  const may = can(caller, 'patient:read')
  const patients = await patientRows(caller, may ? patient_ids : [])
  return found.map((row) => ({
    ...row,
    store_name: named.get(row.store_id) ?? '',
    lot: named.get(row.batch_id) ?? null,
    quantity: row.quantity / 1000,
    balance: row.balance / 1000,
    value: money === null ? null : toMajor(row.value, money),
    patient_id: may ? row.patient_id : null,
    patient_name: patients.get(row.patient_id ?? '')?.full_name ?? null,
  }))
}

/** Names of stores and lots of batches, by id. */
async function namesOf(
  { hospital_id }: Caller,
  found: readonly MoveRow[],
): Promise<Map<string, string | null>> {
  const of = (key: 'store_id' | 'batch_id') => oneOf([...new Set(found.map((row) => row[key]))])
  const both = await rows<{ id: string; name: string | null }>(
    join(
      [
        sql`select id, name from stores where hospital_id = ${hospital_id} and id${of('store_id')}`,
        sql`select id, lot as name from batches where hospital_id = ${hospital_id}
          and id${of('batch_id')}`,
      ],
      ' union all ',
    ),
  )
  return new Map(both.map(({ id, name }) => [id, name]))
}
