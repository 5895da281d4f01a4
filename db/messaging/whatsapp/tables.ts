// WhatsApp: numbers, templates, windows, messages both ways, and what the provider brought.

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
  ref,
  text,
  uuid,
} from '../../store/columns.ts'
import { stamps, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { modes } from '../caller.ts'
import { owned } from '../owned.ts'
import type { Content } from './provider.ts'
import {
  directions,
  media_states,
  message_states,
  message_types,
  number_providers,
  number_states,
  posting_states,
  template_categories,
  template_states,
} from './words.ts'

export const msg_whatsapp_numbers = table(
  'msg_whatsapp_numbers',
  {
    ...owned,
    phone: code(15),
    display_name: text(80),
    provider: choice(number_providers),
    phone_number_id: code(40),
    business_account_id: code(40),
    graph_url: text(300),
    /** Sealed, all three. */
    access_token: text(4000),
    app_secret: text(4000),
    verify_token: text(400),
    access_token_end: code(4),
    app_secret_end: code(4),
    messages_per_second: otherwise(integer(), 80),
    is_default: otherwise(flag(), false),
    status: otherwise(choice(number_states), 'connected'),
    last_error: nullable(text(300)),
    templates_due_at: instant(),
    ...versioned,
  },
  {
    unique: [
      { columns: ['account_id', 'mode', 'phone'] },
      { columns: ['phone_number_id'], only_where: "provider = 'meta'" },
      { columns: ['account_id', 'mode'], only_where: 'is_default' },
    ],
    indexes: [{ columns: ['templates_due_at'] }],
  },
)

export const msg_whatsapp_templates = table(
  'msg_whatsapp_templates',
  {
    ...owned,
    number_id: ref('msg_whatsapp_numbers'),
    name: text(512),
    language: code(20),
    category: choice(template_categories),
    status: choice(template_states),
    components: json<Record<string, unknown>[]>(),
    /** The provider's own id of it, once it told. */
    provider_id: nullable(code(60)),
    synced_at: instant(),
    ...stamps,
  },
  {
    unique: [{ columns: ['number_id', 'name', 'language'] }],
    indexes: [{ columns: ['account_id', 'mode', 'id'] }],
  },
)

export const msg_whatsapp_windows = table(
  'msg_whatsapp_windows',
  {
    ...owned,
    number_id: ref('msg_whatsapp_numbers'),
    phone: code(15),
    opened_at: instant(),
    /** When the person last wrote, by the provider's clock. */
    last_inbound_at: instant(),
    expires_at: instant(),
    /** When the person was last answered by itself (MSG-452). */
    answered_at: nullable(instant()),
    ...stamps,
  },
  {
    unique: [{ columns: ['number_id', 'phone'] }],
    indexes: [{ columns: ['account_id', 'mode', 'last_inbound_at', 'id'] }],
  },
)

export const msg_whatsapp_messages = table(
  'msg_whatsapp_messages',
  {
    ...owned,
    number_id: ref('msg_whatsapp_numbers'),
    direction: choice(directions),
    /** Ours, and the person's. */
    own_phone: code(15),
    phone: code(15),
    type: choice(message_types),
    content: json<Content>(),
    reply_to: nullable(uuid()),
    profile_name: nullable(text(300)),
    reference: otherwise(text(100), ''),
    status: choice(message_states),
    failure_reason: nullable(code(40)),
    provider_code: nullable(code(40)),
    provider_id: nullable(code(300)),
    /** A template's category, or `session`: what it was paid as; `answer` is free. */
    category: nullable(code(20)),
    cost: otherwise(money(), 0),
    refunded: otherwise(money(), 0),
    currency: code(3),
    key_id: nullable(uuid()),
    usage_day: nullable(code(10)),
    window_expires_at: nullable(instant()),
    received_at: nullable(instant()),
    sent_at: nullable(instant()),
    delivered_at: nullable(instant()),
    read_at: nullable(instant()),
    /** Of those that leave: the intent stands before the first byte does (MSG-506). */
    posting: nullable(choice(posting_states)),
    post_after: nullable(instant()),
    submitting_at: nullable(instant()),
    tries: otherwise(integer(), 0),
    ...stamps,
  },
  {
    unique: [{ columns: ['number_id', 'provider_id'], only_where: 'provider_id is not null' }],
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['post_after', 'id'], only_where: "posting = 'waiting'" },
      { columns: ['submitting_at'], only_where: "posting = 'submitting'" },
      { columns: ['number_id', 'submitting_at'], only_where: 'submitting_at is not null' },
    ],
  },
)

/** Files that came or go with messages; the bytes lie in the house's file store (MSG-509). */
export const msg_whatsapp_media = table(
  'msg_whatsapp_media',
  {
    ...owned,
    number_id: ref('msg_whatsapp_numbers'),
    /** Of what a person sent. */
    message_id: nullable(uuid()),
    phone: nullable(code(15)),
    direction: choice(directions),
    provider_media_id: nullable(code(300)),
    /** Of what was handed to the provider: how long it knows it under that id. */
    provider_until: nullable(instant()),
    mime_type: nullable(code(200)),
    file_name: nullable(text(240)),
    size: nullable(big()),
    sha256: nullable(code(64)),
    state: choice(media_states),
    due_at: nullable(instant()),
    tries: otherwise(integer(), 0),
    last_error: nullable(text(300)),
    expires_at: instant(),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      { columns: ['due_at', 'id'], only_where: "state = 'waiting'" },
      { columns: ['sha256'], only_where: 'sha256 is not null' },
      { columns: ['expires_at'], only_where: "state <> 'gone'" },
    ],
  },
)

export const msg_whatsapp_moves = table(
  'msg_whatsapp_moves',
  {
    ...owned,
    message_id: ref('msg_whatsapp_messages'),
    status: choice(message_states),
    reason: nullable(code(40)),
    at: instant(),
  },
  { unique: [{ columns: ['message_id', 'status'] }] },
)

/** Bodies as the provider brought them: stored and answered first, read afterwards. */
export const msg_whatsapp_raws = table(
  'msg_whatsapp_raws',
  {
    id: id(),
    hospital_id: uuid(),
    account_id: uuid(),
    mode: choice(modes),
    number_id: ref('msg_whatsapp_numbers'),
    body: text(4_300_000),
    received_at: instant(),
    read_at: nullable(instant()),
    /** What of it was none of ours or could not be read. */
    remark: nullable(text(300)),
  },
  { indexes: [{ columns: ['id'], only_where: 'read_at is null' }, { columns: ['received_at'] }] },
)
