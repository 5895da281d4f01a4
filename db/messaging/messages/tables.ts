// Batches, messages, their parts, what came back for them, and what people wrote (MSG 2.8 to 2.10).
//
// Parts are written when they are submitted, with their intent: until then a message has as many
// waiting parts as it has segments, and no row says so (decision 0090).

import {
  big,
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
  text,
  uuid,
} from '../../store/columns.ts'
import { stamps } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { modes } from '../caller.ts'
import { owned } from '../owned.ts'
import {
  encodings,
  expiry_causes,
  failure_reasons,
  message_classes,
  message_sources,
  message_states,
  part_states,
  receipt_outcomes,
} from './words.ts'

export const msg_batches = table(
  'msg_batches',
  {
    ...owned,
    sender_id: code(15),
    /** As received. Null once retention or the end of a code has taken it. */
    text: nullable(text(5000)),
    /** What is sent, where smart encoding replaced characters; null: `text` itself. */
    sent_text: nullable(text(5000)),
    encoding: choice(encodings),
    segments: integer(),
    class: choice(message_classes),
    reference: otherwise(text(100), ''),
    callback_url: nullable(text(2048)),
    scheduled_for: nullable(instant()),
    validity_s: integer(),
    accepted: integer(),
    duplicates: integer(),
    cost: money(),
    currency: code(3),
    key_id: nullable(uuid()),
    source: choice(message_sources),
    campaign_id: nullable(uuid()),
    created_at: instant(),
  },
  {
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['account_id', 'reference'], only_where: "reference <> ''" },
      { columns: ['created_at'], only_where: 'text is not null' },
      { columns: ['campaign_id', 'id'], only_where: 'campaign_id is not null' },
    ],
  },
)

export const msg_messages = table(
  'msg_messages',
  {
    ...owned,
    batch_id: uuid(),
    campaign_id: nullable(uuid()),
    /** Place of the number's first appearance in the send. */
    place: integer(),
    /** `255` and nine digits. */
    phone: code(64),
    sender_id: code(15),
    status: choice(message_states),
    reference: otherwise(text(100), ''),
    failure_reason: nullable(choice(failure_reasons)),
    /** Its own words, where they differ from the batch's (campaigns); null: the batch's. */
    text: nullable(text(5000)),
    /** Codes, sensitive texts, what a hospital writes to patients: never shown under /v1. */
    hidden: otherwise(flag(), false),
    class: choice(message_classes),
    lane: integer(),
    encoding: choice(encodings),
    segments: integer(),
    operator: code(20),
    unit_price: money(),
    cost: money(),
    refunded: otherwise(money(), 0),
    currency: code(3),
    scheduled_for: nullable(instant()),
    not_before: nullable(instant()),
    /** When the drain may take it up: the latest of acceptance, schedule and not_before. */
    due_at: instant(),
    valid_until: instant(),
    validity_s: integer(),
    sent_at: nullable(instant()),
    final_at: nullable(instant()),
    uncertain: otherwise(flag(), false),
    /** A part of it has, or had, an intent: it can no longer be cancelled. */
    submitted: otherwise(flag(), false),
    /** Whose turn it is in: which daemon's drain holds it now, by a lease. */
    claimed_by: nullable(code(64)),
    claimed_until: nullable(instant()),
    /** Temporary answers so far (MSG-317). */
    tries: otherwise(integer(), 0),
    link_id: nullable(uuid()),
    expiry_cause: nullable(choice(expiry_causes)),
    late_receipt: nullable(code(20)),
    created_at: instant(),
    updated_at: instant(),
  },
  {
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['batch_id', 'place'] },
      { columns: ['phone', 'account_id', 'id'] },
      {
        columns: ['mode', 'operator', 'lane', 'account_id', 'due_at', 'id'],
        only_where: "status = 'queued' and not submitted",
      },
      { columns: ['due_at'], only_where: "status = 'scheduled'" },
      {
        columns: ['valid_until', 'id'],
        only_where: "status in ('queued', 'sent')",
      },
      { columns: ['id'], only_where: 'uncertain' },
      {
        columns: ['account_id', 'valid_until'],
        only_where: "mode = 'test' and status in ('scheduled', 'queued', 'sent')",
      },
      { columns: ['campaign_id', 'id'], only_where: 'campaign_id is not null' },
      {
        columns: ['campaign_id'],
        only_where: "campaign_id is not null and status in ('scheduled', 'queued', 'sent')",
      },
      { columns: ['account_id', 'reference', 'id'], only_where: "reference <> ''" },
    ],
  },
)

/** One submission: a short message, or the whole message on links that take it at once. */
export const msg_parts = table(
  'msg_parts',
  {
    id: id(),
    hospital_id: uuid(),
    message_id: uuid(),
    number: integer(),
    segments: otherwise(integer(), 1),
    state: choice(part_states),
    link_id: uuid(),
    /** The intent: which bind, which sequence, whose, under which fence (MSG-302, MSG-314). */
    bind: otherwise(integer(), 0),
    sequence: nullable(big()),
    owner: nullable(code(64)),
    fence: otherwise(big(), 0),
    user_reference: nullable(integer()),
    phone: code(64),
    operator_message_id: nullable(code(65)),
    /** The same without case and leading zeros: receipts are matched by it (MSG-372). */
    match_id: nullable(code(65)),
    submitted_at: nullable(instant()),
    answered_at: nullable(instant()),
    attempts: otherwise(integer(), 0),
    command_status: nullable(big()),
    receipt_status: nullable(code(20)),
    error_code: nullable(code(20)),
    received_at: nullable(instant()),
    created_at: instant(),
  },
  {
    unique: [{ columns: ['message_id', 'number'] }],
    indexes: [
      {
        columns: ['link_id', 'match_id'],
        only_where: 'match_id is not null',
      },
      {
        columns: ['link_id', 'state'],
        only_where: "state in ('waiting', 'submitting', 'unknown')",
      },
    ],
  },
)

