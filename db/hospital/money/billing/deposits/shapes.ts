// Deposits, in and out (2.5).

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
  QueryFlag,
  Reason,
  Search,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { deposit_origins, deposit_parties, deposit_states } from './words.ts'
import { Payment } from '../payments/shapes.ts'
import { money_methods } from '../payments/words.ts'

const out = (max: number) => maybe(Text(0, max))
const said = (max: number) => asked(maybe(Text(0, max)))

export const DepositInput = named(
  'DepositInput',
  form({
    patient_id: asked(maybe(Id)),
    client_id: asked(maybe(Id)),
    amount: Money,
    method: asked(maybe(choice(money_methods))),
    reference: said(60),
    account_id: asked(maybe(Id)),
    admission_id: asked(maybe(Id)),
    purpose: said(200),
    cheque_date: asked(maybe(Day)),
    bank_name: said(120),
    note: said(300),
  }),
)
export type DepositInput = Static<typeof DepositInput>

export const Deposit = named(
  'Deposit',
  shape({
    id: Text(1, 36),
    facility_id: Text(1, 36),
    number: Text(1, 40),
    status: choice(deposit_states),
    party: choice(deposit_parties),
    patient_id: out(36),
    client_id: out(36),
    party_name: out(200),
    origin: choice(deposit_origins),
    payment_id: out(36),
    credit_note_id: out(36),
    amount: Money,
    used: Money,
    held: Money,
    refunded: Money,
    remaining: Money,
    admission_id: out(36),
    purpose: out(200),
    business_date: Day,
    uses: listOf(shape({ bill_id: Text(1, 36), bill_number: out(40), amount: Money, at: Instant })),
    moves: listOf(choice(['apply', 'unapply'])),
    created_by_name: Text(0, 160),
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type Deposit = Static<typeof Deposit>

export const DepositTaken = named(
  'DepositTaken',
  shape({ deposit: Deposit, payment: Payment, change: Money }),
)
export type DepositTaken = Static<typeof DepositTaken>

export const DepositFilters = {
  status: asked(choice(deposit_states)),
  party: asked(choice(deposit_parties)),
  patient_id: asked(Id),
  client_id: asked(Id),
  origin: asked(choice(deposit_origins)),
  from: asked(Day),
  to: asked(Day),
  remaining: asked(QueryFlag),
  search: asked(Search),
  facility_id: asked(Id),
}
const filters = shape(DepositFilters)
export type DepositFilter = Static<typeof filters>

export const ApplyInput = form({ bill_id: Id, amount: asked(maybe(Money)) })
export const UnapplyInput = form({ bill_id: Id, reason: Reason })
export const ApplyToBill = partial({ deposit_id: maybe(Id), amount: maybe(Money) })
