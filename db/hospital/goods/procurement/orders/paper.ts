// What stands on the paper of an order (STK-132).

import type { Caller } from '../../../../core/caller.ts'
import { paperPolicy } from '../../../money/billing/papers/policy.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { type ProductRow, productsOf } from '../../stock/products/record.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { storeRecord } from '../../stock/stores/keeping.ts'
import { givenTo } from '../approvals/approving.ts'
import { type SupplierRow, supplierRecord } from '../suppliers/record.ts'
import { order_content, type OrderLine, orderRecord } from './record.ts'

export async function paperOf(caller: Caller, id: string, asked: Language | undefined) {
  const order = await orderRecord.get(caller, id)
  const lines = await order_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const supplier = await supplierRecord.get(caller, order.supplier_id)
  const store = await storeRecord.get(caller, order.deliver_to_store_id)
  const branch = await facilityRecord.get(caller, order.facility_id)
  const given = await givenTo(caller, 'PURCHASE_ORDER', [id], order.version_no)
  const { receipt_min_shelf_days } = await settingsOf(caller)
  const { language, decimals } = await paperPolicy(caller)
  const { facility_id, number, version_no, expected_on, payment_terms_days, terms } = order
  return {
    order,
    owner: { facility_id, patient_id: null, language: asked ?? language, decimals },
    facts: {
      number,
      version_no,
      expected_on,
      payment_terms_days,
      terms,
      at: order.approved_at ?? order.created_at,
      supplier: { name: supplier.name, lines: addressOf(supplier) },
      deliver_to: [store.name, branch.name],
      lines: lines.map((line) => lineOn(line, products.get(line.product_id) as ProductRow)),
      subtotal: order.subtotal,
      discount: order.discount_amount,
      tax: order.tax_amount,
      freight: order.freight,
      total: order.total,
      shelf_days: receipt_min_shelf_days,
      is_cold: [...products.values()].some(
        ({ storage }) => storage === 'COLD' || storage === 'FROZEN',
      ),
      requested: { by: order.made_by_name, at: order.submitted_at ?? order.created_at },
      approvals: given.map(({ by_name, role_name, at }) => ({ by: by_name, role: role_name, at })),
    },
  }
}

const addressOf = ({ address, phone, email, tin, vrn }: SupplierRow): string[] =>
  [address, phone, email, tin && `TIN ${tin}`, vrn && `VRN ${vrn}`].filter(
    (line): line is string => !!line,
  )

const lineOn = (line: OrderLine, { base_unit }: ProductRow) => ({
  description: line.description,
  unit: line.unit ?? base_unit,
  pack: line.factor === 1000 ? null : { of: line.factor, base_unit },
  quantity: line.quantity,
  free: line.free_quantity,
  unit_price: line.unit_price,
  tax_bp: line.tax_bp,
  total: line.line_total,
})
