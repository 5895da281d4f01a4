// What a hospital and the platform are shown of messages under /api/v1 (MSG 5.2, 5.3).

import {
  choice,
  Day,
  listOf,
  Money,
  named,
  nullable,
  optional,
  shape,
  Text,
  Whole,
} from '../../core/kinds/kinds.ts'
import { Share } from './usage-shapes.ts'
import { message_states, part_states } from './words.ts'

const At = Text(0, 24)

export const MessagePart = named(
  'MessagePart',
  shape({
    number: Whole(),
    segments: Whole(),
    state: choice(part_states),
    link: nullable(Text(0, 40)),
    operator_message_id: nullable(Text(0, 65)),
    submitted_at: nullable(At),
    answered_at: nullable(At),
    attempts: Whole(),
    command_status: nullable(Whole()),
    receipt_status: nullable(Text(0, 20)),
    error_code: nullable(Text(0, 20)),
    received_at: nullable(At),
  }),
)
export const message_course = listOf(
  shape({ at: At, status: choice(message_states), reason: Text(0, 300) }),
)

const sums = {
  messages: Whole(),
  segments: Whole(),
  sent: Whole(),
  delivered: Whole(),
  failed: Whole(),
  expired: Whole(),
  opted_out: Whole(),
  cancelled: Whole(),
  cost: Money,
  refunded: Money,
  /** Of those that ended at the operator; null where none did. */
  delivery_rate: nullable(Share),
}
const side = optional(nullable(Text(0, 64)))
export const HospitalUsage = named(
  'HospitalMessagingUsage',
  shape({
    from: Day,
    to: Day,
    currency: Text(0, 3),
    rows: listOf(
      shape({
        day: side,
        month: side,
        operator: side,
        sender_id: side,
        key: side,
        campaign: side,
        class: side,
        channel: side,
        ...sums,
      }),
    ),
    totals: shape({ ...sums, median_delivery_seconds: nullable(Whole()) }),
  }),
)
