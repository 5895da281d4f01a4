// Writing a transfer and sending it (3.4). Between stores of one branch the value stays in the pool; to
// another branch it is on the way, on the account of that one (STK-26, STK-27).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { batchNamed } from '../pool/asked.ts'
import { temperatureAsked } from '../pool/cold.ts'
import { holdGoods } from '../pool/goods.ts'
import { moveGoods, type MoveRow, type Paper } from '../pool/moving.ts'
import { pick, type Picked } from '../pool/picking.ts'
import { mayLie } from '../pool/receive.ts'
import { releaseTaken } from '../pool/reserve.ts'
import { packs, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { controlledParties } from '../register/parties.ts'
import { keepersOf, ownStore, type StoreRow, storeInUse } from '../stores/keeping.ts'
import { transfer_batches, transfer_lines, transferRecord, type TransferRow } from './record.ts'
import type { Sending, TransferChange, TransferInput } from './shapes.ts'

export async function open(caller: Caller, input: TransferInput): Promise<TransferRow> {
  const { said, lines } = await written(caller, input)
  const row = await transferRecord.created(caller, { ...said, made_by_name: caller.name })
  await transfer_lines.add(caller, row.id, lines)
  return row
}

/** A draft is written anew; what is not said of it stays. */
export async function change(
  caller: Caller,
  id: string,
  input: TransferChange,
): Promise<TransferRow> {
  const before = await transferRecord.begin(caller, id, 'send')
  await ownStore(caller, before.from_store_id)
  const kept = (await transfer_lines.of(caller, id)).map((line) => ({
    ...line,
    quantity: line.quantity / 1000,
  }))
  const { from_store_id, to_store_id, carrier, note } = before
  const whole = { from_store_id, to_store_id, carrier, note, lines: kept, ...input }
  const { said, lines } = await written(caller, whole)
  await transfer_lines.replace(caller, id, lines)
  return transferRecord.changed(caller, before, 'change', said)
}

async function written(caller: Caller, input: TransferInput) {
  const from = await ownStore(caller, input.from_store_id)
  const to = await storeInUse(caller, input.to_store_id)
  if (from.id === to.id) throw invalid('from_store_id', 'and to_store_id are the same.')
  if (!to.holds_stock) {
    throw conflict(`${to.name} keeps no stock: it is given goods on a requisition.`, 'store')
  }
  const lines = await linesRead(caller, input, to)
  await unitsUsed(caller, input.lines)
  const said = {
    facility_id: from.facility_id,
    to_facility_id: to.facility_id,
    from_store_id: from.id,
    to_store_id: to.id,
    carrier: input.carrier || null,
    note: input.note || null,
  }
  return { said, lines }
}

async function linesRead(caller: Caller, { lines }: TransferInput, to: StoreRow) {
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const of_each = await packs.ofMany(caller, [...products.keys()])
  const read: { product_id: string; batch_id: string | null; quantity: number }[] = []
  for (const [at, line] of lines.entries()) {
    const said = `Line ${at + 1}`
    const product = products.get(line.product_id) as ProductRow
    mayLie(to, product)
    const quantity = inBase(product, of_each.get(product.id) ?? [], line, said)
    if (quantity < 0) {
      throw new Refusal(400, 'invalid', `${said}: quantity must be more than 0.`, { field: said })
    }
    const batch_id = line.batch_id || null
    if (batch_id && (await batchNamed(caller, batch_id))?.product_id !== product.id) {
      throw new Refusal(404, 'not_found', `${said}: no such batch.`, { field: said })
    }
    read.push({ product_id: product.id, batch_id, quantity })
  }
  return read
}

export async function send(
  caller: Caller,
  id: string,
  { temperature_out, seal_no, witness_token }: Sending,
): Promise<TransferRow> {
  const before = await transferRecord.begin(caller, id, 'send')
  const from = await ownStore(caller, before.from_store_id)
  const to = await storeInUse(caller, before.to_store_id)
  const lines = await transfer_lines.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  for (const product of products.values()) mayLie(to, product)
  temperatureAsked([...products.values()], temperature_out, 'temperature_out')
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store: from, product })),
  )
  const wanted = lines.map(({ product_id, batch_id, quantity, position }) => ({
    product: products.get(product_id) as ProductRow,
    batch_id,
    quantity,
    line: position,
  }))
  const picked = await pick(caller, goods, wanted, { ...paperOf(before), store: from })
  const controlled = [...products.values()].some((product) => product.controlled)
  const parties = controlled ? await controlledParties(caller, witness_token) : undefined
  const abroad = from.facility_id !== to.facility_id
  const moves = await moveGoods(
    caller,
    goods,
    { ...paperOf(before), posting: abroad ? 'STOCK_SEND' : null, parties },
    picked.map((one) => ({
      ...one,
      store: from,
      kind: 'TRANSFER_OUT',
      quantity: -one.quantity,
      other: abroad ? { role: 'stock_transit' } : null,
      other_facility_id: abroad ? to.facility_id : undefined,
      register: { kind: 'TRANSFER_OUT', from_to: to.name },
    })),
  )
  await keepSent(caller, before, picked, moves)
  await releaseTaken(caller, from.id, paperOf(before))
  await tellKeepers(caller, before, from, to)
  return transferRecord.moved(caller, before, 'send', {
    value: moves.reduce((sum, { value }) => sum - value, 0),
    seal_no: seal_no || null,
    temperature_out: temperature_out ?? null,
    sent_at: clock.instant(),
    sent_on: await today(caller),
    sent_by_id: caller.user_id,
    sent_by_name: caller.name,
  })
}

export const paperOf = ({ id, number }: TransferRow): Paper => ({
  posting: null,
  source: 'stock_transfer',
  source_id: id,
  reference: number,
  memo: `Transfer ${number}`,
  path: `/stock/transfers/${id}`,
})

async function keepSent(
  caller: Caller,
  { id }: TransferRow,
  picked: readonly Picked[],
  moves: readonly MoveRow[],
): Promise<void> {
  const lines = await transfer_lines.of(caller, id)
  await transfer_batches.add(
    caller,
    id,
    picked.map(({ line, product, batch, quantity }, at) => ({
      line_id: lines.find(({ position }) => position === line)?.id ?? '',
      product_id: product.id,
      batch_id: batch.id,
      sent: quantity,
      value: -(moves[at]?.value ?? 0),
    })),
  )
}

async function tellKeepers(
  caller: Caller,
  { id, number }: TransferRow,
  from: StoreRow,
  to: StoreRow,
): Promise<void> {
  const user = (await keepersOf(caller, [to.id])).get(to.id) ?? []
  if (user.length === 0) return
  await notify(caller, {
    to: { user },
    kind: 'stock.transfer_sent',
    title: `Goods are on the way to ${to.name}`,
    body: `Transfer ${number} left ${from.name}.`,
    entity: { type: 'stock_transfer', id },
  })
}
