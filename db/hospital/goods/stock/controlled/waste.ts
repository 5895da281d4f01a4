// What is wasted of a controlled drug before a second person (STK-73, STK-76).

import type { Caller } from '../../../../core/caller.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { batchRecord } from '../pool/batches.ts'
import { holdGoods } from '../pool/goods.ts'
import { moveGoods } from '../pool/moving.ts'
import { packs, productName, productRecord, type ProductRow } from '../products/record.ts'
import { inBase, saidQuantity } from '../products/quantities.ts'
import { controlledParties } from '../register/parties.ts'
import { lineOf } from '../register/read.ts'
import type { ControlledEntry } from '../register/shapes.ts'
import { ownStore } from '../stores/keeping.ts'
import type { WasteInput } from './shapes.ts'

export async function waste(caller: Caller, input: WasteInput): Promise<ControlledEntry> {
  const store = await ownStore(caller, input.store_id)
  const product = await controlledProduct(caller, input.product_id)
  const batch = await batchRecord.get(caller, input.batch_id)
  if (batch.product_id !== product.id) throw new Refusal(404, 'not_found', 'No such batch.')
  const quantity = inBase(product, await packs.of(caller, product.id), input, 'quantity')
  if (quantity < 0) throw invalid('quantity', 'must be more than 0.')
  const goods = await holdGoods(caller, [{ store, product }])
  const lying = goods.lying(store.id, product.id).find(({ level }) => level.batch_id === batch.id)
  const free = lying === undefined ? 0 : lying.level.quantity - lying.level.quarantined
  if (quantity > free) {
    const of = `lot ${batch.lot ?? '(none)'} of ${productName(product)}`
    const said = saidQuantity(product, free)
    throw conflict(`Only ${said} of ${of} are free in ${store.name}.`, 'short')
  }
  const parties = await controlledParties(caller, input.witness_token)
  const source_id = newId()
  await moveGoods(
    caller,
    goods,
    {
      posting: 'STOCK_LOSS',
      source: 'controlled_waste',
      source_id,
      reference: 'Waste',
      memo: `Wasted: ${productName(product)}`,
      parties,
    },
    [
      {
        store,
        product,
        batch,
        kind: 'ADJUST_OUT',
        quantity: -quantity,
        other: { role: 'damaged' },
        line: 1,
        department: store.department,
        patient_id: input.patient_id || null,
        note: input.reason,
        register: { kind: 'WASTE', reason: input.reason, from_to: store.department },
      },
    ],
  )
  return lineOf(caller, { source: 'controlled_waste', source_id })
}

export async function controlledProduct(caller: Caller, id: string): Promise<ProductRow> {
  const product = await productRecord.get(caller, id)
  if (product.controlled) return product
  throw conflict(`${productName(product)} is no controlled drug.`, 'controlled')
}
