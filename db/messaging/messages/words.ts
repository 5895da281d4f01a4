// The life of a message as data (MSG 3.3). Final states never change; a change happens only upwards.

export const message_states = [
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'failed',
  'expired',
] as const
export type MessageState = (typeof message_states)[number]

export const ranks: Readonly<Record<MessageState, number>> = {
  scheduled: 0,
  queued: 0,
  sent: 1,
  delivered: 2,
  failed: 2,
  expired: 2,
}
export const isFinal = (state: MessageState): boolean => ranks[state] === 2
export const final_states: readonly MessageState[] = message_states.filter(isFinal)

interface Move {
  from: readonly MessageState[]
  to: MessageState
  /** Made by people or keys; the others by the house. */
  asked?: true
}

/** Every way a message may go; `cancel` alone is asked for. */
export const message_moves = {
  release: { from: ['scheduled'], to: 'queued' },
  acknowledge: { from: ['queued'], to: 'sent' },
  deliver: { from: ['queued', 'sent'], to: 'delivered' },
  fail: { from: ['queued', 'sent'], to: 'failed' },
  expire: { from: ['queued', 'sent'], to: 'expired' },
  cancel: { from: ['scheduled', 'queued'], to: 'failed', asked: true },
} as const satisfies Record<string, Move>

export const message_classes = ['otp', 'transactional', 'promotional'] as const
export type MessageClass = (typeof message_classes)[number]
/** The lane in which it drains: the smaller goes first. */
export const lanes: Readonly<Record<MessageClass, number>> = {
  otp: 0,
  transactional: 1,
  promotional: 2,
}

export const encodings = ['GSM-7', 'UCS-2'] as const
export type Encoding = (typeof encodings)[number]
export const message_sources = ['api', 'campaign', 'hospital'] as const
export const expiry_causes = ['queue', 'operator', 'no_receipt', 'uncertain'] as const

/** MSG-376: a closed set. */
export const failure_reasons = [
  'unknown_subscriber',
  'absent_subscriber',
  'barred',
  'sender_blocked',
  'content_blocked',
  'operator_rejected',
  'undeliverable',
  'deleted',
  'operator_error',
  'no_route',
  'opted_out',
  'cancelled',
] as const
export type FailureReason = (typeof failure_reasons)[number]

export const part_states = [
  'waiting',
  'submitting',
  'accepted',
  'rejected',
  'unknown',
  'delivered',
  'failed',
  'expired',
] as const
export type PartState = (typeof part_states)[number]

export const receipt_outcomes = [
  'applied',
  'duplicate',
  'backwards',
  'late',
  'waiting',
  'discarded',
] as const
