import {
  AnyObject,
  asked,
  choice,
  Count,
  Flag,
  form,
  Id,
  list,
  maybe,
  Moment,
  named,
  type Static,
  Words,
} from '../../core/kinds/strict.ts'
import { attempt_errors, delivery_states, delivery_targets } from './words.ts'

export const WebhookInput = form({
  url: Words(1, 2048),
  events: list(Words(0, 60), { max: 100, min: 1, blank: 'must name at least one event.' }),
  /** The whole configuration is set: null is what absent is, true and false. */
  enabled: asked(maybe(Flag)),
  rotateSecret: asked(maybe(Flag)),
})
export type WebhookInput = Static<typeof WebhookInput>

const Health = form({
  state: choice(['unproven', 'ok', 'failing']),
  lastSuccessAt: maybe(Moment),
  lastFailureAt: maybe(Moment),
  failingSince: maybe(Moment),
  pending: Count(),
  lastError: maybe(Words(0, 300)),
})

const configuration = {
  url: Words(0, 2048),
  events: list(Words(0, 60)),
  enabled: Flag,
  disabledReason: maybe(choice(['user', 'failing'])),
  createdAt: Moment,
  updatedAt: Moment,
  secretRotatedAt: Moment,
  previousSecretValidUntil: maybe(Moment),
  health: Health,
}
export const Webhook = named('Webhook', form(configuration))
export type Webhook = Static<typeof Webhook>

/** With the secret, in the one reply that made it. */
export const WebhookSet = named(
  'WebhookSet',
  form({ ...configuration, secret: asked(Words(0, 60)) }),
)
export type WebhookSet = Static<typeof WebhookSet>

const delivery = {
  id: Id,
  event: Words(0, 60),
  dataId: Words(0, 64),
  messageId: maybe(Id),
  campaignId: maybe(Id),
  url: Words(0, 2048),
  target: choice(delivery_targets),
  status: choice(delivery_states),
  attempts: Count(0, 6),
  nextAttemptAt: maybe(Moment),
  lastStatusCode: maybe(Count()),
  lastError: maybe(choice(attempt_errors)),
  createdAt: Moment,
  finishedAt: maybe(Moment),
  replayOf: maybe(Id),
}
export const Delivery = named('EventDelivery', form(delivery))
export type Delivery = Static<typeof Delivery>

export const Attempt = named(
  'DeliveryAttempt',
  form({
    number: Count(),
    startedAt: Moment,
    durationMs: Count(),
    statusCode: maybe(Count()),
    error: maybe(choice(attempt_errors)),
    errorText: maybe(Words(0, 300)),
    responseStart: maybe(Words(0, 1024)),
    resolvedAddress: maybe(Words(0, 45)),
  }),
)
export type Attempt = Static<typeof Attempt>

export const DeliveryInFull = named(
  'EventDeliveryInFull',
  form({ ...delivery, body: maybe(Words(0, 100_000)), attemptLog: list(Attempt) }),
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
  events: asked(list(Words(0, 60), { min: 1, max: 100, blank: 'must name at least one event.' })),
  status: asked(choice(delivery_states)),
})
export type ReplayInput = Static<typeof ReplayInput>
export const Replayed = form({ replayed: Count() })

export const TestInput = form({ url: asked(Words(1, 2048)), event: asked(Words(1, 60)) })
export type TestInput = Static<typeof TestInput>

export const Tested = named(
  'WebhookTest',
  form({
    ok: Flag,
    statusCode: maybe(Count()),
    durationMs: Count(),
    error: maybe(choice(attempt_errors)),
    tlsExpiresAt: maybe(Moment),
    redirectTo: maybe(Words(0, 2048)),
    advice: list(Words(0, 400)),
  }),
)
export type Tested = Static<typeof Tested>

export const EventSamples = form({
  data: list(form({ event: Words(0, 60), meaning: Words(0, 200), sample: AnyObject })),
})
