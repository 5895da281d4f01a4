// Goods that come in (STK-161): from areas that make some, from opening stock, from receipts.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { packs, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { recallOfLot } from '../recalls/recalled.ts'
import { controlledParties } from '../register/parties.ts'
import type { RegisterKind } from '../register/words.ts'
import type { StoreRow } from '../stores/keeping.ts'
import type { OtherSide } from './accounts.ts'
import { batchFor, type BatchRow } from './batches.ts'
import { holdGoods } from './goods.ts'
import { moveGoods, type Movement, type MoveRow } from './moving.ts'
import type { Funding, MoveKind } from './words.ts'

export interface ReceivedLine {
  product_id: string
  quantity: number
  unit?: string | null | undefined
  lot?: string | null | undefined
  expiry?: string | null | undefined
  manufactured_on?: string | null | undefined
  /** What all of it is worth, in minor units. */
  value: number
  funding?: Funding | null | undefined
  serials?: string[] | null | undefined
  bin?: string | null | undefined
}

export interface Receiving {
  store: StoreRow
  lines: readonly ReceivedLine[]
  kind: MoveKind
  posting: string
  other: OtherSide
  source: string
  source_id: string
  reference: string
  memo: string
  supplier_id?: string | null
  receipt_id?: string | null
  witness_token?: string | null | undefined
  register?: { kind: RegisterKind; from_to?: string | null }
}

/** Each line is in the answer in its place. */
export async function receive(caller: Caller, asked: Receiving): Promise<MoveRow[]> {
  const { store, lines } = asked
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  for (const product of products.values()) mayLie(store, product)
  const of_each = await packs.ofMany(caller, [...products.keys()])
  await unitsUsed(caller, lines)
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  const movements: Movement[] = []
  for (const [at, line] of lines.entries()) {
    const product = products.get(line.product_id) as ProductRow
    const said = `Line ${at + 1}`
    const quantity = inBase(product, of_each.get(product.id) ?? [], line, said)
    if (quantity < 0) throw invalidAs(said, 'quantity must be more than 0.')
    const batch = await batchOfLine(caller, asked, product, line, quantity, said)
    movements.push(movementOf(asked, line, { product, batch, quantity, at }))
  }
  const controlled = [...products.values()].some((product) => product.controlled)
  const parties = controlled ? await controlledParties(caller, asked.witness_token) : undefined
  return moveGoods(caller, goods, { ...asked, parties }, movements)
}

/** STK-70, and what is out of use is in no new document (STK-5). */
export function mayLie(store: StoreRow, product: ProductRow): void {
  if (!product.active) throw conflict(`${product.name} is not active.`, 'product')
  if (product.controlled && !store.controlled_cupboard) {
    throw conflict(`${store.name} has no controlled-drug cupboard.`, 'cupboard')
  }
}

async function batchOfLine(
  caller: Caller,
  { supplier_id = null, receipt_id = null }: Receiving,
  product: ProductRow,
  line: ReceivedLine,
  quantity: number,
  at: string,
): Promise<BatchRow> {
  const day = await today(caller)
  const { lot, expiry } = lotOf(product, line, day, at)
  const batch = await batchFor(
    caller,
    {
      product_id: product.id,
      lot,
      expiry,
      funding: line.funding ?? 'OWN',
      unit_cost: Math.round((line.value * 1000) / quantity),
      manufactured_on: line.manufactured_on ?? null,
      supplier_id,
      receipt_id,
      serials: line.serials ?? null,
      first_received_on: day,
    },
    at,
  )
  const recall = await recallOfLot(caller, product.id, lot)
  if (recall !== null) {
    throw conflict(`Lot ${lot ?? '(none)'} is recalled (${recall.number}).`, 'recalled')
  }
  return batch
}

/** STK-137. */
export function lotOf(
  product: ProductRow,
  line: Pick<ReceivedLine, 'lot' | 'expiry'>,
  day: string,
  at: string,
): { lot: string | null; expiry: string | null } {
  const lot = line.lot?.trim() || null
  const expiry = line.expiry ?? null
  if (product.batch_required && lot === null) throw missing(at, 'lot')
  if (product.expiry_required && expiry === null) throw missing(at, 'expiry')
  if (expiry !== null && expiry <= day) {
    throw new Refusal(409, 'expired', `${at}: expiry ${expiry} is past.`, { field: at })
  }
  return { lot, expiry }
}

const missing = (at: string, field: string): Refusal =>
  new Refusal(400, 'invalid', `${at}: ${field} is required.`, { field: at })

function movementOf(
  asked: Receiving,
  line: ReceivedLine,
  of: { product: ProductRow; batch: BatchRow; quantity: number; at: number },
): Movement {
  const { product, batch, quantity, at } = of
  return {
    store: asked.store,
    product,
    batch,
    kind: asked.kind,
    quantity,
    value: line.value,
    other: asked.other,
    line: at + 1,
    bin: line.bin,
    ...(asked.register === undefined ? {} : { register: asked.register }),
  }
}
