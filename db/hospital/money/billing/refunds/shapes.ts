// Refunds as they come in and go out (2.6).

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
  Phone,
  Reason,
  Search,
  type Static,
  shape,
  Text,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { History } from '../history-shapes.ts'
import { money_methods } from '../payments/words.ts'
import { refund_states } from './words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { refunds } from './tables.ts'

const refund = fieldsOf(refunds)

const out = (max: number) => nullable(Text(0, max))

export const RefundInput = named(
  'RefundInput',
  form({
    deposit_id: optional(nullable(Id)),
    payment_id: optional(nullable(Id)),
    credit_note_id: optional(nullable(Id)),
    amount: optional(nullable(Money)),
    method: optional(nullable(choice(money_methods))),
    account_id: optional(nullable(Id)),
    payee_name: Text(1, 160),
    payee_phone: optional(nullable(Phone)),
    payee_id_no: optional(nullable(Text(0, 60))),
    reason: Reason,
  }),
)
export type RefundInput = Static<typeof RefundInput>

export const ApproveRefund = partial({
  note: nullable(Text(0, 300)),
  method: nullable(choice(money_methods)),
})
export type ApproveRefund = Static<typeof ApproveRefund>

export const PayRefund = partial({
  reference: nullable(Text(0, 60)),
  payee_id_no: nullable(Text(0, 60)),
  account_id: nullable(Id),
})
export type PayRefund = Static<typeof PayRefund>

const refund_fields = {
  ...refund('id', 'facility_id', 'number', 'status', 'deposit_id', 'deposit_number'),
  ...refund('patient_id', 'client_id', 'amount', 'method', 'account_id', 'account_name'),
  payee_name: tellsWho('patient_id', Text(0, 160)),
  payee_phone: tellsWho('patient_id', out(40)),
  payee_id_no: tellsWho('patient_id', out(60)),
  ...refund('reason', 'credit_note_id'),
  receipt_numbers: listOf(Text(0, 40)),
  ...refund('requested_by_name', 'approved_at', 'approved_by_name', 'paid_at'),
  ...refund('paid_by_name', 'decision_note', 'shift_id', 'reference', 'entry_reference'),
  moves: listOf(choice(['approve', 'decline', 'pay', 'cancel'])),
  ...refund('created_at', 'updated_at', 'version'),
}

export const Refund = named('Refund', shape(refund_fields))
export type Refund = Static<typeof Refund>
export const RefundOpened = named('RefundOpened', shape({ ...refund_fields, history: History }))
export type RefundOpened = Static<typeof RefundOpened>

export const RefundFilters = {
  status: optional(choice(refund_states)),
  patient_id: optional(Id),
  client_id: optional(Id),
  method: optional(choice(money_methods)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
  search: optional(Search),
}
const filters = shape(RefundFilters)
export type RefundFilter = Static<typeof filters>
