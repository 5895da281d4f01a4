// The goods of a counter sale (BIL-60): which product a line is, and what it takes off the shelf.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { batchOf, issue, type IssueAsked, productsOfCodes } from '../../../neighbours/stock.ts'
import { codeOf } from '../../tariff/prices.ts'
import type { Sale, SaleInput } from '../bills/input-shapes.ts'
import type { Row as Item } from '../charges/items.ts'
import type { InHand } from './sale-bill.ts'

type Products = ReadonlyMap<string, string>

/** Whichever of their codes a product stands behind: asked beside the prices, which say more of some. */
export async function productsNamed(caller: Caller, lines: SaleInput['lines']): Promise<Products> {
  const codes = [...new Set(lines.flatMap(({ code }) => (code ? [codeOf(code)] : [])))]
  return codes.length === 0 ? new Map() : productsOfCodes(caller, codes)
}

/**
 * A line that names a batch is that batch's product, whatever the price list says; a code without one is
 * the tariff's product, else the one whose tariff code it is.
 */
export async function withGoods(
  caller: Caller,
  { bill, items }: InHand,
  by_code: Products,
): Promise<InHand> {
  const found: Item[] = []
  for (const [at, item] of items.entries()) {
    const product_id = item.batch_id
      ? await productOfBatch(caller, item, `lines[${at}].batch_id`)
      : (item.product_id ?? by_code.get(item.code ?? '') ?? null)
    found.push({ ...item, product_id })
  }
  return { bill, items: found }
}

/** Every batch that is named is one of this hospital's, and of the product that the tariff names. */
async function productOfBatch(caller: Caller, item: Item, field: string): Promise<string> {
  const batch = await batchOf(caller, item.batch_id ?? '')
  if (batch === null) {
    throw new Refusal(404, 'not_found', `${field}: no such batch.`, { field })
  }
  if (item.product_id !== null && item.product_id !== batch.product_id) {
    const lot = batch.lot ?? '(none)'
    throw conflict(`${field}: lot ${lot} is another product than ${item.code}.`, 'batch', { field })
  }
  return batch.product_id
}

/** Of a controlled drug: who wrote it, and the number by which the council knows the prescriber (CAR-105). */
const handedIn = ({ prescription }: SaleInput): NonNullable<IssueAsked['prescription']> | null =>
  prescription
    ? { number: prescription.registration_no, prescriber_name: prescription.prescriber }
    : null

/** What the goods on this bill took off the shelf; where nobody keeps stock none is taken. */
export async function goodsOf(
  caller: Caller,
  { bill, items: all }: InHand,
  input: SaleInput,
  drawer_store: string | null,
): Promise<Sale['stock']> {
  const items = all.filter(({ product_id }) => product_id !== null)
  if (items.length === 0) return []
  const moves = await issue(caller, {
    store_id: input.store_id ?? drawer_store,
    lines: items.map(({ product_id, batch_id, quantity }) => ({
      product_id: product_id ?? '',
      batch_id,
      quantity: quantity / 1000,
    })),
    kind: 'SALE',
    source: 'sale',
    source_id: bill.id,
    patient_id: bill.patient_id,
    prescription: handedIn(input),
    witness_token: input.witness_token ?? null,
  })
  return moves.map(({ product_id, batch_id, lot, quantity }) => ({
    product_id,
    batch_id,
    lot,
    quantity,
  }))
}
