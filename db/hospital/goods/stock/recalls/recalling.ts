// Opening a recall (STK-90): every batch that it is about is barred and every shelf of it set apart in one
// transaction, so that nothing more is issued from that moment on.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { lockHead } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { batchLife } from '../pool/batch-life.ts'
import type { LevelRow } from '../pool/goods.ts'
import { batches, stock_reservations } from '../pool/tables.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { shelvesApart } from '../quarantine/shelves.ts'
import { keepersOf, type StoreRow } from '../stores/keeping.ts'
import { figuresOf } from './figures.ts'
import { lotKey } from './recalled.ts'
import { recallRecord, type RecallRow } from './record.ts'
import type { RecallChange, RecallClosing, RecallInput } from './shapes.ts'
import { recall_batches, recall_lots } from './tables.ts'

export async function open(caller: Caller, input: RecallInput): Promise<RecallRow> {
  const lots = distinct(input.lots ?? [])
  if (lots.length === 0 && input.all_lots !== true) {
    throw invalid('lots', 'are required: give lots, or all_lots: true.')
  }
  if (lots.length > 0 && input.all_lots === true) {
    throw invalid('lots', 'cannot stand beside all_lots: true.')
  }
  if (input.notice_on > (await today(caller))) throw invalid('notice_on', 'is in the future.')
  const product_ids = [...new Set(input.product_ids)]
  const products = await productsOf(caller, product_ids)
  await lockHead(caller)
  const row = await recallRecord.created(caller, {
    product_ids,
    lots,
    level: input.level,
    source: input.source,
    notice_no: input.notice_no || null,
    notice_on: input.notice_on,
    reason: input.reason,
    instruction: input.instruction,
    tell_patients: input.tell_patients ?? input.level === 'I',
    opened_by_name: caller.name,
  })
  await bar(caller, row, products, lots.length === 0 ? [''] : lots)
  return row
}

/** `B 12` and `b12` are one lot. */
const distinct = (lots: readonly string[]): string[] => [
  ...new Map(lots.map((lot) => [lotKey(lot), lot])).values(),
]

/** The head of the ledger is held: nothing moves meanwhile. */
async function bar(
  caller: Caller,
  recall: RecallRow,
  products: Map<string, ProductRow>,
  lots: readonly string[],
): Promise<void> {
  const { hospital_id } = caller
  const recall_id = recall.id
  const keys = lots.map((lot) => lotKey(lot))
  await recall_lots.insertMany(
    [...products.keys()].flatMap((product_id) =>
      keys.map((lot_key) => ({ hospital_id, recall_id, product_id, lot_key })),
    ),
  )
  const known = await batches.all({ hospital_id, product_id: [...products.keys()] })
  const meant = known.filter(({ lot }) => keys.includes('') || keys.includes(lotKey(lot)))
  if (meant.length === 0) return
  await recall_batches.insertMany(
    meant.map(({ id: batch_id }) => ({ hospital_id, recall_id, batch_id })),
  )
  for (const batch of meant) {
    if (batch.status === 'RECALLED') continue
    await batchLife.moved(caller, batch, 'recall', { recall_id, hold_reason: null })
  }
  const { levels, stores } = await shelvesApart(
    caller,
    meant.map(({ id }) => id),
    () => ({
      reason: 'RECALL',
      note: `${recall.number}: ${recall.reason}`.slice(0, 300),
      source: 'recall',
      source_id: recall.id,
    }),
  )
  await freeReservations(caller, levels)
  await tell(caller, recall, products, [...stores.values()])
}

/** What was promised of these goods may not be there any more: whoever asked asks again. */
async function freeReservations(caller: Caller, levels: readonly LevelRow[]): Promise<void> {
  const { hospital_id } = caller
  for (const { store_id, product_id } of levels) {
    await stock_reservations.remove({ hospital_id, store_id, product_id })
  }
}

async function tell(
  caller: Caller,
  { id, number, level, reason }: RecallRow,
  products: ReadonlyMap<string, ProductRow>,
  places: readonly StoreRow[],
): Promise<void> {
  const keepers = await keepersOf(
    caller,
    places.map((store) => store.id),
  )
  const user = [...new Set([...keepers.values()].flat())]
  const words = {
    kind: 'stock.recall_opened',
    title: `Recall ${number}, level ${level}`,
    body: `${[...products.values()].map(productName).join(', ')}: ${reason}. It is set apart; what was reserved of it is free.`,
    entity: { type: 'recall', id },
  }
  await notify(caller, { ...words, to: { permission: 'stock:quality' } })
  if (user.length > 0) await notify(caller, { ...words, to: { user } })
}

/** Lots are only added. */
export async function change(caller: Caller, id: string, input: RecallChange): Promise<RecallRow> {
  await lockHead(caller)
  const before = await recallRecord.begin(caller, id, 'close')
  const known = before.lots.map(lotKey)
  const asked = distinct(input.lots ?? before.lots)
  const dropped = before.lots.find((lot) => !asked.map(lotKey).includes(lotKey(lot)))
  if (dropped !== undefined) throw conflict(`Lot ${dropped} is recalled: lots are only added.`)
  const added = asked.filter((lot) => !known.includes(lotKey(lot)))
  if (added.length > 0 && known.length === 0) {
    throw conflict(`${before.number} is about every lot already.`)
  }
  if (added.length > 0)
    await bar(caller, before, await productsOf(caller, before.product_ids), added)
  return recallRecord.changed(caller, before, 'change', {
    lots: [...before.lots, ...added],
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    ...(input.instruction === undefined ? {} : { instruction: input.instruction }),
    ...(input.notice_no === undefined ? {} : { notice_no: input.notice_no || null }),
  })
}

export async function close(
  caller: Caller,
  id: string,
  { close_note, withdrawn }: RecallClosing,
): Promise<RecallRow> {
  await lockHead(caller)
  const before = await recallRecord.begin(caller, id, 'close')
  const note = close_note || null
  if (withdrawn === true) return takenBack(caller, before, note)
  const { on_hand, unaccounted } = (await figuresOf(caller, [id]))(id)
  if (before.instruction !== 'QUARANTINE' && on_hand > 0) {
    const must = before.instruction === 'RETURN' ? 'sent back' : 'destroyed'
    throw conflict(`${on_hand} are still there: they must be ${must} first.`, 'on_hand')
  }
  if (unaccounted !== 0 && note === null) {
    throw invalid('close_note', `is required: ${unaccounted} are unaccounted for.`)
  }
  return recallRecord.moved(caller, before, 'close', { close_note: note }, note)
}

/** 3.1: what is set apart stays so until somebody lets it go. */
async function takenBack(
  caller: Caller,
  before: RecallRow,
  note: string | null,
): Promise<RecallRow> {
  const { hospital_id } = caller
  if (note === null) throw invalid('close_note', "is required: the authority's notice.")
  const own = await batches.all({ hospital_id, recall_id: before.id, status: 'RECALLED' })
  const hold_reason = `${before.number} was withdrawn`
  for (const batch of own) {
    await batchLife.moved(caller, batch, 'withdraw', { recall_id: null, hold_reason })
  }
  const now = { close_note: note, withdrawn: true }
  return recallRecord.moved(caller, before, 'close', now, note)
}

export async function reopen(caller: Caller, id: string, reason: string): Promise<RecallRow> {
  const before = await recallRecord.begin(caller, id, 'reopen')
  if (before.withdrawn) {
    throw conflict(`${before.number} was withdrawn: open another recall.`, 'withdrawn')
  }
  return recallRecord.moved(caller, before, 'reopen', { close_note: null }, reason)
}
