// What leaves the house for people: one row for each message, written with what caused it.

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { languages } from '../hospitals/words.ts'
import { event_classes, outbox_channels, outbox_states } from './words.ts'

/** A file that goes with a letter: its bytes stand in the file store. */
export interface KeptAttachment {
  file_name: string
  content_type: string
  sha256: string
}

export const outbox_messages = table(
  'outbox_messages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    event: code(60),
    class: choice(event_classes),
    channel: choice(outbox_channels),
    /** The address or number in full; null where there was none. */
    contact: nullable(text(254)),
    user_id: nullable(uuid()),
    patient_id: nullable(uuid()),
    language: choice(languages),
    subject: nullable(text(300)),
    /** Fixed when the row is made. Null for a text with a code in it: that one is in `sealed`. */
    text: nullable(text(6000)),
    /** ESSENTIAL texts until they are sent, unreadable without the installation's key (PLT-146). */
    sealed: nullable(text(12_000)),
    attachments: nullable(json<KeptAttachment[]>()),
    status: choice(outbox_states),
    reason: nullable(code(40)),
    /** What the server said last, for whoever looks after it. */
    last_answer: nullable(text(300)),
    segments: nullable(integer()),
    cost: nullable(money()),
    attempts: otherwise(integer(), 0),
    send_after: instant(),
    not_after: nullable(instant()),
    /** The moment a reminder is about: the same one is not written twice (PLT-137). */
    moment: nullable(instant()),
    sent_at: nullable(instant()),
    delivered_at: nullable(instant()),
    failed_at: nullable(instant()),
    messaging_id: nullable(code(64)),
    entity_type: nullable(code(60)),
    entity_id: nullable(code(64)),
    /** Who is sending it now, and until when nobody else may take it up. */
    claimed_by: nullable(code(36)),
    claimed_until: nullable(instant()),
    /** Set before it is handed over: a daemon that dies after this leaves it unsent for good. */
    handed_over: otherwise(flag(), false),
    /** When what it said was let go; that it was sent stays. */
    blanked_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['channel', 'send_after', 'id'], only_where: "status = 'QUEUED'" },
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['created_at'], only_where: 'blanked_at is null' },
      { columns: ['id'], only_where: 'attachments is not null' },
      { columns: ['hospital_id', 'entity_type', 'entity_id'] },
      { columns: ['hospital_id', 'user_id'], only_where: 'user_id is not null' },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'sent_at'], only_where: 'sent_at is not null' },
      { columns: ['hospital_id', 'contact', 'sent_at'], only_where: 'sent_at is not null' },
    ],
  },
)

/** How messages leave the house, where a hospital has changed it (platform 2.19). */
export const bridge_settings = table(
  'bridge_settings',
  {
    hospital_id: ref('hospitals'),
    channels: json<{ sms: boolean; whatsapp: boolean; email: boolean }>(),
    default_language: choice(languages),
    quiet: nullable(json<{ from: string; to: string }>()),
    daily_cap_per_person: integer(),
    monthly_cap: nullable(money()),
    staff_channels: flag(),
    keep_text_days: integer(),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
