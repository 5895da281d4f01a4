// Deposits, in and out (2.5).

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
  QueryFlag,
  Reason,
  Search,
  type Static,
  shape,
  Text,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { deposit_origins, deposit_parties, deposit_states } from './words.ts'
import { Payment } from '../payments/shapes.ts'
import { money_methods } from '../payments/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { deposits } from './tables.ts'

const ofDeposit = fieldsOf(deposits)

const out = (max: number) => nullable(Text(0, max))
const said = (max: number) => optional(nullable(Text(0, max)))

export const DepositInput = named(
  'DepositInput',
  form({
    patient_id: optional(nullable(Id)),
    client_id: optional(nullable(Id)),
    amount: Money,
    method: optional(nullable(choice(money_methods))),
    reference: said(60),
    account_id: optional(nullable(Id)),
    admission_id: optional(nullable(Id)),
    purpose: said(200),
    cheque_date: optional(nullable(Day)),
    bank_name: said(120),
    note: said(300),
  }),
)
export type DepositInput = Static<typeof DepositInput>

export const Deposit = named(
  'Deposit',
  shape({
    ...ofDeposit('id', 'facility_id', 'number', 'status', 'party', 'patient_id', 'client_id'),
    party_name: tellsWho('patient_id', out(200)),
    ...ofDeposit('origin', 'payment_id', 'credit_note_id', 'amount', 'used', 'held'),
    ...ofDeposit('refunded', 'remaining', 'admission_id', 'purpose', 'business_date'),
    uses: listOf(shape({ bill_id: Text(1, 36), bill_number: out(40), amount: Money, at: Instant })),
    moves: listOf(choice(['apply', 'unapply'])),
    ...ofDeposit('created_by_name', 'created_at', 'updated_at', 'version'),
  }),
)
export type Deposit = Static<typeof Deposit>

export const DepositTaken = named(
  'DepositTaken',
  shape({ deposit: Deposit, payment: Payment, change: Money }),
)
export type DepositTaken = Static<typeof DepositTaken>

export const DepositFilters = {
  status: optional(choice(deposit_states)),
  party: optional(choice(deposit_parties)),
  patient_id: optional(Id),
  client_id: optional(Id),
  origin: optional(choice(deposit_origins)),
  from: optional(Day),
  to: optional(Day),
  remaining: optional(QueryFlag),
  search: optional(Search),
  facility_id: optional(Id),
}
const filters = shape(DepositFilters)
export type DepositFilter = Static<typeof filters>

export const ApplyInput = form({ bill_id: Id, amount: optional(nullable(Money)) })
export const UnapplyInput = form({ bill_id: Id, reason: Reason })
export const ApplyToBill = partial({ deposit_id: nullable(Id), amount: nullable(Money) })
