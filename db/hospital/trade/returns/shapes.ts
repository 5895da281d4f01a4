// Returns, in and out (commercial 2.5).

import {
  choice,
  Day,
  Flag,
  Id,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  optional,
  partial,
  Reason,
  Search,
  shape,
  type Static,
  tellsWho,
  Text,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { money_methods } from '../../money/billing/payments/words.ts'
import { return_life } from './record.ts'
import { sales_returns } from './tables.ts'
import {
  conditions,
  reaction_outcomes,
  refund_states,
  restock_states,
  return_reasons,
  return_states,
  settlings,
} from './words.ts'

const own = fieldsOf(sales_returns)
const none = (max: number) => nullable(Text(0, max))

const Reaction = shape({
  reaction: Text(1, 300),
  outcome: choice(reaction_outcomes),
  onset: optional(nullable(Day)),
  lot: optional(none(60)),
})

const fields = {
  ...own('id'),
  reference: Text(1, 40),
  ...own('status', 'facility_id'),
  party_name: tellsWho('patient_id', Text(0, 200)),
  ...own('reason', 'reason_code', 'refund_amount', 'restock', 'restock_status', 'refund_status'),
  ...own('bill_id', 'bill_number', 'client_id', 'patient_id', 'order_id', 'delivery_id'),
  ...own('store_id', 'notes'),
  adverse_reaction: nullable(Reaction),
  ...own('credit_note_id', 'credit_note_number', 'refund_id', 'requested_by_name'),
  ...own('decided_by_name', 'decided_at', 'decision_note', 'late_reason'),
  ...own('created_at', 'updated_at', 'version'),
  moves: listOf(choice(return_life.names)),
}
export const Return = named('Return', shape(fields))
export type Return = Static<typeof Return>

const opened = {
  ...fields,
  items: listOf(
    shape({
      id: Id,
      description: Text(0, 300),
      quantity: Money,
      unit_price: Money,
      product_id: nullable(Id),
      product_name: none(240),
      restocked_good: Money,
      restocked_quarantine: Money,
      destroyed: Money,
      batch_id: nullable(Id),
      lot: none(60),
    }),
  ),
  history: History,
}
export const ReturnOpened = named('ReturnOpened', shape(opened))
export type ReturnOpened = Static<typeof ReturnOpened>
export const ReturnRefunded = named('ReturnRefunded', shape({ ...opened, paid_out: Money }))
export type ReturnRefunded = Static<typeof ReturnRefunded>

const lines_most = 200
export const ReturnInput = named(
  'ReturnInput',
  shape({
    reason: Text(1, 300),
    reason_code: choice(return_reasons),
    items: listOf(
      shape({
        quantity: Money,
        description: optional(none(300)),
        unit_price: optional(nullable(Money)),
        product_id: optional(nullable(Id)),
      }),
      lines_most,
    ),
    party_name: optional(none(160)),
    refund_amount: optional(nullable(Money)),
    restock: optional(Flag),
    bill_id: optional(nullable(Id)),
    client_id: optional(nullable(Id)),
    patient_id: optional(nullable(Id)),
    order_id: optional(nullable(Id)),
    delivery_id: optional(nullable(Id)),
    store_id: optional(nullable(Id)),
    notes: optional(nullable(LongText(0, 2000))),
    adverse_reaction: optional(nullable(Reaction)),
  }),
)
export type ReturnInput = Static<typeof ReturnInput>

export const ApproveReturn = partial({
  note: none(300),
  late_reason: none(300),
  refund_amount: nullable(Money),
})
export type ApproveReturn = Static<typeof ApproveReturn>
export const RejectReturn = shape({ note: Reason })
export const CancelReturn = shape({ reason: Reason })
export const RestockReturn = named(
  'RestockReturn',
  shape({
    lines: listOf(
      shape({
        item_id: Id,
        quantity: Money,
        condition: choice(conditions),
        batch_id: optional(nullable(Id)),
        lot: optional(none(60)),
        expiry: optional(nullable(Day)),
        note: optional(none(300)),
      }),
      lines_most,
    ),
    store_id: optional(nullable(Id)),
    witness_token: optional(none(200)),
  }),
)
export type RestockReturn = Static<typeof RestockReturn>
export const RefundReturn = shape({
  settle: choice(settlings),
  method: optional(nullable(choice(money_methods))),
  reference: optional(none(60)),
})
export type RefundReturn = Static<typeof RefundReturn>

export const ReturnFilters = {
  facility_id: optional(Id),
  search: optional(Search),
  status: optional(choice(return_states)),
  reason_code: optional(choice(return_reasons)),
  client_id: optional(Id),
  patient_id: optional(Id),
  bill_id: optional(Id),
  restock_status: optional(choice(restock_states)),
  refund_status: optional(choice(refund_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(ReturnFilters)
export type ReturnFilter = Static<typeof filters>
export const ReturnPaperAsked = partial({ lang: choice(['en', 'sw']) })
