// What arrives of a transfer (STK-48), and taking it back while it is on the way. Each batch comes in
// whole and in the value it left with; what is short leaves again at once as a loss, or goes back to
// who did not send it.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { batches } from '../pool/tables.ts'
import type { BatchRow } from '../pool/batches.ts'
import { isOutside, temperatureAsked } from '../pool/cold.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { moveGoods, type Movement } from '../pool/moving.ts'
import { type ProductRow, productsOf } from '../products/record.ts'
import { setApart } from '../quarantine/apart.ts'
import { controlledParties } from '../register/parties.ts'
import { keepersOf, mustKeep, ownStore, type StoreRow, storeRecord } from '../stores/keeping.ts'
import { type SentBatch, transfer_batches, transferRecord, type TransferRow } from './record.ts'
import { paperOf } from './send.ts'
import type { Arriving, TransferCancel } from './shapes.ts'
import { stock_transfer_batches } from './tables.ts'
import type { ShortReason } from './words.ts'

interface Coming {
  sent: SentBatch
  product: ProductRow
  batch: BatchRow
  received: number
  reason: ShortReason | null
}

interface Journey {
  row: TransferRow
  from: StoreRow
  to: StoreRow
  abroad: boolean
  coming: Coming[]
}

export async function receive(caller: Caller, id: string, input: Arriving): Promise<TransferRow> {
  const before = await transferRecord.begin(caller, id, 'receive')
  const to = await ownStore(caller, before.to_store_id)
  await anotherKeeper(caller, before)
  const journey = await journeyOf(caller, before, to, input.lines ?? [])
  const { temperature_in } = input
  const of = journey.coming.map(({ product }) => product)
  temperatureAsked(of, temperature_in, 'temperature_in')
  const goods = await held(caller, journey)
  const controlled = of.some((product) => product.controlled)
  const parties = controlled ? await controlledParties(caller, input.witness_token) : undefined
  const posting = journey.abroad ? 'STOCK_ARRIVE' : 'STOCK_LOSS'
  await moveGoods(
    caller,
    goods,
    { ...paperOf(before), posting, parties },
    journey.coming.flatMap((one) => movementsOf(journey, one, temperature_in)),
  )
  await keepArrived(caller, goods, journey, temperature_in)
  await tellSender(caller, journey)
  return transferRecord.moved(caller, before, 'receive', {
    temperature_in: temperature_in ?? null,
    received_at: clock.instant(),
    received_by_name: caller.name,
  })
}

/** Who sent may receive only where nobody else keeps either store; that is looked at afterwards. */
async function anotherKeeper(caller: Caller, row: TransferRow): Promise<void> {
  if (caller.user_id === null || row.sent_by_id !== caller.user_id) return
  const kept = await keepersOf(caller, [row.from_store_id, row.to_store_id])
  if ([...kept.values()].flat().some((user_id) => user_id !== caller.user_id)) {
    throw conflict('You sent this transfer: somebody else must receive it.', 'second_person')
  }
  record(caller, 'stock_transfer.alone', {
    entity_type: 'stock_transfer',
    entity_id: row.id,
    entity_label: row.number,
    reason: 'Nobody else keeps these stores.',
  })
}

async function journeyOf(
  caller: Caller,
  row: TransferRow,
  to: StoreRow,
  said: NonNullable<Arriving['lines']>,
): Promise<Journey> {
  const sent = await transfer_batches.of(caller, row.id)
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
  const coming = sent.map((one): Coming => {
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
  const from = await storeRecord.get(caller, row.from_store_id)
  return { row, from, to, abroad: from.facility_id !== to.facility_id, coming }
}

function refuseMore(
  sent: readonly SentBatch[],
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

const held = (caller: Caller, { from, to, coming }: Journey): Promise<Goods> =>
  holdGoods(
    caller,
    coming.flatMap(({ product }) => [
      { store: from, product },
      { store: to, product },
    ]),
  )

/** Signed as they came and went; a short batch comes in two pieces. */
function movementsOf(
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
    const apart = isOutside(product, temperature) ? received : 0
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
      register: { kind: 'CORRECTION', reason: `${journey.row.number} ${reason}` },
    })
  }
  return movements
}

const into = (
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

async function keepArrived(
  caller: Caller,
  goods: Goods,
  { row, to, coming }: Journey,
  temperature: number | null | undefined,
): Promise<void> {
  const { hospital_id } = caller
  for (const { sent, product, batch, received, reason } of coming) {
    await stock_transfer_batches.change({ hospital_id, id: sent.id }, { received, reason })
    if (received === 0 || !isOutside(product, temperature)) continue
    await setApart(caller, {
      store: to,
      product,
      batch,
      level_id: goods.levelOf(to.id, batch).level.id,
      quantity: received,
      reason: 'COLD_CHAIN',
      note: `${temperature} °C on arrival`,
      source: 'stock_transfer',
      source_id: row.id,
    })
  }
}

/** STK-48: who did not send it hears of it. */
async function tellSender(caller: Caller, { row, from, coming }: Journey): Promise<void> {
  const short = coming.filter(({ sent, received }) => received < sent.sent)
  const user = (await keepersOf(caller, [from.id])).get(from.id) ?? []
  if (short.length === 0 || user.length === 0) return
  await notify(caller, {
    to: { user },
    kind: 'stock.transfer_short',
    title: `Less came than was sent: ${row.number}`,
    body: `Short of ${short.map(({ product }) => product.name).join(', ')}.`,
    entity: { type: 'stock_transfer', id: row.id },
  })
}

/** Before it is received by whoever keeps the store that sent it; the goods are back as they left. */
export async function cancel(
  caller: Caller,
  id: string,
  { reason, witness_token }: TransferCancel,
): Promise<TransferRow> {
  const before = await transferRecord.begin(caller, id, 'cancel')
  await mustKeep(caller, await storeRecord.get(caller, before.from_store_id))
  if (before.status === 'SENT') {
    if (!reason) throw invalid('reason', 'is required: the goods are on the way.')
    await takeBack(caller, before, witness_token)
  }
  return transferRecord.moved(caller, before, 'cancel', {}, reason || null)
}

async function takeBack(
  caller: Caller,
  row: TransferRow,
  token: string | null | undefined,
): Promise<void> {
  const to = await storeRecord.get(caller, row.to_store_id)
  const journey = await journeyOf(caller, row, to, [])
  const goods = await held(caller, journey)
  const controlled = journey.coming.some(({ product }) => product.controlled)
  await moveGoods(
    caller,
    goods,
    {
      ...paperOf(row),
      posting: journey.abroad ? 'STOCK_ARRIVE' : null,
      parties: controlled ? await controlledParties(caller, token) : undefined,
    },
    journey.coming.map(({ sent, product, batch }) =>
      into(
        journey,
        journey.from,
        { product, batch, line: sent.position },
        sent.sent,
        sent.value,
        0,
      ),
    ),
  )
}
