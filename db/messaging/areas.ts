// The areas of the messaging API, in order: an area may lean only on those above it.

export const areas = [
  'settings',
  'accounts',
  'webhooks',
  'keys',
  'wallet',
  'routing',
  'senders',
  'contacts',
  'messages',
  'opt-outs',
  'inbound',
  'drain',
  'templates',
  'campaigns',
  'whatsapp',
  'testing',
  'platform',
  'guide',
] as const
export type Area = (typeof areas)[number]
