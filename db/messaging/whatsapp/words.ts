// The words of WhatsApp (MSG 2.17, 3.7): states and what may follow them.

export const number_providers = ['meta', 'simulator'] as const
export const number_states = ['connected', 'error', 'disabled'] as const
/** Of a number that is switched off nothing the provider says counts, also not what was asked before. */
export const heard_states = ['connected', 'error'] as const
export const directions = ['inbound', 'outbound'] as const
export const outbound_types = ['text', 'template', 'image', 'document', 'audio', 'video'] as const
export const message_types = [
  ...outbound_types,
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'unsupported',
] as const
export type MessageType = (typeof message_types)[number]
export const media_types = ['image', 'document', 'audio', 'video', 'sticker'] as const

export const message_states = [
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
  'received',
] as const
export type MessageState = (typeof message_states)[number]
export type OutboundState = Exclude<MessageState, 'received'>

const ranks = { accepted: 0, sent: 1, delivered: 2, read: 3 } as const

/** Only forward; a failure counts below `delivered`, and a later delivery overrides it (MSG-508). */
export function mayFollow(from: MessageState, to: OutboundState): boolean {
  if (from === 'received') return false
  if (to === 'failed') return from !== 'failed' && ranks[from] < ranks.delivered
  if (from === 'failed') return ranks[to] >= ranks.delivered
  return ranks[to] > ranks[from]
}

/** Of a file: still to be fetched, here, not to be had, or kept long enough. */
export const media_states = ['waiting', 'kept', 'failed', 'gone'] as const

/** Where a message of ours is on its way to the provider; `unknown` is never sent again. */
export const posting_states = ['waiting', 'submitting', 'submitted', 'unknown', 'ended'] as const

export const template_categories = ['marketing', 'utility', 'authentication'] as const
export type TemplateCategory = (typeof template_categories)[number]
/** The provider's own words. */
export const template_states = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export type TemplateState = (typeof template_states)[number]

export const isOneOf = <const V extends string>(words: readonly V[], word: unknown): word is V =>
  (words as readonly unknown[]).includes(word)
