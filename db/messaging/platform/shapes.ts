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
import { message_course, MessagePart } from '../messages/hospital-shapes.ts'
import {
  encodings,
  expiry_causes,
  failure_reasons,
  message_classes,
  message_states,
  receipt_outcomes,
} from '../messages/words.ts'
import { link_kinds, link_states } from '../routing/words.ts'
import { sender_states } from '../senders/words.ts'
import { entry_kinds } from '../wallet/words.ts'
import { attempt_errors, delivery_states } from '../webhooks/words.ts'

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

const message_line = {
  id: Id,
  account_id: Id,
  to: Text(0, 64),
  sender_id: Text(0, 11),
  status: choice(message_states),
  operator: Text(0, 20),
  class: choice(message_classes),
  segments: Whole(),
  created_at: At,
  final_at: nullable(At),
}
export const GatewayMessage = named(
  'GatewayMessage',
  shape({
    ...message_line,
    account_name: Text(0, 80),
    failure_reason: nullable(Text(0, 40)),
    link: nullable(Text(0, 40)),
  }),
)

/** All that became of one message; its text stays with the account. */
export const GatewayTrace = named(
  'GatewayMessageTrace',
  shape({
    ...message_line,
    failure_reason: optional(choice(failure_reasons)),
    reference: Text(0, 100),
    batch_id: Id,
    campaign_id: nullable(Id),
    encoding: choice(encodings),
    unit_price: Money,
    cost: Money,
    refunded: Money,
    currency: Text(0, 3),
    scheduled_for: nullable(At),
    not_before: nullable(At),
    valid_until: At,
    sent_at: nullable(At),
    uncertain: Flag,
    expiry_cause: optional(choice(expiry_causes)),
    late_receipt: nullable(Text(0, 20)),
    updated_at: At,
    parts: listOf(MessagePart),
    history: message_course,
    moves: listOf(Text(0, 20)),
    receipts: listOf(
      shape({
        id: Id,
        link: nullable(Text(0, 40)),
        status_word: Text(0, 20),
        error_code: nullable(Text(0, 20)),
        network: nullable(Text(0, 10)),
        outcome: choice(receipt_outcomes),
        done_at: nullable(At),
        received_at: At,
      }),
    ),
    deliveries: listOf(
      shape({
        id: Id,
        event: Text(0, 40),
        url: Text(0, 2048),
        status: choice(delivery_states),
        attempts: Whole(),
        last_status_code: nullable(Whole()),
        last_error: nullable(choice(attempt_errors)),
        next_attempt_at: nullable(At),
        created_at: At,
        finished_at: nullable(At),
      }),
    ),
    entries: listOf(
      shape({
        id: Id,
        seq: Whole(),
        kind: choice(entry_kinds),
        amount: Money,
        reason: nullable(Text(0, 300)),
        actor: Text(0, 160),
        created_at: At,
      }),
    ),
  }),
)
