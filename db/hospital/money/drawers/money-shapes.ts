// Floats, drops, cash paid in and out, differences: in and out (2.10).

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
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { Pieces } from './shapes.ts'
import {
  difference_states,
  directions,
  settle_ways,
  transfer_kinds,
  transfer_states,
  treatments,
} from './words.ts'

const out = (max: number) => nullable(Text(0, max))

export const PayInput = named(
  'CashMovementInput',
  form({ amount: Money, reason: Reason, contra_account_id: Id }),
)
export type PayInput = Static<typeof PayInput>

export const CashMovement = named(
  'CashMovement',
  shape({
    id: Text(1, 36),
    shift_id: Text(1, 36),
    direction: choice(directions),
    amount: Money,
    reason: Text(0, 300),
    contra_account_id: Text(1, 36),
    entry_reference: out(40),
    made_by_name: Text(0, 160),
    created_at: Instant,
  }),
)
export type CashMovement = Static<typeof CashMovement>

const End = form({ drawer_id: optional(nullable(Id)), account_id: optional(nullable(Id)) })
export type End = Static<typeof End>

export const FloatInput = named(
  'FloatTransferInput',
  form({
    kind: choice(transfer_kinds),
    from: End,
    to: End,
    amount: Money,
    denominations: optional(nullable(Pieces)),
  }),
)
export type FloatInput = Static<typeof FloatInput>

const EndShown = shape({
  drawer_id: optional(out(36)),
  account_id: optional(out(36)),
  name: out(160),
})
export const FloatTransfer = named(
  'FloatTransfer',
  shape({
    id: Text(1, 36),
    facility_id: Text(1, 36),
    number: Text(1, 40),
    kind: choice(transfer_kinds),
    status: choice(transfer_states),
    from: EndShown,
    to: EndShown,
    amount: Money,
    denominations: nullable(Pieces),
    sent_by_name: Text(0, 160),
    received_by_name: out(160),
    received_at: nullable(Instant),
    reason: out(300),
    shift_id: out(36),
    entry_reference: out(40),
    moves: listOf(choice(['accept', 'decline', 'cancel'])),
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type FloatTransfer = Static<typeof FloatTransfer>

export const AcceptInput = form({ amount: Money })
export const WhyInput = form({ reason: Reason })

export const FloatFilters = {
  status: optional(choice(transfer_states)),
  kind: optional(choice(transfer_kinds)),
  drawer_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const float_filters = shape(FloatFilters)
export type FloatFilter = Static<typeof float_filters>

export const CashDifference = named(
  'CashDifference',
  shape({
    id: Text(1, 36),
    facility_id: Text(1, 36),
    shift_id: Text(1, 36),
    shift_number: Text(1, 40),
    user_id: Text(1, 36),
    user_name: Text(0, 160),
    found_at: choice(['open', 'close', 'confirm']),
    amount: Money,
    treatment: choice(treatments),
    settled: Money,
    status: choice(difference_states),
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type CashDifference = Static<typeof CashDifference>

export const DifferenceFilters = {
  status: optional(choice(difference_states)),
  user_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const difference_filters = shape(DifferenceFilters)
export type DifferenceFilter = Static<typeof difference_filters>

export const SettleInput = form({
  amount: Money,
  by: choice(settle_ways),
  note: optional(nullable(Text(0, 300))),
})
export type SettleInput = Static<typeof SettleInput>
