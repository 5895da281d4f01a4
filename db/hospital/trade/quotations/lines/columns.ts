// What quotations and orders have in common, as columns: whom they are for, what they come to, who agrees
// with their prices; and their lines. Money in minor units, rates in hundredths of a percent, quantities
// in thousandths.

import {
  big,
  choice,
  code,
  id,
  integer,
  json,
  no,
  nought,
  nullable,
  otherwise,
  ref,
  money,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { type ApprovalReason, approval_states } from '../words.ts'

export const document_columns = {
  facility_id: ref('facilities'),
  client_id: nullable(ref('clients')),
  /** As it was called then, or somebody who is no client yet; null: the patient. */
  client_name: nullable(text(160)),
  patient_id: nullable(ref('patients')),
  discount_bp: otherwise(integer(), 0),
  tax_bp: otherwise(integer(), 0),
  subtotal: nought(),
  discount_amount: nought(),
  taxable: nought(),
  tax_amount: nought(),
  total: nought(),
  notes: nullable(text(2000)),
  approval_status: choice(approval_states),
  approval_reasons: otherwise(json<ApprovalReason[]>(), () => []),
  approved_by_name: nullable(text(160)),
  approval_note: nullable(text(300)),
  /** Who wrote the prices: another decides on them. */
  edited_by_id: nullable(uuid()),
  created_by_id: nullable(uuid()),
  created_by_name: text(160),
} as const

export const line_columns = {
  id: id(),
  hospital_id: ref('hospitals'),
  position: integer(),
  code: nullable(code(40)),
  product_id: nullable(uuid()),
  description: text(300),
  quantity: big(),
  unit_price: money(),
  line_total: money(),
  /** What the lists said (COM-16). */
  list_price: nullable(money()),
  unit: nullable(text(20)),
  below_cost: no(),
  discountable: yes(),
} as const
