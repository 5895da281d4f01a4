// The measures of messaging (MSG 8): operators, links, lanes and states are labels, never a number, a
// key or a name of an account.

import { messagingFigures } from '../../db/messaging/drain/figures.ts'
import { type Counted, type Observed, setMeasures } from '../../db/messaging/measured.ts'
import type { Counter, Metrics, Observer } from '../watching/metrics.ts'

const lane_names = ['otp', 'transactional', 'promotional'] as const
/** In the order of their numbers. */
const link_states = ['stopped', 'connecting', 'up', 'throttled', 'down', 'refused'] as const
const wait_bounds = [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600, 3600]
const delivery_bounds = [1, 2, 5, 10, 30, 60, 300, 1800, 7200, 86_400]
const post_bounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface MessagingMeasures {
  replayed(): void
  /** Asked of the database when the measures are read. */
  ask(): Promise<void>
}

export function measureMessaging(metrics: Metrics): MessagingMeasures {
  const counters: Record<Counted, Counter> = {
    accepted: metrics.counter('kituo_sms_accepted_total', 'Messages accepted.'),
    submitted: metrics.counter('kituo_sms_submitted_total', 'Segments submitted to operators.'),
    final: metrics.counter('kituo_sms_final_total', 'Messages that ended, by how.'),
    throttled: metrics.counter('kituo_link_throttled_total', 'Answers that asked for patience.'),
    webhook_attempts: metrics.counter('kituo_webhook_attempts_total', 'Posts to webhooks, by end.'),
    wallet_refusals: metrics.counter('kituo_wallet_refusals_total', 'Debits without cover.'),
    whatsapp: metrics.counter('kituo_whatsapp_messages_total', 'WhatsApp messages, by status.'),
  }
  const observers: Record<Observed, Observer> = {
    submit_seconds: metrics.histogram(
      'kituo_sms_submit_seconds',
      'Time from when a message was due to its first submission.',
      wait_bounds,
    ),
    delivery_seconds: metrics.histogram(
      'kituo_sms_delivery_seconds',
      'Time from acceptance to delivery.',
      delivery_bounds,
    ),
    webhook_seconds: metrics.histogram(
      'kituo_webhook_seconds',
      'Time of one post to a webhook.',
      post_bounds,
    ),
  }
  const replays = metrics.counter('kituo_idempotency_replays_total', 'Answers given once more.')
  setMeasures({
    count: (what, by, labels) => counters[what].add(labels, by),
    observe: (what, value) => observers[what].observe(value),
  })
  return { replayed: () => replays.add(), ask: gaugesOf(metrics) }
}

function gaugesOf(metrics: Metrics): () => Promise<void> {
  const queue = metrics.gauge('kituo_sms_queue', 'Messages that wait, by operator and lane.')
  const oldest = metrics.gauge('kituo_sms_queue_oldest_seconds', 'How long the oldest is due.')
  const unknown = metrics.gauge('kituo_sms_unknown', 'Messages whose outcome nobody knows.')
  const states = link_states.map((name, at) => `${at} ${name}`).join(', ')
  const link = metrics.gauge('kituo_link_state', `State of each link: ${states}.`)
  const unmatched = metrics.gauge('kituo_receipts_unmatched', 'Receipts that fit no message.')
  const pending = metrics.gauge('kituo_webhook_pending', 'Events that are not delivered yet.')
  return async () => {
    const now = await messagingFigures()
    queue.clear()
    for (const { operator, lane, n } of now.queue)
      queue.set(n, { operator, lane: lane_names[lane] ?? 'promotional' })
    oldest.set(now.oldest_s)
    unknown.set(now.unknown)
    link.clear()
    for (const { code, state } of now.links)
      link.set(
        link_states.findIndex((one) => one === state),
        { link: code },
      )
    unmatched.set(now.unmatched)
    pending.set(now.webhooks_pending)
  }
}
