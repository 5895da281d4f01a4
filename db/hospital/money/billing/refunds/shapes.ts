// Refunds as they come in and go out (2.6).

import {
  optional,
  choice,
  Day,
  form,
  Id,
  Instant,
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
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { History } from '../history-shapes.ts'
import { money_methods } from '../payments/words.ts'
import { refund_states } from './words.ts'

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
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: out(40),
  status: choice(refund_states),
  deposit_id: Text(1, 36),
  deposit_number: Text(0, 40),
  patient_id: out(36),
  client_id: out(36),
  amount: Money,
  method: choice(money_methods),
  account_id: out(36),
  account_name: out(160),
  payee_name: Text(0, 160),
  payee_phone: out(40),
  payee_id_no: out(60),
  reason: Text(0, 300),
  credit_note_id: out(36),
  receipt_numbers: listOf(Text(0, 40)),
  requested_by_name: Text(0, 160),
  approved_at: nullable(Instant),
  approved_by_name: out(160),
  paid_at: nullable(Instant),
  paid_by_name: out(160),
  decision_note: out(300),
  shift_id: out(36),
  reference: out(60),
  entry_reference: out(40),
  moves: listOf(choice(['approve', 'decline', 'pay', 'cancel'])),
  created_at: Instant,
  updated_at: Instant,
  version: Whole(1),
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
