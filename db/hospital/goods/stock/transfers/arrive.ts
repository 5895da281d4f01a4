// What arrives of a transfer (STK-48), and taking it back while it is on the way.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { temperatureAsked } from '../pool/cold.ts'
import { moveGoods } from '../pool/moving.ts'
import { controlledParties } from '../register/parties.ts'
import { keepersOf, mustKeep, ownStore, type StoreRow, storeRecord } from '../stores/keeping.ts'
import {
  apartOnArrival,
  comingOf,
  held,
  into,
  type Journey,
  movementsOf,
  type Said,
} from './journey.ts'
import { transfer_batches, transferRecord, type TransferRow } from './record.ts'
import { paperOf } from './send.ts'
import type { Arriving, TransferCancel } from './shapes.ts'
import { stock_transfer_batches } from './tables.ts'

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
  for (const { sent, received, reason } of journey.coming) {
    const { hospital_id } = caller
    await stock_transfer_batches.change({ hospital_id, id: sent.id }, { received, reason })
  }
  await apartOnArrival(caller, goods, journey, temperature_in, paperOf(before))
  await tellSender(caller, before, journey)
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
  said: readonly Said[],
): Promise<Journey> {
  const from = await storeRecord.get(caller, row.from_store_id)
  const coming = await comingOf(caller, await transfer_batches.of(caller, row.id), said)
  return { number: row.number, from, to, abroad: from.facility_id !== to.facility_id, coming }
}

/** STK-48: who did not send it hears of it. */
async function tellSender(
  caller: Caller,
  row: TransferRow,
  { from, coming }: Journey,
): Promise<void> {
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
