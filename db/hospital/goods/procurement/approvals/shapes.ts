import {
  choice,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { order_marks } from '../orders/words.ts'
import { ruled_documents } from './words.ts'

/** What a reply holds of who approved, and of who is next. */
export const approval_fields = {
  approvals: listOf(
    shape({
      level: Whole(1, 3),
      role: nullable(Text(0, 60)),
      by_name: Text(0, 160),
      at: Instant,
      note: nullable(Text(0, 300)),
    }),
  ),
  approval_next: nullable(
    shape({ level: Whole(1, 3), role: nullable(Text(0, 60)), up_to: nullable(Money) }),
  ),
}

export const ApprovalRule = named(
  'ApprovalRule',
  shape({
    id: nullable(Id),
    document: choice(ruled_documents),
    facility_id: nullable(Id),
    level: Whole(1, 3),
    up_to: nullable(Money),
    role_id: Id,
    role_name: Text(0, 60),
  }),
)
export type ApprovalRule = Static<typeof ApprovalRule>

export const RulesInput = named(
  'ApprovalRulesInput',
  form({
    document: choice(ruled_documents),
    facility_id: optional(nullable(Id)),
    levels: some(form({ up_to: optional(nullable(Money)), role_id: Id }), 3),
  }),
)
export type RulesInput = Static<typeof RulesInput>

export const RulesAsked = { document: optional(choice(ruled_documents)) }

export const Waiting = named(
  'WaitingApproval',
  shape({
    document: choice(ruled_documents),
    id: Id,
    reference: Text(0, 40),
    by_name: Text(0, 160),
    total: Money,
    level: Whole(1, 3),
    waiting_since: Instant,
    marks: listOf(choice(order_marks)),
  }),
)
export type Waiting = Static<typeof Waiting>
