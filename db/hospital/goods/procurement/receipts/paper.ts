// What stands on a goods received note (STK-142).

import { type Caller, can } from '../../../../core/caller.ts'
import { paperPolicy } from '../../../money/billing/papers/policy.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { productName, type ProductRow, productsOf } from '../../stock/products/record.ts'
import { storeRecord } from '../../stock/stores/keeping.ts'
import { orderRecord } from '../orders/record.ts'
import { suppliersOf } from '../suppliers/record.ts'
import { receipt_content, receiptRecord } from './record.ts'

export async function paperOf(caller: Caller, id: string, asked: Language | undefined) {
  const receipt = await receiptRecord.get(caller, id)
  const lines = await receipt_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const { order_id, supplier_id, facility_id, number, received_on, donor, temperature } = receipt
  const seller = (await suppliersOf(caller, [supplier_id])).get(supplier_id ?? '')
  const store = await storeRecord.get(caller, receipt.store_id)
  const order = order_id === null ? null : await orderRecord.get(caller, order_id)
  const priced = can(caller, 'product:cost') && receipt.posted_at !== null
  const { language, decimals } = await paperPolicy(caller)
  return {
    receipt,
    owner: { facility_id, patient_id: null, language: asked ?? language, decimals },
    facts: {
      number,
      received_on,
      donor,
      temperature,
      at: receipt.posted_at ?? receipt.created_at,
      supplier: seller?.name ?? null,
      store: store.name,
      order: order?.number ?? null,
      delivery_note: receipt.delivery_note_no,
      lines: lines.map((line) => ({
        description: productName(products.get(line.product_id) as ProductRow),
        unit: line.unit ?? '',
        accepted: line.quantity,
        free: line.free_quantity,
        rejected: line.rejected_quantity,
        reject_reason: line.reject_reason,
        lot: line.lot,
        expiry: line.expiry,
        value: priced ? line.value : null,
      })),
      value: priced ? receipt.value : null,
      inspectors: receipt.inspector_names,
      received_by: receipt.posted_by_name ?? receipt.made_by_name,
    },
  }
}
