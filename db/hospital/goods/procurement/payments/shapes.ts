import {
  choice,
  Day,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Search,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { approval_fields } from '../approvals/shapes.ts'
import { supplier_payments } from './tables.ts'
import { supplier_payment_states } from './words.ts'

const payment = fieldsOf(supplier_payments)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const rest = {
  funding_account_id: nullAsAbsent(Id),
  /** As people write it: `bank_transfer`, `Mobile Money`. */
  method: nullAsAbsent(Text(1, 40)),
  amount: nullAsAbsent(Money),
  allocations: nullAsAbsent(listOf(form({ invoice_id: Id, amount: Money }), 500)),
  wht_amount: nullAsAbsent(Money),
  vat_withheld: nullAsAbsent(Money),
  pay_on: nullable(Day),
  payment_reference: nullable(Text(0, 120)),
  wht_certificate_no: nullable(Text(0, 60)),
}
export const PaymentInput = named(
  'SupplierPaymentInput',
  form({ supplier_id: Id, ...partial(rest).properties }),
)
export type PaymentInput = Static<typeof PaymentInput>
export const PaymentChange = named('SupplierPaymentChange', partial(rest))
export type PaymentChange = Static<typeof PaymentChange>

const fields = {
  ...payment('id'),
  reference: Text(1, 40),
  ...payment('facility_id', 'supplier_id'),
  supplier_name: Text(0, 160),
  ...payment('status', 'funding_account_id'),
  funding_account_name: Text(0, 120),
  ...payment('method'),
  amount: Money,
  wht_amount: Money,
  vat_withheld: Money,
  paid: Money,
  advance: Money,
  ...payment('currency', 'pay_on', 'paid_on', 'payment_reference', 'wht_certificate_no'),
  ...payment('made_by_name', 'approved_by_name', 'approved_at', 'paid_by_name', 'paid_at'),
  ...payment('entry_reference', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['submit', 'approve', 'reject', 'pay', 'void'])),
}
export const SupplierPayment = named('SupplierPayment', shape(fields))
export type SupplierPayment = Static<typeof SupplierPayment>
export const SupplierPaymentOpened = named(
  'SupplierPaymentOpened',
  shape({
    ...fields,
    allocations: listOf(
      shape({ invoice_id: Id, reference: Text(0, 40), number: Text(0, 60), amount: Money }),
    ),
    ...approval_fields,
    history: History,
  }),
)
export type SupplierPaymentOpened = Static<typeof SupplierPaymentOpened>

export const PaymentFilters = {
  search: optional(Search),
  status: optional(choice(supplier_payment_states)),
  supplier_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(PaymentFilters)
export type PaymentsAsked = Static<typeof filters>

export const PaymentNote = form({ note: may(Text(0, 300)) })
export const PaymentRefused = form({ note: Text(3, 300) })
export const Paying = form({
  paid_on: may(Day),
  payment_reference: may(Text(0, 120)),
  wht_certificate_no: may(Text(0, 60)),
})
export type Paying = Static<typeof Paying>
export const PaymentReason = form({ reason: Text(3, 300) })
