// Top-ups under /api/v1: the hospital's envelope, the same states (MSG 5.2, 5.3).

import {
  choice,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  shape,
  Text,
} from '../../core/kinds/kinds.ts'
import { top_up_methods, top_up_states } from './words.ts'

const At = Text(0, 24)

export const GatewayTopUp = named(
  'MessagingTopUp',
  shape({
    id: Id,
    account_id: Id,
    amount: Money,
    currency: Text(0, 3),
    method: choice(top_up_methods),
    payment_reference: Text(0, 80),
    note: nullable(Text(0, 300)),
    status: choice(top_up_states),
    decided_by: nullable(Text(0, 160)),
    decided_at: nullable(At),
    reject_reason: nullable(Text(0, 300)),
    moves: listOf(Text(0, 20)),
    created_at: At,
  }),
)
export const GatewayTopUpInput = shape({
  amount: Money,
  method: choice(top_up_methods),
  payment_reference: Text(1, 80),
  note: optional(nullable(Text(1, 300))),
})
