// The words of messages to patients, the chapter's to the letter (front office 2.11).

export const message_channels = ['SMS', 'WHATSAPP', 'EMAIL', 'PORTAL'] as const
export type MessageChannel = (typeof message_channels)[number]
export const message_states = [
  'HELD',
  'QUEUED',
  'SENT',
  'DELIVERED',
  'FAILED',
  'EXPIRED',
  'SUPPRESSED',
] as const
export type MessageState = (typeof message_states)[number]
export const suppressed_reasons = [
  'NO_CONSENT',
  'NO_PHONE',
  'OPTED_OUT',
  'DECEASED',
  'PAUSED',
  'DUPLICATE',
] as const
export type SuppressedReason = (typeof suppressed_reasons)[number]