/** What people and rare happenings did to a message; its plain course is told by its own times. */
export const msg_message_notes = table(
  'msg_message_notes',
  {
    id: id(),
    hospital_id: uuid(),
    message_id: uuid(),
    at: instant(),
    status: choice(message_states),
    reason: text(300),
    actor: text(160),
  },
  { append_only: true, indexes: [{ columns: ['message_id', 'id'] }] },
)

/** What the hospital's bridge keeps beside a message of its own (MSG 4.24). */
export const msg_bridge = table(
  'msg_bridge',
  {
    message_id: uuid(),
    hospital_id: uuid(),
    account_id: uuid(),
    /** Unique per hospital for ever (MSG-603). */
    reference: text(200),
    patient_id: nullable(uuid()),
    staff_id: nullable(uuid()),
    reply_to: nullable(code(60)),
    sensitive: otherwise(flag(), false),
    /** When the end was told to the area that asked (MSG-608). */
    told_at: nullable(instant()),
    ...stamps,
  },
  {
    key: ['message_id'],
    unique: [{ columns: ['hospital_id', 'reference'] }],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id', 'message_id'],
        only_where: 'patient_id is not null',
      },
      { columns: ['hospital_id', 'message_id'], only_where: 'told_at is null' },
    ],
  },
)

export const msg_receipts = table(
  'msg_receipts',
  {
    id: id(),
    link_id: uuid(),
    raw_id: code(65),
    part_id: nullable(uuid()),
    message_id: nullable(uuid()),
    destination: nullable(code(64)),
    status_word: code(20),
    error_code: nullable(code(20)),
    network: nullable(code(10)),
    done_at: nullable(instant()),
    received_at: instant(),
    raw: text(1024),
    outcome: choice(receipt_outcomes),
    user_reference: nullable(integer()),
    decided_by: nullable(text(160)),
    reason: nullable(text(300)),
  },
  {
    indexes: [
      { columns: ['link_id', 'id'], only_where: "outcome = 'waiting'" },
      { columns: ['message_id'], only_where: 'message_id is not null' },
      { columns: ['received_at'] },
    ],
  },
)

export const msg_inbound_numbers = table(
  'msg_inbound_numbers',
  {
    id: id(),
    number: code(15),
    /** The first word, in capitals; empty for everything else. */
    keyword: otherwise(code(20), ''),
    hospital_id: uuid(),
    account_id: uuid(),
    mode: otherwise(choice(modes), 'live'),
    ...stamps,
  },
  {
    unique: [{ columns: ['number', 'keyword'] }],
    indexes: [{ columns: ['account_id'] }],
  },
)

export const msg_inbound = table(
  'msg_inbound',
  {
    id: id(),
    hospital_id: uuid(),
    /** Null while nobody owns the number: the platform's unassigned list (MSG-570). */
    account_id: nullable(uuid()),
    mode: otherwise(choice(modes), 'live'),
    phone: code(64),
    to_number: code(15),
    text: nullable(text(5000)),
    /** Answers something the hospital wrote: integrators' keys do not read it (MSG-606). */
    hidden: otherwise(flag(), false),
    encoding: choice(encodings),
    parts: otherwise(integer(), 1),
    incomplete: otherwise(flag(), false),
    keyword: nullable(code(20)),
    received_at: instant(),
    link_id: nullable(uuid()),
    operator_message_id: nullable(code(65)),
    in_reply_to: nullable(uuid()),
    opt_out: otherwise(flag(), false),
    /** When a word of it was answered by itself (MSG-452). */
    answered_at: nullable(instant()),
    patient_id: nullable(uuid()),
    handled_at: nullable(instant()),
    handled_by: nullable(text(160)),
    handled_note: nullable(text(300)),
    /** When the area that wrote was told of it (MSG-607). */
    told_at: nullable(instant()),
    raw: nullable(json<unknown>()),
    created_at: instant(),
  },
  {
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['phone', 'id'] },
      { columns: ['id'], only_where: 'in_reply_to is not null and told_at is null' },
      {
        columns: ['link_id', 'operator_message_id'],
        only_where: 'operator_message_id is not null',
      },
    ],
  },
)

/** MSG 2.20: what happened on a day, kept by the messages' own transactions. */
export const msg_usage = table(
  'msg_usage',
  {
    account_id: uuid(),
    hospital_id: uuid(),
    mode: choice(modes),
    day: code(10),
    channel: code(10),
    operator: code(20),
    sender_id: code(20),
    /** Empty where there is none: a key cannot hold null. */
    key_id: code(36),
    campaign_id: code(36),
    class: code(20),
    messages: otherwise(big(), 0),
    segments: otherwise(big(), 0),
    sent: otherwise(big(), 0),
    delivered: otherwise(big(), 0),
    failed: otherwise(big(), 0),
    expired: otherwise(big(), 0),
    opted_out: otherwise(big(), 0),
    /** Of the failed ones: nobody's failure, and left out of the rate (MSG-623). */
    cancelled: otherwise(big(), 0),
    cost: otherwise(money(), 0),
    refunded: otherwise(money(), 0),
    delivery_seconds: otherwise(big(), 0),
    delivery_count: otherwise(big(), 0),
  },
  {
    key: [
      'account_id',
      'mode',
      'day',
      'channel',
      'operator',
      'sender_id',
      'key_id',
      'campaign_id',
      'class',
    ],
  },
)
