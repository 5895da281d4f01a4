// Lines of quotations and orders, in and out (commercial 2.3).

import {
  choice,
  Decimal,
  Flag,
  Id,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  optional,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Quantity } from '../../../../core/kinds/quantity.ts'
import { approval_reasons, approval_states } from '../words.ts'

const none = (max: number) => nullable(Text(0, max))

export const LineInput = named(
  'CommercialLineInput',
  shape({
    quantity: Quantity,
    description: optional(none(300)),
    unit_price: optional(nullable(Money)),
    code: optional(none(40)),
    product_id: optional(nullable(Id)),
  }),
)
export type LineInput = Static<typeof LineInput>
export const lines_most = 200
export const Items = listOf(LineInput, lines_most)

/** What quotations and orders are asked with. */
export const may = {
  client_id: nullable(Id),
  client_name: none(160),
  patient_id: nullable(Id),
  discount_pct: nullable(Decimal(0, 100)),
  tax_pct: nullable(Decimal(0, 100)),
  notes: nullable(LongText(0, 2000)),
}
export interface DocumentInput {
  items?: readonly LineInput[]
  client_id?: string | null
  client_name?: string | null
  patient_id?: string | null
  discount_pct?: number | null
  tax_pct?: number | null
  notes?: string | null
}

export const line_fields = {
  id: Id,
  line_no: Whole(1),
  description: Text(0, 300),
  quantity: Money,
  unit_price: Money,
  code: none(40),
  product_id: nullable(Id),
  line_total: Money,
  list_price: nullable(Money),
  unit: none(20),
  /** For those who may see costs. */
  below_cost: nullable(Flag),
}

export const document_fields = {
  client_name: tellsWho('patient_id', Text(0, 200)),
  client_id: nullable(Id),
  patient_id: nullable(Id),
  patient_name: tellsWho('patient_id', none(200)),
  discount_pct: Money,
  tax_pct: Money,
  notes: nullable(LongText(0, 2000)),
  subtotal: Money,
  discount_amount: Money,
  taxable: Money,
  tax_amount: Money,
  total: Money,
  currency: Text(3, 3),
  approval_status: choice(approval_states),
  approval_reasons: listOf(choice(approval_reasons), approval_reasons.length),
  approved_by_name: none(160),
  approval_note: none(300),
}
