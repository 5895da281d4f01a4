// Batches, and what moved (5.2): the card of a product.

import { type Caller, can } from '../../../../core/caller.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { join, oneOf, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { currency, hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productRecord, productsOf } from '../products/record.ts'
import { batchLife } from './batch-life.ts'
import { batchRecord, type BatchRow } from './batches.ts'
import type { MoveRow } from './moving.ts'
import type { Batch, BatchFilter, BatchOpened, CardFilter, Move } from './shapes.ts'
import { batches, stock_moves } from './tables.ts'

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
