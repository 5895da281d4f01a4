// What stands on the paper of a transfer.

import type { Caller } from '../../../../core/caller.ts'
import { productsOf } from '../products/record.ts'
import { find, transferRecord } from '../transfers/record.ts'

export async function transferOnPaper(caller: Caller, id: string) {
  const { facility_id } = await transferRecord.get(caller, id)
  const transfer = await find(caller, id)
  const products = await productsOf(
    caller,
    transfer.lines.map(({ product_id }) => product_id),
  )
  const { reference, from_store_name, to_store_name, created_at, ...rest } = transfer
  return {
    ...rest,
    facility_id,
    number: reference,
    from_store: from_store_name,
    to_store: to_store_name,
    written_at: created_at,
    sent_by: transfer.sent_by_name,
    received_by: transfer.received_by_name,
    lines: transfer.lines.map(({ product_id, product_name, quantity, batches }) => ({
      description: product_name,
      unit: products.get(product_id)?.base_unit ?? '',
      quantity,
      batches,
    })),
  }
}
