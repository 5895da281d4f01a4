// What stands on the certificate of what was destroyed (STK-63).

import { type Caller, can } from '../../../../core/caller.ts'
import { paperPolicy } from '../../../money/billing/papers/policy.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { disposal_content, disposalRecord } from '../disposals/record.ts'
import { batches } from '../pool/tables.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { storeRecord } from '../stores/keeping.ts'

export async function disposalOnPaper(caller: Caller, id: string, asked: Language | undefined) {
  const disposal = await disposalRecord.get(caller, id)
  const { facility_id, number, status, created_at, updated_at } = disposal
  const is_done = status === 'DESTROYED'
  const priced = can(caller, 'product:cost')
  const { language, decimals } = await paperPolicy(caller)
  return {
    disposal,
    owner: { facility_id, patient_id: null, language: asked ?? language, decimals },
    facts: {
      ...disposal,
      number,
      is_done,
      at: is_done ? updated_at : created_at,
      store: (await storeRecord.get(caller, disposal.store_id)).name,
      made_by: disposal.made_by_name,
      approved_by: disposal.approved_by_name,
      destroyed_by: disposal.destroyed_by_name,
      witness: disposal.witness_name,
      value: priced ? Math.abs(disposal.value) : null,
      lines: await linesOf(caller, id, priced),
    },
  }
}

/** What left the books is a loss there; the paper says what it was worth. */
async function linesOf(caller: Caller, id: string, priced: boolean) {
  const { hospital_id } = caller
  const lines = await disposal_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const lots = await batches.all({
    hospital_id,
    id: [...new Set(lines.map(({ batch_id }) => batch_id))],
  })
  return lines.map((line) => {
    const product = products.get(line.product_id) as ProductRow
    const lot = lots.find((one) => one.id === line.batch_id)
    return {
      description: productName(product),
      unit: product.base_unit,
      lot: lot?.lot ?? null,
      expiry: lot?.expiry ?? null,
      quantity: line.quantity / 1000,
      reason: line.reason,
      value: priced ? Math.abs(line.value) : null,
    }
  })
}
