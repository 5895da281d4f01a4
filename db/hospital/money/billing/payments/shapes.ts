// Payments as they come in and go out (2.3).

import {
  optional,
  choice,
  Day,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  Reason,
  Search,
  some,
  type Static,
  shape,
  Text,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { clearings, methods, payment_purposes, payment_states } from './words.ts'
import { BillOpened } from '../bills/shapes.ts'
import { waiver_categories } from '../relief/waiver-words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { payments } from './tables.ts'

const ofPayment = fieldsOf(payments)

const out = (max: number) => nullable(Text(0, max))
const said = (max: number) => optional(nullable(Text(0, max)))

export const PaymentInput = named(
  'PaymentInput',
  form({
    amount: Money,
    method: optional(nullable(choice(methods))),
    reference: said(60),
    item_ids: optional(nullable(listOf(Id, 500))),
    account_id: optional(nullable(Id)),
    cheque_date: optional(nullable(Day)),
    bank_name: said(120),
    note: said(300),
    category: optional(nullable(choice(waiver_categories))),
    reason: said(300),
    scheme_id: optional(nullable(Id)),
    membership_id: optional(nullable(Id)),
    withheld_tax: optional(nullable(Money)),
    certificate_no: said(60),
  }),
)
export type PaymentInput = Static<typeof PaymentInput>

export const ManyInput = named(
  'PaymentOfSeveralInput',
  form({
    patient_id: optional(nullable(Id)),
    client_id: optional(nullable(Id)),
    amount: Money,
    method: said(40),
    reference: said(60),
    bill_ids: optional(nullable(some(Id, 200))),
    account_id: optional(nullable(Id)),
    cheque_date: optional(nullable(Day)),
    bank_name: said(120),
    note: said(300),
    withheld_tax: optional(nullable(Money)),
    certificate_no: said(60),
  }),
)
export type ManyInput = Static<typeof ManyInput>

export const ClearInput = partial({ cleared_on: nullable(Day) })
export const BounceInput = form({
  reason: Reason,
  bounced_on: optional(nullable(Day)),
  bank_charge: optional(nullable(Money)),
})
export type BounceInput = Static<typeof BounceInput>
export const ReallocateInput = form({
  from_bill_id: Id,
  to_bill_id: Id,
  amount: Money,
  reason: Reason,
})
export type ReallocateInput = Static<typeof ReallocateInput>

export const Payment = named(
  'Payment',
  shape({
    ...ofPayment('id', 'facility_id', 'number', 'status'),
    ...ofPayment('purpose', 'method', 'amount', 'tendered'),
    change: Money,
    ...ofPayment('reference', 'patient_id', 'client_id'),
    payer_name: tellsWho('patient_id', out(200)),
    ...ofPayment('account_id', 'account_name', 'shift_id', 'drawer_id', 'clearing'),
    ...ofPayment('received_at', 'business_date', 'received_by_name', 'cheque_date', 'bank_name'),
    ...ofPayment('note', 'withheld_tax', 'certificate_no', 'waiver_id', 'scheme_id'),
    allocations: listOf(
      shape({
        bill_id: Text(1, 36),
        bill_number: out(40),
        item_id: Text(1, 36),
        amount: Money,
      }),
    ),
    ...ofPayment('entry_reference', 'reversed_at', 'reversed_by_name', 'reverse_reason'),
    moves: listOf(choice(['record', 'decline', 'reverse', 'clear', 'bounce'])),
    ...ofPayment('created_at', 'updated_at', 'version'),
  }),
)
export type Payment = Static<typeof Payment>

export const Paid = named('Paid', shape({ payment: Payment, bill: BillOpened, change: Money }))
export type Paid = Static<typeof Paid>

export const PaymentFilters = {
  from: optional(Day),
  to: optional(Day),
  status: optional(choice(payment_states)),
  method: optional(choice(methods)),
  patient_id: optional(Id),
  purpose: optional(choice(payment_purposes)),
  clearing: optional(choice(clearings)),
  client_id: optional(Id),
  shift_id: optional(Id),
  received_by: optional(Id),
  account_id: optional(Id),
  facility_id: optional(Id),
  search: optional(Search),
}
const filters = shape(PaymentFilters)
export type PaymentFilter = Static<typeof filters>

export const ReverseInput = form({ reason: Reason })
