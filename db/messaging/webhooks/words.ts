/** MSG-560; `webhook.test` cannot be subscribed. */
export const event_names = [
  'message.sent',
  'message.delivered',
  'message.failed',
  'message.expired',
  'campaign.completed',
  'wallet.low_balance',
  'whatsapp.received',
  'whatsapp.status',
  'sms.received',
  'opt_out.created',
  'opt_out.removed',
  'sender_id.updated',
] as const
export type EventName = (typeof event_names)[number]

export const delivery_states = ['pending', 'delivered', 'failed', 'cancelled', 'skipped'] as const
export const delivery_targets = ['account', 'callback'] as const
export type DeliveryTarget = (typeof delivery_targets)[number]
export const attempt_errors = [
  'timeout',
  'dns',
  'connect',
  'tls',
  'blocked',
  'redirect',
  'status',
  'reset',
] as const
export type AttemptError = (typeof attempt_errors)[number]

/** How an endpoint fares (MSG 2.18); `off`: it is switched off. */
export const webhook_health = ['unproven', 'ok', 'failing', 'off'] as const
