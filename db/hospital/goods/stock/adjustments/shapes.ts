import {
  choice,
  Day,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { adjustments, stock_reasons } from './tables.ts'
import { adjustment_states, directions } from './words.ts'

const adjustment = fieldsOf(adjustments)
const reason = fieldsOf(stock_reasons)
const line = (max: number) => optional(nullable(Text(0, max)))

export const AdjustmentInput = named(
  'AdjustmentInput',
  form({
    store_id: Id,
    reason_code: Text(1, 40),
    note: line(300),
    attachment_ids: optional(nullable(listOf(Id, 20))),
    lines: some(
      form({
        product_id: Id,
        batch_id: optional(nullable(Id)),
        lot: line(60),
        expiry: optional(nullable(Day)),
        quantity: Money,
        unit: line(20),
        unit_cost: optional(nullable(Money)),
      }),
      500,
    ),
  }),
)
export type AdjustmentInput = Static<typeof AdjustmentInput>
export type LineInput = AdjustmentInput['lines'][number]

const fields = {
  ...adjustment('id', 'facility_id'),
  reference: Text(1, 40),
  ...adjustment('store_id', 'reason_code', 'status', 'note'),
  attachment_ids: listOf(Text(1, 64)),
  value: nullable(Money),
  ...adjustment('made_by_name', 'approved_by_name', 'posted_on', 'entry_reference'),
  ...adjustment('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['submit', 'approve', 'reject', 'cancel'])),
}
export const Adjustment = named('Adjustment', shape(fields))
export type Adjustment = Static<typeof Adjustment>

export const AdjustmentOpened = named(
  'AdjustmentOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        id: Text(1, 36),
        product_id: Text(1, 36),
        product_name: Text(0, 230),
        batch_id: nullable(Text(1, 36)),
        lot: nullable(Text(0, 60)),
        expiry: nullable(Day),
        quantity: Money,
        unit_cost: nullable(Money),
        value: nullable(Money),
      }),
    ),
    history: History,
  }),
)
export type AdjustmentOpened = Static<typeof AdjustmentOpened>

export const AdjustmentFilters = {
  search: optional(Search),
  store_id: optional(Id),
  reason_code: optional(Text(1, 40)),
  status: optional(choice(adjustment_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(AdjustmentFilters)
export type AdjustmentFilter = Static<typeof filters>

export const Submitting = form({ witness_token: WitnessToken })
export const Approving = form({ note: line(300), witness_token: WitnessToken })
export const MayReason = form({ reason: line(300) })

export const StockReason = named(
  'StockReason',
  shape({
    ...reason('id', 'code', 'name', 'direction', 'account_id', 'counts_as_consumption'),
    ...reason('needs_note', 'needs_approval'),
    approval_above: nullable(Money),
    ...reason('controlled_allowed', 'active', 'version'),
  }),
)
export type StockReason = Static<typeof StockReason>
export const ReasonFilters = {
  direction: optional(choice(directions)),
  active: optional(QueryFlag),
}
