// Batches (2.2): found or made when goods come in, and what may be taken of them (STK-37, STK-38).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { recordOf } from '../../../../store/record-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { lotKey, recallOfLot } from '../recalls/recalled.ts'
import { recall_batches } from '../recalls/tables.ts'
import { batches } from './tables.ts'
import type { Funding } from './words.ts'

export type BatchRow = RowOf<(typeof batches)['columns']>
export const batchRecord = recordOf(batches, 'batch')

/** By their ids. */
export async function batchesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Map<string, BatchRow>> {
  const found = await batches.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((batch) => [batch.id, batch]))
}

export interface BatchAsked {
  product_id: string
  lot: string | null
  expiry: string | null
  funding: Funding
  unit_cost: number
  manufactured_on?: string | null
  supplier_id?: string | null
  receipt_id?: string | null
  serials?: string[] | null
  first_received_on: string
}

const identityOf = ({ lot, expiry, funding }: BatchAsked): string =>
  [lotKey(lot), expiry ?? '', funding].join('|')

/** The same lot with the same expiry is the same batch; with another it is a mistake (STK-137). */
export async function batchFor(caller: Caller, asked: BatchAsked, at: string): Promise<BatchRow> {
  const { hospital_id } = caller
  const { product_id, lot } = asked
  const identity = identityOf(asked)
  const known = await batches.all({ hospital_id, product_id }, { order: ['id'] })
  const same = known.find((batch) => batch.identity === identity)
  if (same !== undefined) return same
  const other = known.find(
    (batch) => lot !== null && sameLot(batch.lot, lot) && batch.expiry !== asked.expiry,
  )
  if (other !== undefined) {
    throw conflict(`${at}: Lot ${lot} is already known with expiry ${other.expiry}.`, 'lot')
  }
  return attempt(() => opened(caller, asked, identity)).catch(async (error: unknown) => {
    if (!isTaken(error, 'identity')) throw error
    return (await batches.find({ hospital_id, product_id, identity })) as BatchRow
  })
}

/** One of a lot that is recalled is recalled from the beginning (STK-91). */
async function opened(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: BatchAsked,
  identity: string,
): Promise<BatchRow> {
  const recall = await recallOfLot({ hospital_id }, asked.product_id, asked.lot)
  const status = recall === null ? 'AVAILABLE' : 'RECALLED'
  const recall_id = recall?.id ?? null
  const batch = await batches.insert({ ...asked, hospital_id, identity, status, recall_id })
  if (recall_id !== null) {
    await recall_batches.insert({ hospital_id, recall_id, batch_id: batch.id })
  }
  return batch
}

const sameLot = (a: string | null, b: string): boolean => lotKey(a) === lotKey(b)

/** Why nothing may be taken of it, in words; null: it may. */
export function barred(batch: BatchRow, today: string, min_days = 0): string | null {
  const lot = `Lot ${batch.lot ?? '(none)'}`
  if (batch.expiry !== null && batch.expiry < today) return `${lot} expired on ${batch.expiry}.`
  if (batch.status === 'ON_HOLD') return `${lot} is on hold: ${batch.hold_reason ?? ''}.`
  if (batch.status === 'RECALLED') return `${lot} is recalled.`
  if (batch.status === 'EXPIRED') return `${lot} expired.`
  if (batch.expiry !== null && batch.expiry < nextDay(today, min_days)) {
    return `${lot} expires on ${batch.expiry}: ${min_days} days of life are asked.`
  }
  return null
}

/** First expiry first; without expiry last; then what came first (STK-37). */
export const firstExpiryFirst = (a: BatchRow, b: BatchRow): number =>
  orderOf(a) < orderOf(b) ? -1 : 1

const orderOf = ({ expiry, first_received_on, id }: BatchRow): string =>
  `${expiry ?? '9999-12-31'} ${first_received_on} ${id}`
