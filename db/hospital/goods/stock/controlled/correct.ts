// A line of the register that is wrong is never changed (STK-72): another one names it, with a reason and a
// second person, and with the goods that it moves in the same transaction.

import type { Caller } from '../../../../core/caller.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { postAdjustment } from '../adjustments/posting.ts'
import { reasonOf } from '../adjustments/reasons.ts'
import { adjustment_content, adjustmentRecord } from '../adjustments/record.ts'
import { firstExpiryFirst } from '../pool/batches.ts'
import { type Goods, holdGoods, type Lying } from '../pool/goods.ts'
import { packs, productName, type ProductRow } from '../products/record.ts'
import { inBase, saidQuantity } from '../products/quantities.ts'
import { controlledParties, type Parties } from '../register/parties.ts'
import { lineOf } from '../register/read.ts'
import type { ControlledEntry } from '../register/shapes.ts'
import { controlled_entries } from '../register/tables.ts'
import { enter } from '../register/write.ts'
import { ownStore, type StoreRow } from '../stores/keeping.ts'
import type { CorrectionInput } from './shapes.ts'
import { controlledProduct } from './waste.ts'

export async function correct(caller: Caller, input: CorrectionInput): Promise<ControlledEntry> {
  const store = await ownStore(caller, input.store_id)
  const product = await controlledProduct(caller, input.product_id)
  const quantity = await quantityOf(caller, product, input)
  const corrects_line = input.corrects_line ?? null
  if (corrects_line === null) throw invalid('corrects_line', 'is required.')
  const goods = await holdGoods(caller, [{ store, product }])
  const of = { store_id: store.id, product_id: product.id, line_no: corrects_line }
  const wrong = await controlled_entries.find({ hospital_id: caller.hospital_id, ...of })
  if (wrong === undefined) throw noSuch('line of this register')
  const parties = await controlledParties(caller, input.witness_token)
  return corrected(caller, goods, {
    store,
    product,
    quantity,
    corrects_line,
    batch_id: wrong.batch_id,
    reason_code: 'WRONG_ENTRY',
    reason: input.reason,
    parties,
  })
}

/** Signed; nought corrects words alone. */
async function quantityOf(
  caller: Caller,
  product: ProductRow,
  { quantity_in, quantity_out }: CorrectionInput,
): Promise<number> {
  if (quantity_in && quantity_out) throw invalid('quantity_out', 'cannot stand beside quantity_in.')
  const asked = quantity_in || quantity_out
  if (!asked) return 0
  const field = quantity_in ? 'quantity_in' : 'quantity_out'
  const quantity = inBase(product, await packs.of(caller, product.id), { quantity: asked }, field)
  if (quantity < 0) throw invalid(field, 'must be more than 0.')
  return quantity_in ? quantity : -quantity
}

export interface Correction {
  store: StoreRow
  product: ProductRow
  /** Signed, in thousandths of the base unit. */
  quantity: number
  corrects_line: number
  /** Of which batch, where the line says it. */
  batch_id: string | null
  reason_code: string
  reason: string
  parties: Parties
}

/** The goods of the product in that store are held. */
export async function corrected(
  caller: Caller,
  goods: Goods,
  correction: Correction,
): Promise<ControlledEntry> {
  if (correction.quantity !== 0) return adjusted(caller, goods, correction)
  const { store, product, corrects_line, reason, parties } = correction
  const source = 'controlled_correction'
  const source_id = newId()
  await enter(caller, parties, {
    store_id: store.id,
    product_id: product.id,
    kind: 'CORRECTION',
    quantity_in: 0,
    quantity_out: 0,
    balance: goods.balance(store.id, product.id),
    corrects_line,
    reason,
    source,
    source_id,
  })
  return lineOf(caller, { source, source_id })
}

async function adjusted(
  caller: Caller,
  goods: Goods,
  correction: Correction,
): Promise<ControlledEntry> {
  const { store, product, corrects_line, parties } = correction
  const reason = await reasonOf(caller, correction.reason_code)
  if (reason === undefined) throw conflict(`${correction.reason_code} is no reason any more.`)
  const row = await adjustmentRecord.created(caller, {
    facility_id: store.facility_id,
    store_id: store.id,
    reason_code: reason.code,
    note: correction.reason,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
  })
  await adjustment_content.add(caller, row.id, piecesOf(goods, correction))
  const lines = await adjustment_content.of(caller, row.id)
  const register = { kind: 'CORRECTION' as const, corrects_line, reason: correction.reason }
  const products = new Map([[product.id, product]])
  const hand = { row, reason, store, lines, products, goods, register }
  const { value, entry_reference } = await postAdjustment(caller, hand, parties)
  const posted_on = await today(caller)
  const now = { status: 'POSTED' as const, value, entry_reference, posted_on }
  await adjustmentRecord.moved(caller, row, 'submit', now, correction.reason)
  return lineOf(caller, { source: 'adjustment', source_id: row.id })
}

/** Of the line's own batch; else what expires first goes, and what is found lies with what came last. */
function piecesOf(
  goods: Goods,
  { store, product, quantity, batch_id }: Correction,
): {
  product_id: string
  batch_id: string
  lot: string | null
  expiry: string | null
  quantity: number
}[] {
  const lying = goods
    .lying(store.id, product.id)
    .toSorted((a, b) => firstExpiryFirst(a.batch, b.batch))
  const own = lying.find(({ batch }) => batch.id === batch_id)
  const piece = ({ batch }: Lying, part: number) => ({
    product_id: product.id,
    batch_id: batch.id,
    lot: batch.lot,
    expiry: batch.expiry,
    quantity: part,
  })
  if (quantity > 0) {
    const into = own ?? lying.at(-1)
    if (into === undefined) {
      throw conflict(`No lot of ${productName(product)} is known in ${store.name}.`, 'batch')
    }
    return [piece(into, quantity)]
  }
  const pieces = []
  let open = -quantity
  for (const one of own === undefined ? lying : [own, ...lying.filter((other) => other !== own)]) {
    const some = Math.min(open, one.level.quantity - one.level.quarantined)
    if (some <= 0) continue
    open -= some
    pieces.push(piece(one, -some))
  }
  if (open === 0) return pieces
  const said = saidQuantity(product, -quantity - open)
  throw conflict(`Only ${said} of ${productName(product)} are free in ${store.name}.`, 'short')
}
