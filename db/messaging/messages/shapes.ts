// What a send takes and answers, and what a message, a part and a batch look like (MSG-241, MSG-245,
// MSG 2.8, 2.9).

import {
  Money,
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import {
  encodings,
  expiry_causes,
  failure_reasons,
  message_classes,
  message_sources,
  message_states,
  part_states,
} from './words.ts'

export const recipients_max = 1000
const At = Words(0, 24)
const Text = Words(0, 10_000)

export const SendInput = form({
  recipients: list(Words(0, 1000), {
    min: 1,
    max: recipients_max,
    complaint: 'must be a list of strings.',
    blank: 'must name at least one number.',
    over: {
      code: 'recipients_exceeded',
      message: (count) =>
        `At most 1,000 recipients per call; this has ${count.toLocaleString('en-US')}.`,
    },
  }),
  senderId: Words(1, 200),
  message: Words(1, 100_000),
  reference: optional(Words(0, 100)),
  class: optional(choice(message_classes)),
  scheduleAt: optional(Moment),
  validitySeconds: optional(Count(60, 259_200)),
  callbackUrl: optional(Words(0, 2048)),
  smartEncoding: optional(Flag),
})
export type SendInput = Static<typeof SendInput>

const sent_fields = {
  accepted: Count(),
  duplicates: Count(),
  suppressed: Count(),
  encoding: choice(encodings),
  segments: Count(),
  totalSegments: Count(),
  cost: Money,
  balance: Money,
  currency: Words(0, 3),
  scheduledFor: nullable(At),
  notBefore: nullable(At),
  validUntil: At,
  replaced: Count(),
}

const one_fields = {
  /** A sign of its own, once the person is forgotten (MSG-621). */
  to: Words(0, 64),
  status: choice(message_states),
  segments: Count(),
  operator: Words(0, 20),
  cost: Money,
  failureReason: optional(choice(failure_reasons)),
}

export const Sent = named(
  'Sent',
  form({
    batchId: Id,
    status: choice(['queued', 'scheduled']),
    ...sent_fields,
    messages: list(form({ index: Count(), id: Id, ...one_fields })),
  }),
)
export type Sent = Static<typeof Sent>

export const Estimate = named(
  'Estimate',
  form({
    status: choice(['queued', 'scheduled']),
    ...sent_fields,
    affordable: Flag,
    perOperator: list(
      form({
        operator: Words(0, 20),
        messages: Count(),
        segments: Count(),
        cost: Money,
        etaSeconds: Count(),
      }),
    ),
    messages: list(form({ index: Count(), ...one_fields })),
  }),
)
export type Estimate = Static<typeof Estimate>

const message_fields = {
  id: Id,
  to: Words(0, 64),
  senderId: Words(0, 11),
  status: choice(message_states),
  reference: Words(0, 100),
  failureReason: optional(choice(failure_reasons)),
  batchId: Id,
  campaignId: nullable(Id),
  message: nullable(Text),
  class: choice(message_classes),
  encoding: choice(encodings),
  segments: Count(),
  operator: Words(0, 20),
  unitPrice: Money,
  cost: Money,
  refunded: Money,
  currency: Words(0, 3),
  scheduledFor: nullable(At),
  notBefore: nullable(At),
  validUntil: At,
  sentAt: nullable(At),
  finalAt: nullable(At),
  uncertain: Flag,
  expiryCause: optional(choice(expiry_causes)),
  lateReceipt: nullable(Words(0, 20)),
  createdAt: At,
  updatedAt: At,
}

export const MessageLine = named('Message', form(message_fields))
export type MessageLine = Static<typeof MessageLine>

export const Part = form({
  number: Count(),
  segments: Count(),
  state: choice(part_states),
  link: nullable(Words(0, 40)),
  operatorMessageId: nullable(Words(0, 65)),
  submittedAt: nullable(At),
  answeredAt: nullable(At),
  attempts: Count(),
  commandStatus: nullable(Count()),
  receiptStatus: nullable(Words(0, 20)),
  errorCode: nullable(Words(0, 20)),
  receivedAt: nullable(At),
})
export type Part = Static<typeof Part>

export const Message = named(
  'MessageDetail',
  form({
    ...message_fields,
    parts: list(Part),
    history: list(form({ at: At, status: choice(message_states), reason: Words(0, 300) })),
    moves: list(Words(0, 20)),
  }),
)
export type Message = Static<typeof Message>

export const Batch = named(
  'Batch',
  form({
    id: Id,
    senderId: Words(0, 11),
    message: nullable(Text),
    encoding: choice(encodings),
    segments: Count(),
    class: choice(message_classes),
    reference: Words(0, 100),
    callbackUrl: nullable(Words(0, 2048)),
    scheduledFor: nullable(At),
    validitySeconds: Count(),
    accepted: Count(),
    duplicates: Count(),
    cost: Money,
    currency: Words(0, 3),
    keyId: nullable(Id),
    source: choice(message_sources),
    counts: form({
      scheduled: Count(),
      queued: Count(),
      sent: Count(),
      delivered: Count(),
      failed: Count(),
      expired: Count(),
    }),
    createdAt: At,
  }),
)
export type Batch = Static<typeof Batch>

export const Cancelled = named('Cancelled', form({ cancelled: Count(), notCancelled: Count() }))
