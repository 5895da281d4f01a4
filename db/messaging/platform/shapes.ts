// Messaging as the platform sees it: snake_case, the hospital's envelope, the same states (MSG 5.3).

import {
  AnyObject,
  optional,
  choice,
  Email,
  Flag,
  Id,
  listOf,
  nullable,
  Money,
  named,
  Reason,
  shape,
  Text,
  Whole,
} from '../../core/kinds/kinds.ts'
import { billings, business_kinds, business_states } from '../accounts/words.ts'
import { key_kinds, key_states } from '../keys/words.ts'
import { message_states } from '../messages/words.ts'
import { link_kinds, link_states } from '../routing/words.ts'
import { sender_states } from '../senders/words.ts'
import { top_up_methods, top_up_states } from '../wallet/words.ts'

const At = Text(0, 24)

export const GatewayBusiness = named(
  'MessagingBusiness',
  shape({
    id: Id,
    legal_name: Text(0, 160),
    kind: choice(business_kinds),
    status: choice(business_states),
    status_reason: nullable(Text(0, 300)),
    contact_name: Text(0, 160),
    contact_email: Text(0, 254),
    contact_phone: Text(0, 40),
    registration_no: nullable(Text(0, 60)),
    moves: listOf(Text(0, 20)),
    created_at: At,
  }),
)
export const GatewayBusinessInput = shape({
  legal_name: Text(2, 160),
  trading_name: optional(nullable(Text(1, 160))),
  registration_no: optional(nullable(Text(1, 60))),
  tin: optional(nullable(Text(1, 40))),
  address: optional(nullable(Text(1, 300))),
  kind: choice(business_kinds),
  contact_name: Text(1, 160),
  contact_email: Email,
  contact_phone: Text(3, 40),
  hospital_id: optional(nullable(Id)),
})

export const GatewayAccount = named(
  'MessagingAccount',
  shape({
    id: Id,
    name: Text(0, 80),
    business_id: nullable(Id),
    business_name: nullable(Text(0, 160)),
    provisioned: Flag,
    billing: choice(billings),
    currency: Text(0, 3),
    weight: Whole(1),
    otp_allowed: Flag,
    paused: Flag,
    balance: Money,
    reserved: Money,
    threshold: nullable(Money),
    low: Flag,
    waiting: Whole(),
    created_at: At,
  }),
)
export const GatewayAccountInput = shape({
  name: Text(2, 80),
  business_id: optional(nullable(Id)),
  billing: optional(choice(billings)),
  weight: optional(Whole(1, 100)),
  otp_allowed: optional(Flag),
})

export const GatewayKey = shape({
  id: Id,
  name: Text(0, 60),
  mode: choice(['live', 'test']),
  kind: choice(key_kinds),
  prefix: Text(0, 40),
  scopes: listOf(Text(0, 40)),
  status: choice(key_states),
  expires_at: nullable(At),
  created_at: At,
  key: optional(Text(0, 80)),
})
export const GatewayKeyInput = shape({
  name: Text(1, 60),
  mode: choice(['live', 'test']),
  scopes: optional(listOf(Text(1, 40), 50, 1)),
  ip_allowlist: optional(listOf(Text(1, 60), 50)),
  expires_at: optional(nullable(Text(10, 40))),
})

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

export const GatewaySender = named(
  'MessagingSenderId',
  shape({
    id: Id,
    account_id: Id,
    account_name: Text(0, 80),
    sender_id: Text(0, 11),
    status: choice(sender_states),
    purpose: Text(0, 500),
    sample_message: Text(0, 480),
    operators: listOf(
      shape({
        operator: Text(0, 20),
        status: choice(sender_states),
        reason: nullable(Text(0, 300)),
        submitted_at: nullable(At),
        decided_at: nullable(At),
      }),
    ),
    documents: Whole(),
    /** Other accounts that hold the name (MSG-413). */
    collisions: listOf(Text(0, 80)),
    created_at: At,
  }),
)
export const DecisionInput = shape({
  operator: optional(Text(1, 20)),
  decision: choice(['approved', 'rejected']),
  reason: optional(Reason),
})

export const GatewayLink = named(
  'MessagingLink',
  shape({
    id: Id,
    code: Text(0, 40),
    name: Text(0, 80),
    kind: choice(link_kinds),
    state: choice(link_states),
    enabled: Flag,
    throughput_per_second: Whole(),
    window_size: nullable(Whole()),
    operators: listOf(Text(0, 20)),
    last_error: nullable(Text(0, 300)),
    last_up_at: nullable(At),
    state_since: nullable(At),
  }),
)

const Waiting = shape({
  operator: Text(0, 20),
  lane: choice(['otp', 'transactional', 'promotional']),
  account_id: Id,
  account_name: Text(0, 80),
  waiting: Whole(),
  segments: Whole(),
  oldest_seconds: Whole(),
  rate_per_second: Whole(),
  eta_seconds: Whole(),
})
export const GatewayQueue = named(
  'MessagingQueue',
  shape({ paused: Flag, waiting: Whole(), scheduled: Whole(), lines: listOf(Waiting, 10_000) }),
)

export const UncertainMessage = named(
  'UncertainMessage',
  shape({
    id: Id,
    account_id: Id,
    account_name: Text(0, 80),
    to: Text(0, 64),
    operator: Text(0, 20),
    link: nullable(Text(0, 40)),
    status: choice(message_states),
    uncertain: Flag,
    segments: Whole(),
    valid_until: At,
    created_at: At,
  }),
)
export const ResolveInput = shape({
  outcome: choice(['accepted', 'rejected', 'resend']),
  reason: Reason,
})
const Job = shape({
  name: Text(0, 60),
  label: Text(0, 200),
  last_run_at: nullable(At),
  last_status: nullable(Text(0, 20)),
  next_run_at: nullable(At),
  paused: Flag,
})
export const GatewayHealth = named(
  'MessagingHealth',
  shape({
    links: listOf(
      shape({
        code: Text(0, 40),
        kind: choice(link_kinds),
        state: choice(link_states),
        enabled: Flag,
        last_error: nullable(Text(0, 300)),
        state_since: nullable(At),
      }),
    ),
    queue: shape({ paused: Flag, waiting: Whole(), oldest_seconds: Whole() }),
    webhooks: shape({ endpoints: Whole(), failing: Whole(), pending: Whole() }),
    unknown: Whole(),
    unmatched: Whole(),
    wallet_proof: nullable(Job),
    disk: shape({ free_mb: nullable(Whole()), least_mb: Whole(), ok: Flag }),
    clock: shape({ now: At, ok: Flag }),
    jobs: listOf(Job),
  }),
)

/** Every setting by its name; null puts it back to what it was at first. */
export const GatewaySettings = AnyObject

export const ReasonInput = shape({ reason: Reason })
export const LinkAccountInput = shape({ business_id: Id })
