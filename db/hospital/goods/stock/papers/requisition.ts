// What stands on a requisition and on the voucher of its issue. For whom it is, it does not say: papers lie about.

import type { Caller } from '../../../../core/caller.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { find } from '../requisitions/record.ts'
import type { RequisitionOpened } from '../requisitions/shapes.ts'

type Line = RequisitionOpened['lines'][number]
type Products = ReadonlyMap<string, ProductRow>

export async function requisitionOnPaper(caller: Caller, id: string) {
  const asked = await find(caller, id)
  const ids = asked.lines.flatMap(({ product_id, batches }) => [
    product_id,
    ...batches.map((batch) => batch.product_id),
  ])
  const products = await productsOf(caller, ids)
  const { reference, from_store_name, to_store_name, created_at, ...rest } = asked
  return {
    ...rest,
    number: reference,
    from_store: from_store_name,
    to_store: to_store_name,
    written_at: created_at,
    asked_by: asked.made_by_name,
    approved_by: asked.approved_by_name,
    issued_by: asked.issued_by_name,
    lines: asked.lines.map((line) => onPaper(products, line)),
  }
}

const onPaper = (products: Products, { product_id, product_name, batches, ...line }: Line) => ({
  ...line,
  description: product_name,
  unit: products.get(product_id)?.base_unit ?? '',
  batches: batches.map((batch) => ({
    ...batch,
    description: productName(products.get(batch.product_id) ?? { name: '', strength: null }),
    unit: products.get(batch.product_id)?.base_unit ?? '',
  })),
})
