// Goods on their way between two stores: what came of what was sent, as moves (STK-26 to STK-28, STK-48).
// Each batch comes in whole and in the value it left with; what is short leaves again at once as a loss,
// or goes back to who did not send it.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import type { BatchRow } from '../pool/batches.ts'
import { isOutside } from '../pool/cold.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import type { Movement } from '../pool/moving.ts'
import { batches } from '../pool/tables.ts'
import { type ProductRow, productsOf } from '../products/record.ts'
import { setApart } from '../quarantine/apart.ts'
import type { StoreRow } from '../stores/keeping.ts'
import type { ShortReason } from './words.ts'

/** What was sent of a batch. */
export interface Piece {
  id: string
  position: number
  product_id: string
  batch_id: string
  sent: number
  value: number
}

export interface Said {
  batch_id: string
  received: number
  reason?: ShortReason | null | undefined
}

export interface Coming {
  sent: Piece
  product: ProductRow
  batch: BatchRow
  received: number
  reason: ShortReason | null
}

export interface Journey {
  number: string
  from: StoreRow
  to: StoreRow
  abroad: boolean
  coming: Coming[]
}

/** Nothing said: all of it came. */
export async function comingOf(
  caller: Caller,
  sent: readonly Piece[],
  said: readonly Said[],
): Promise<Coming[]> {
  for (const [at, { batch_id }] of said.entries()) {
    if (sent.some((one) => one.batch_id === batch_id)) continue
    throw new Refusal(404, 'not_found', `Line ${at + 1}: no such batch in this transfer.`, {
      field: `Line ${at + 1}`,
    })
  }
  const products = await productsOf(
    caller,
    sent.map(({ product_id }) => product_id),
  )
  const of = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(sent.map(({ batch_id }) => batch_id))],
  })
  const left = new Map(
    said.map(({ batch_id, received }) => [batch_id, Math.round(received * 1000)]),
  )
  return sent.map((one): Coming => {
    const at = said.findIndex(({ batch_id }) => batch_id === one.batch_id)
    const all = sent.filter(({ batch_id }) => batch_id === one.batch_id)
    refuseMore(all, said[at], at)
    const received = at < 0 ? one.sent : Math.min(one.sent, left.get(one.batch_id) ?? 0)
    left.set(one.batch_id, (left.get(one.batch_id) ?? 0) - received)
    const reason = received < one.sent ? (said[at]?.reason ?? null) : null
    if (received < one.sent && reason === null) {
      throw new Refusal(400, 'invalid', `Line ${at + 1}: a reason is required: less came.`, {
        field: `Line ${at + 1}`,
      })
    }
    const batch = of.find(({ id }) => id === one.batch_id) as BatchRow
    return {
      sent: one,
      product: products.get(one.product_id) as ProductRow,
      batch,
      received,
      reason,
    }
  })
}

function refuseMore(
  sent: readonly Piece[],
  said: { received: number } | undefined,
  at: number,
): void {
  if (said === undefined) return
  const field = `Line ${at + 1}`
  if (said.received < 0) {
    throw new Refusal(400, 'invalid', `${field}: received must not be negative.`, { field })
  }
  const all = sent.reduce((sum, one) => sum + one.sent, 0)
  if (Math.round(said.received * 1000) > all) {
    throw conflict(`${field}: ${all / 1000} were sent.`, 'more')
  }
}

export const held = (caller: Caller, { from, to, coming }: Journey): Promise<Goods> =>
  holdGoods(
    caller,
    coming.flatMap(({ product }) => [
      { store: from, product },
      { store: to, product },
    ]),
  )

/** Signed as they came and went; a short batch comes in two pieces. */
export function movementsOf(
  journey: Journey,
  { sent, product, batch, received, reason }: Coming,
  temperature: number | null | undefined,
): Movement[] {
  const { from, to } = journey
  const short = sent.sent - received
  const lost = portion(sent.value, short, sent.sent)
  const one = { product, batch, line: sent.position }
  const movements: Movement[] = []
  if (received > 0) {
    const apart = doubtOf(product, batch, temperature) === null ? 0 : received
    movements.push(into(journey, to, one, received, sent.value - lost, apart))
  }
  if (short > 0 && reason === 'NOT_SENT') movements.push(into(journey, from, one, short, lost, 0))
  else if (short > 0) {
    movements.push(into(journey, to, one, short, lost, 0), {
      ...one,
      store: to,
      kind: 'ADJUST_OUT',
      quantity: -short,
      ...(journey.abroad ? { value: lost } : {}),
      other: { role: 'lost' },
      department: to.department,
      note: reason,
      register: { kind: 'CORRECTION', reason: `${journey.number} ${reason}` },
    })
  }
  return movements
}

export const into = (
  { from, to, abroad }: Journey,
  store: StoreRow,
  one: Pick<Movement, 'product' | 'batch' | 'line'>,
  quantity: number,
  value: number,
  quarantined: number,
): Movement => ({
  ...one,
  store,
  kind: 'TRANSFER_IN',
  quantity,
  value,
  quarantined,
  other: abroad ? { role: 'stock_transit' } : null,
  other_facility_id: abroad ? to.facility_id : undefined,
  register: { kind: 'TRANSFER_IN', from_to: from.name },
})

/** What was recalled on its way, or came too warm or too cold, waits for who judges it (STK-90, STK-105). */
export async function apartOnArrival(
  caller: Caller,
  goods: Goods,
  { to, coming }: Pick<Journey, 'to' | 'coming'>,
  temperature: number | null | undefined,
  { source, source_id }: { source: string; source_id: string },
): Promise<void> {
  for (const { product, batch, received } of coming) {
    const doubt = doubtOf(product, batch, temperature)
    if (received === 0 || doubt === null) continue
    await setApart(caller, {
      ...doubt,
      store: to,
      product,
      batch,
      level_id: goods.levelOf(to.id, batch).level.id,
      quantity: received,
      source,
      source_id,
    })
  }
}

function doubtOf(
  product: ProductRow,
  { status }: BatchRow,
  temperature: number | null | undefined,
): { reason: 'RECALL' | 'COLD_CHAIN'; note: string } | null {
  if (status === 'RECALLED') return { reason: 'RECALL', note: 'Recalled on its way' }
  if (!isOutside(product, temperature)) return null
  return { reason: 'COLD_CHAIN', note: `${temperature} °C on arrival` }
}
