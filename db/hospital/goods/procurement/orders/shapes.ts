import {
  choice,
  Day,
  Decimal,
  form,
  Id,
  LongText,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { approval_fields } from '../approvals/shapes.ts'
import { purchase_order_lines, purchase_orders } from './tables.ts'
import { invoice_standings, order_channels, order_marks, order_states } from './words.ts'

const order = fieldsOf(purchase_orders)
const line = fieldsOf(purchase_order_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const Line = form({
  product_id: Id,
  description: may(Text(0, 230)),
  quantity: Money,
  unit: may(Text(0, 20)),
  unit_price: Money,
  tax_pct: may(Decimal(0, 100)),
  free_quantity: may(Money),
})
export type OrderLineInput = Static<typeof Line>

const rest = {
  expected_on: nullable(Day),
  payment_terms_days: nullAsAbsent(Whole(0, 365)),
  currency: nullAsAbsent(Text(3, 3)),
  terms: nullable(LongText(0, 2000)),
  freight: nullAsAbsent(Money),
  discount_pct: nullAsAbsent(Decimal(0, 100)),
  msd_stockout_ref: nullable(Text(0, 60)),
}
export const OrderInput = named(
  'PurchaseOrderInput',
  form({
    supplier_id: Id,
    deliver_to_store_id: Id,
    lines: some(Line, 500),
    ...partial(rest).properties,
  }),
)
export type OrderInput = Static<typeof OrderInput>
export const OrderChange = named(
  'PurchaseOrderChange',
  partial({ deliver_to_store_id: nullAsAbsent(Id), lines: nullAsAbsent(some(Line, 500)), ...rest }),
)
export type OrderChange = Static<typeof OrderChange>

const fields = {
  ...order('id'),
  reference: Text(1, 40),
  ...order('version_no', 'supplier_id'),
  supplier_name: Text(0, 160),
  ...order('facility_id', 'deliver_to_store_id'),
  store_name: Text(0, 160),
  ...order('status', 'invoice_status', 'expected_on', 'payment_terms_days', 'currency', 'terms'),
  exchange_rate: Decimal(0, 1e9),
  freight: Money,
  discount_pct: Decimal(0, 100),
  subtotal: Money,
  discount_amount: Money,
  tax_amount: Money,
  total: Money,
  marks: listOf(choice(order_marks)),
  ...order('single_source_reason', 'msd_stockout_ref', 'budget_override_reason'),
  ...order('made_by_name', 'submitted_at'),
  ...order('approved_at', 'sent_at', 'sent_channel'),
  late_days: Whole(),
  ...order('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['submit', 'approve', 'reject', 'revise', 'send', 'close_short', 'cancel'])),
}
export const PurchaseOrder = named('PurchaseOrder', shape(fields))
export type PurchaseOrder = Static<typeof PurchaseOrder>

export const PurchaseOrderOpened = named(
  'PurchaseOrderOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'product_id'),
        product_name: Text(0, 230),
        ...line('description'),
        quantity: Money,
        ...line('unit'),
        factor: Money,
        unit_price: Money,
        tax_pct: Decimal(0, 100),
        line_total: Money,
        free_quantity: Money,
        received: Money,
        rejected: Money,
        returned: Money,
        invoiced: Money,
        open: Money,
      }),
    ),
    budget: listOf(
      shape({
        account_id: Text(1, 36),
        account_name: Text(0, 230),
        asked: Money,
        amount: Money,
        actual: Money,
        committed: Money,
        remaining: Money,
        result: choice(['OK', 'WARN', 'STOP']),
        message: nullable(Text(0, 300)),
      }),
    ),
    ...approval_fields,
    history: History,
  }),
)
export type PurchaseOrderOpened = Static<typeof PurchaseOrderOpened>

export const OrderFilters = {
  search: optional(Search),
  status: optional(choice(order_states)),
  invoice_status: optional(choice(invoice_standings)),
  supplier_id: optional(Id),
  store_id: optional(Id),
  product_id: optional(Id),
  late: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(OrderFilters)
export type OrdersAsked = Static<typeof filters>

export const OrderSubmitting = form({
  single_source_reason: may(Text(0, 300)),
  budget_override_reason: may(Text(0, 300)),
})
export const OrderNote = form({ note: may(Text(0, 300)) })
export const OrderRefused = form({ note: Text(3, 300) })
export const OrderSending = form({
  channel: may(choice(order_channels)),
  message: may(LongText(0, 2000)),
})
export type OrderSending = Static<typeof OrderSending>
export const OrderReason = form({ reason: Text(3, 300) })
export const PaperAsked = partial({ lang: choice(languages) })
