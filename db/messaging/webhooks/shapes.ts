import {
  AnyObject,
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import { attempt_errors, delivery_states, delivery_targets } from './words.ts'

export const WebhookInput = form({
  url: Words(1, 2048),
  events: list(Words(0, 60), { max: 100, min: 1, blank: 'must name at least one event.' }),
  /** The whole configuration is set: null is what absent is, true and false. */
  enabled: optional(nullable(Flag)),
  rotateSecret: optional(nullable(Flag)),
})
export type WebhookInput = Static<typeof WebhookInput>

const Health = form({
  state: choice(['unproven', 'ok', 'failing']),
  lastSuccessAt: nullable(Moment),
  lastFailureAt: nullable(Moment),
  failingSince: nullable(Moment),
  pending: Count(),
  lastError: nullable(Words(0, 300)),
})

const configuration = {
  url: Words(0, 2048),
  events: list(Words(0, 60)),
  enabled: Flag,
  disabledReason: nullable(choice(['user', 'failing'])),
  createdAt: Moment,
  updatedAt: Moment,
  secretRotatedAt: Moment,
  previousSecretValidUntil: nullable(Moment),
  health: Health,
}
export const Webhook = named('Webhook', form(configuration))
export type Webhook = Static<typeof Webhook>

/** With the secret, in the one reply that made it. */
export const WebhookSet = named(
  'WebhookSet',
  form({ ...configuration, secret: optional(Words(0, 60)) }),
)
export type WebhookSet = Static<typeof WebhookSet>

const delivery = {
  id: Id,
  event: Words(0, 60),
  dataId: Words(0, 64),
  messageId: nullable(Id),
  campaignId: nullable(Id),
  url: Words(0, 2048),
  target: choice(delivery_targets),
  status: choice(delivery_states),
  attempts: Count(0, 6),
  nextAttemptAt: nullable(Moment),
  lastStatusCode: nullable(Count()),
  lastError: nullable(choice(attempt_errors)),
  createdAt: Moment,
  finishedAt: nullable(Moment),
  replayOf: nullable(Id),
}
export const Delivery = named('EventDelivery', form(delivery))
export type Delivery = Static<typeof Delivery>

export const Attempt = named(
  'DeliveryAttempt',
  form({
    number: Count(),
    startedAt: Moment,
    durationMs: Count(),
    statusCode: nullable(Count()),
    error: nullable(choice(attempt_errors)),
    errorText: nullable(Words(0, 300)),
    responseStart: nullable(Words(0, 1024)),
    resolvedAddress: nullable(Words(0, 45)),
  }),
)
export type Attempt = Static<typeof Attempt>

export const DeliveryInFull = named(
  'EventDeliveryInFull',
  form({ ...delivery, body: nullable(Words(0, 100_000)), attemptLog: list(Attempt) }),
)
export type DeliveryInFull = Static<typeof DeliveryInFull>

export const log_filters = {
  status: choice(delivery_states),
  event: Words(0, 60),
  dataId: Words(0, 64),
  messageId: Words(0, 64),
  target: choice(delivery_targets),
  since: Moment,
  until: Moment,
}

export const ReplayInput = form({
  since: Moment,
  until: Moment,
  events: optional(
    list(Words(0, 60), { min: 1, max: 100, blank: 'must name at least one event.' }),
  ),
  status: optional(choice(delivery_states)),
})
export type ReplayInput = Static<typeof ReplayInput>
export const Replayed = form({ replayed: Count() })

export const TestInput = form({ url: optional(Words(1, 2048)), event: optional(Words(1, 60)) })
export type TestInput = Static<typeof TestInput>

export const Tested = named(
  'WebhookTest',
  form({
    ok: Flag,
    statusCode: nullable(Count()),
    durationMs: Count(),
    error: nullable(choice(attempt_errors)),
    tlsExpiresAt: nullable(Moment),
    redirectTo: nullable(Words(0, 2048)),
    advice: list(Words(0, 400)),
  }),
)
export type Tested = Static<typeof Tested>

export const EventSamples = form({
  data: list(form({ event: Words(0, 60), meaning: Words(0, 200), sample: AnyObject })),
})
