import {
  choice,
  Day,
  Decimal,
  form,
  Id,
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
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { approval_fields } from '../approvals/shapes.ts'
import { supplier_invoice_lines, supplier_invoices } from './tables.ts'
import { exception_codes, supplier_invoice_states } from './words.ts'

const invoice = fieldsOf(supplier_invoices)
const line = fieldsOf(supplier_invoice_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const Line = form({
  order_line_id: may(Id),
  receipt_line_ids: may(listOf(Id, 50)),
  product_id: may(Id),
  account_id: may(Id),
  department: may(Text(0, 120)),
  description: may(Text(0, 230)),
  quantity: Money,
  unit: may(Text(0, 20)),
  unit_price: Money,
  tax_pct: may(Decimal(0, 100)),
})
export type InvoiceLineInput = Static<typeof Line>

const rest = {
  invoice_date: nullAsAbsent(Day),
  due_on: nullable(Day),
  freight: nullAsAbsent(Money),
  total: nullAsAbsent(Money),
  currency: nullAsAbsent(Text(3, 3)),
  attachment_ids: nullAsAbsent(listOf(Id, 20)),
  note: nullable(Text(0, 300)),
}
export const InvoiceInput = named(
  'SupplierInvoiceInput',
  form({
    supplier_id: may(Id),
    number: Text(1, 60),
    kind: optional(nullAsAbsent(choice(['GOODS', 'SERVICE', 'PREPAYMENT']))),
    order_id: may(Id),
    lines: may(some(Line, 500)),
    ...partial(rest).properties,
  }),
)
export type InvoiceInput = Static<typeof InvoiceInput>
export const InvoiceChange = named(
  'SupplierInvoiceChange',
  partial({ number: nullAsAbsent(Text(1, 60)), lines: nullAsAbsent(some(Line, 500)), ...rest }),
)
export type InvoiceChange = Static<typeof InvoiceChange>

const fields = {
  ...invoice('id'),
  reference: Text(1, 40),
  ...invoice('facility_id', 'supplier_id'),
  supplier_name: Text(0, 160),
  number: Text(0, 60),
  ...invoice('kind', 'status', 'invoice_date', 'due_on', 'order_id', 'credits_id'),
  subtotal: Money,
  tax_amount: Money,
  freight: Money,
  total: Money,
  ...invoice('currency'),
  exchange_rate: Decimal(0, 1e9),
  balance: Money,
  exceptions: listOf(
    shape({
      code: choice(exception_codes),
      line: nullable(Whole(1)),
      text: Text(0, 300),
      ordered: nullable(Money),
      received: nullable(Money),
      invoiced: nullable(Money),
      difference: nullable(Money),
      note: nullable(Text(0, 300)),
    }),
  ),
  attachment_ids: listOf(Id),
  ...invoice('note', 'made_by_name', 'posted_at', 'posted_on', 'entry_reference'),
  ...invoice('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['match', 'approve_exception', 'post', 'credit', 'cancel'])),
}
export const SupplierInvoice = named('SupplierInvoice', shape(fields))
export type SupplierInvoice = Static<typeof SupplierInvoice>
export const SupplierInvoiceOpened = named(
  'SupplierInvoiceOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'order_line_id', 'product_id', 'account_id', 'department', 'description'),
        receipt_line_ids: listOf(Id),
        quantity: Money,
        ...line('unit'),
        unit_price: Money,
        tax_pct: Decimal(0, 100),
      }),
    ),
    ...approval_fields,
    history: History,
  }),
)
export type SupplierInvoiceOpened = Static<typeof SupplierInvoiceOpened>

export const InvoiceFilters = {
  search: optional(Search),
  status: optional(choice(supplier_invoice_states)),
  supplier_id: optional(Id),
  order_id: optional(Id),
  overdue: optional(QueryFlag),
  exception: optional(choice(exception_codes)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(InvoiceFilters)
export type InvoicesAsked = Static<typeof filters>

export const ExceptionNotes = form({
  notes: some(
    form({ code: choice(exception_codes), line: may(Whole(1, 500)), note: Text(3, 300) }),
    500,
  ),
})
export type ExceptionNotes = Static<typeof ExceptionNotes>
export const InvoicePosting = form({ date: may(Day) })
export const Crediting = form({
  number: Text(1, 60),
  amount: may(Money),
  lines: may(some(form({ line_id: Id, quantity: Money }), 500)),
  reason: Text(3, 300),
  date: may(Day),
})
export type Crediting = Static<typeof Crediting>
export const InvoiceReason = form({ reason: Text(3, 300) })
