// What goes in and what comes out about conversations and documents, on both sides.

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  nullable,
  named,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { PatientRow } from '../patients/register/row-shapes.ts'
import { document_sources, message_sides, thread_states, thread_topics } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { portal_messages, portal_threads } from './tables.ts'

const portalMessage = fieldsOf(portal_messages)
const portalThread = fieldsOf(portal_threads)

const out = (max: number) => nullable(Text(0, max))
const At = Text(24, 24)
const Key = Text(1, 36)
const Words = LongText(1, 2000)
const Files = optional(listOf(Id, 3))

const Message = shape({
  id: Key,
  from: choice(message_sides),
  ...portalMessage('name', 'text'),
  attachment_ids: listOf(Key, 3),
  ...portalMessage('at', 'read_at'),
})
const thread = {
  ...portalThread('id', 'subject', 'topic', 'status', 'department'),
  messages: listOf(Message),
  last_at: At,
  unread: Whole(),
}
export const OwnThread = named('PortalThread', shape(thread))
export type OwnThread = Static<typeof OwnThread>
export const Thread = named(
  'PatientThread',
  shape({
    ...thread,
    patient: PatientRow,
    assigned_to: nullable(shape({ id: Key, name: Text(0, 160) })),
    moves: listOf(Text(1, 40)),
    version: Whole(1),
  }),
)
export type Thread = Static<typeof Thread>

export const OwnThreadFilters = { status: optional(choice(thread_states)) }
export const ThreadFilters = {
  ...OwnThreadFilters,
  topic: optional(choice(thread_topics)),
  assigned_to: optional(Text(1, 64)),
  department: optional(Text(1, 120)),
  patient_id: optional(Id),
}
export const OwnThreadInput = named(
  'PortalThreadInput',
  form({
    subject: Text(1, 200),
    topic: optional(choice(thread_topics)),
    text: Words,
    attachment_ids: Files,
  }),
)
export type OwnThreadInput = Static<typeof OwnThreadInput>
export const ThreadInput = named(
  'PatientThreadInput',
  form({
    patient_id: Id,
    subject: Text(1, 200),
    topic: optional(choice(thread_topics)),
    text: Words,
  }),
)
export type ThreadInput = Static<typeof ThreadInput>
export const ReplyInput = named('PortalReplyInput', form({ text: Words, attachment_ids: Files }))
export type ReplyInput = Static<typeof ReplyInput>
export const AssignInput = form({ staff_id: optional(Id), department: optional(Text(1, 120)) })
export type AssignInput = Static<typeof AssignInput>
export const ThreadNote = form({ note: optional(nullable(Text(0, 300))) })

export const Document = named(
  'PortalDocument',
  shape({
    id: Key,
    title: Text(1, 120),
    note: out(200),
    kind: choice(document_sources),
    attachment_id: Key,
    file_name: Text(1, 120),
    content_type: Text(1, 100),
    size: Whole(),
    at: At,
    from_me: Flag,
  }),
)
export type Document = Static<typeof Document>
export const DocumentFilters = {
  kind: optional(choice(document_sources)),
  from: optional(Day),
  to: optional(Day),
}
export const DocumentFields = form({ title: Text(1, 120), note: optional(nullable(Text(0, 200))) })
export type DocumentFields = Static<typeof DocumentFields>
