// What stands on the debit note of goods that go back (STK-153).

import { type Caller, can } from '../../../../core/caller.ts'
import { paperPolicy } from '../../../money/billing/papers/policy.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { productName, type ProductRow, productsOf } from '../../stock/products/record.ts'
import { storeRecord } from '../../stock/stores/keeping.ts'
import { receiptRecord } from '../receipts/record.ts'
import { supplierRecord } from '../suppliers/record.ts'
import { lotsOf, return_content, returnRecord } from './record.ts'

export async function paperOf(caller: Caller, id: string, asked: Language | undefined) {
  const row = await returnRecord.get(caller, id)
  const lines = await return_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const lots = await lotsOf(caller, lines)
  const { receipt_id, facility_id, number, reason, settle, carrier, receiver_licence } = row
  const supplier = await supplierRecord.get(caller, row.supplier_id)
  const receipt = receipt_id === null ? null : await receiptRecord.get(caller, receipt_id)
  const priced = can(caller, 'product:cost')
  const { language, decimals } = await paperPolicy(caller)
  return {
    row,
    owner: { facility_id, patient_id: null, language: asked ?? language, decimals },
    facts: {
      number,
      reason,
      settle,
      carrier,
      receiver_licence,
      at: row.sent_at ?? row.created_at,
      sent_on: row.sent_on,
      supplier: supplier.name,
      tin: supplier.tin,
      store: (await storeRecord.get(caller, row.store_id)).name,
      receipt: receipt?.number ?? null,
      delivery_note: receipt?.delivery_note_no ?? null,
      credit_note_no: row.credit_note_no,
      lines: lines.map((line) => {
        const product = products.get(line.product_id) as ProductRow
        const lot = lots.get(line.batch_id)
        return {
          description: productName(product),
          unit: product.base_unit,
          lot: lot?.lot ?? null,
          expiry: lot?.expiry ?? null,
          quantity: line.quantity,
          free: line.free,
          unit_price: priced ? line.unit_price : null,
          value: priced ? line.value : null,
        }
      }),
      tax: priced ? row.tax_amount : null,
      value: priced ? row.value + row.tax_amount : null,
      made_by: row.made_by_name,
      approved_by: row.approved_by_name,
      sent_by: row.sent_by_name,
      witness: row.witness_name,
    },
  }
}
