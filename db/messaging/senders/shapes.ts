import {
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  partial,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Words } from '../../core/kinds/strict.ts'
import { document_kinds } from '../routing/words.ts'
import { sender_states } from './words.ts'

const At = Words(0, 24)

export const Document = form({
  id: Id,
  kind: choice(document_kinds),
  fileName: Words(0, 200),
  size: Count(),
  uploadedAt: At,
})
export type Document = Static<typeof Document>

export const Sender = named(
  'SenderId',
  form({
    id: Id,
    senderId: Words(0, 11),
    status: choice(sender_states),
    purpose: Words(0, 500),
    sampleMessage: Words(0, 480),
    operators: list(
      form({
        operator: Words(0, 20),
        status: choice(sender_states),
        reason: nullable(Words(0, 300)),
        submittedAt: nullable(At),
        decidedAt: nullable(At),
      }),
    ),
    documents: list(Document),
    isDefault: Flag,
    moves: list(Words(0, 20)),
    createdAt: At,
    updatedAt: At,
  }),
)
export type Sender = Static<typeof Sender>

const operators = list(Words(1, 20), { min: 1, max: 50, blank: 'must name at least one operator.' })

export const SenderInput = form({
  senderId: Words(1, 200),
  purpose: Words(10, 500, 'must have 10 to 500 characters.'),
  sampleMessage: Words(10, 480, 'must have 10 to 480 characters.'),
  operators: optional(operators),
})
export type SenderInput = Static<typeof SenderInput>

export const SenderChange = partial({
  purpose: Words(10, 500, 'must have 10 to 500 characters.'),
  sampleMessage: Words(10, 480, 'must have 10 to 480 characters.'),
})
export type SenderChange = Static<typeof SenderChange>

export const Resubmit = partial({ operators })
