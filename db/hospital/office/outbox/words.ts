export const outbox_channels = ['sms', 'whatsapp', 'email'] as const
export const event_classes = ['ESSENTIAL', 'SERVICE', 'PROMOTION'] as const
export const outbox_states = [
  'QUEUED',
  'HELD',
  'SENT',
  'DELIVERED',
  'FAILED',
  'SKIPPED',
  'CANCELLED',
] as const
export const skip_reasons = [
  'opted_out',
  'preference',
  'no_contact',
  'channel_off',
  'event_off',
  'too_late',
  'duplicate',
] as const
