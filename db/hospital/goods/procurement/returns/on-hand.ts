// What lies in the store of a return (3.7): set apart or not, as long as it is there.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { type Goods, holdGoods } from '../../stock/pool/goods.ts'
import { productName, type ProductRow, productsOf } from '../../stock/products/record.ts'
import { saidQuantity } from '../../stock/products/quantities.ts'
import type { StoreRow } from '../../stock/stores/keeping.ts'
import type { ReturnLine } from './record.ts'

type Line = Pick<ReturnLine, 'product_id' | 'batch_id' | 'quantity'>

export interface Hand {
  store: StoreRow
  products: Map<string, ProductRow>
  goods: Goods
}

/** The head of the ledger and the pools are held from here on. */
export async function takeInHand(
  caller: Caller,
  store: StoreRow,
  lines: readonly Line[],
): Promise<Hand> {
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  return { store, products, goods }
}

/** Lines of one batch are summed. */
export function refuseBeyond({ store, products, goods }: Hand, lines: readonly Line[]): void {
  const asked = new Map<string, number>()
  for (const [at, { product_id, batch_id, quantity }] of lines.entries()) {
    const all = (asked.get(batch_id) ?? 0) + quantity
    asked.set(batch_id, all)
    const lying = goods.lying(store.id, product_id).find(({ batch }) => batch.id === batch_id)
    const there = lying?.level.quantity ?? 0
    if (all <= there) continue
    const product = products.get(product_id) as ProductRow
    const lot = lying === undefined ? '' : `lot ${lying.batch.lot ?? '(none)'} of `
    const of = `${lot}${productName(product)}`
    throw conflict(
      `Line ${at + 1}: only ${saidQuantity(product, there)} of ${of} are in ${store.name}.`,
      'short',
    )
  }
}

export const refuseAbsent = async (
  caller: Caller,
  store: StoreRow,
  lines: readonly Line[],
): Promise<void> => refuseBeyond(await takeInHand(caller, store, lines), lines)
