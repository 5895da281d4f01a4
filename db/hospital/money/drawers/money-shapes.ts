// Floats, drops, cash paid in and out, differences: in and out (2.10).

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
  Reason,
  type Static,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import { Pieces } from './shapes.ts'
import { difference_states, settle_ways, transfer_kinds, transfer_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { cash_movements, float_transfers, cash_differences } from './tables.ts'

const cashMovement = fieldsOf(cash_movements)
const floatTransfer = fieldsOf(float_transfers)
const cashDifference = fieldsOf(cash_differences)

const out = (max: number) => nullable(Text(0, max))

export const PayInput = named(
  'CashMovementInput',
  form({ amount: Money, reason: Reason, contra_account_id: Id }),
)
export type PayInput = Static<typeof PayInput>

export const CashMovement = named(
  'CashMovement',
  shape({
    ...cashMovement('id', 'shift_id', 'direction', 'amount', 'reason'),
    ...cashMovement('contra_account_id', 'entry_reference', 'made_by_name', 'created_at'),
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
    ...floatTransfer('id', 'facility_id', 'number', 'kind', 'status'),
    from: EndShown,
    to: EndShown,
    amount: Money,
    denominations: nullable(Pieces),
    ...floatTransfer('sent_by_name', 'received_by_name', 'received_at'),
    ...floatTransfer('reason', 'shift_id', 'entry_reference'),
    moves: listOf(choice(['accept', 'decline', 'cancel'])),
    ...floatTransfer('created_at', 'updated_at', 'version'),
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
    ...cashDifference('id', 'facility_id', 'shift_id', 'shift_number', 'user_id', 'user_name'),
    found_at: choice(['open', 'close', 'confirm']),
    ...cashDifference('amount', 'treatment', 'settled', 'status'),
    ...cashDifference('created_at', 'updated_at', 'version'),
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
