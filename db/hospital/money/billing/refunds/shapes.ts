// Refunds as they come in and go out (2.6).

import {
  asked,
  choice,
  Day,
  form,
  Id,
  Instant,
  listOf,
  maybe,
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

const out = (max: number) => maybe(Text(0, max))

export const RefundInput = named(
  'RefundInput',
  form({
    deposit_id: asked(maybe(Id)),
    payment_id: asked(maybe(Id)),
    credit_note_id: asked(maybe(Id)),
    amount: asked(maybe(Money)),
    method: asked(maybe(choice(money_methods))),
    account_id: asked(maybe(Id)),
    payee_name: Text(1, 160),
    payee_phone: asked(maybe(Phone)),
    payee_id_no: asked(maybe(Text(0, 60))),
    reason: Reason,
  }),
)
export type RefundInput = Static<typeof RefundInput>

export const ApproveRefund = partial({
  note: maybe(Text(0, 300)),
  method: maybe(choice(money_methods)),
})
export type ApproveRefund = Static<typeof ApproveRefund>

export const PayRefund = partial({
  reference: maybe(Text(0, 60)),
  payee_id_no: maybe(Text(0, 60)),
  account_id: maybe(Id),
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
  approved_at: maybe(Instant),
  approved_by_name: out(160),
  paid_at: maybe(Instant),
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
  status: asked(choice(refund_states)),
  patient_id: asked(Id),
  client_id: asked(Id),
  method: asked(choice(money_methods)),
  from: asked(Day),
  to: asked(Day),
  facility_id: asked(Id),
  search: asked(Search),
}
const filters = shape(RefundFilters)
export type RefundFilter = Static<typeof filters>
