// The patient portal: what it offers, who has an account, who may act for whom.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  activation_ways,
  checked_documents,
  code_purposes,
  document_sources,
  message_sides,
  proxy_bases,
  proxy_relationships,
  type ProxyScope,
  proxy_states,
  thread_states,
  thread_topics,
} from './words.ts'

export interface Settings {
  portal_enabled: boolean
  self_sign_up: boolean
  child_age_limit: number
  proxy_end_age: number
  booking_enabled: boolean
  cancel_notice_hours: number
  max_open_bookings: number
  missed_limit: number
  payments_enabled: boolean
  messages_enabled: boolean
  document_upload_enabled: boolean
  vitals_visible: boolean
  diagnoses_visible: boolean
  terms_sw: string | null
  terms_en: string | null
  terms_version: string
}

/** What a hospital has set otherwise than shipped. */
export const portal_settings = table(
  'portal_settings',
  { hospital_id: ref('hospitals'), chosen: json<Partial<Settings>>(), ...versioned },
  { key: ['hospital_id'] },
)

export interface ProxyOffer {
  subject_id: string
  relationship: (typeof proxy_relationships)[number]
  scope: ProxyScope[]
  basis: (typeof proxy_bases)[number]
  ends_on: string | null
}

export const portal_codes = table(
  'portal_codes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** Who will sign in with it. */
    patient_id: ref('patients'),
    purpose: choice(code_purposes),
    /** What the holder may do for another, once the code is used. */
    proxy: nullable(json<ProxyOffer>()),
    code_hash: code(64),
    checked_document: choice(checked_documents),
    expires_at: instant(),
    used_at: nullable(instant()),
    tries: otherwise(integer(), 0),
    issued_by: text(160),
    ...stamps,
  },
  { unique: [{ columns: ['code_hash'] }], indexes: [{ columns: ['patient_id'] }] },
)

/** What the portal knows of an account beside its sign-in. */
export const portal_accounts = table(
  'portal_accounts',
  {
    user_id: uuid(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    activated_at: instant(),
    activated_by: choice(activation_ways),
    terms_version: code(40),
    ...stamps,
  },
  { key: ['user_id'], indexes: [{ columns: ['patient_id'] }] },
)

export const portal_proxies = table(
  'portal_proxies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** The patient acted for, and the one who acts. */
    subject_id: ref('patients'),
    holder_id: ref('patients'),
    relationship: choice(proxy_relationships),
    scope: json<ProxyScope[]>(),
    status: choice(proxy_states),
    basis: choice(proxy_bases),
    ends_on: nullable(day()),
    evidence_attachment_id: nullable(uuid()),
    requested_by: text(160),
    /** Asked for by this account: it never decides itself. */
    requested_by_user: nullable(uuid()),
    decided_by: nullable(text(160)),
    end_reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [
      {
        columns: ['subject_id', 'holder_id'],
        only_where: "status in ('REQUESTED', 'ACTIVE')",
      },
    ],
    indexes: [
      { columns: ['holder_id'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
      { columns: ['hospital_id', 'ends_on'], only_where: "status = 'ACTIVE'" },
    ],
  },
)

/** A session in which somebody acts for another: everything in it is about the subject. */
export const portal_acts = table(
  'portal_acts',
  {
    session_id: uuid(),
    hospital_id: ref('hospitals'),
    proxy_id: ref('portal_proxies'),
    since: instant(),
    stopped: otherwise(flag(), false),
  },
  { key: ['session_id'] },
)

/** What a patient and the desk write to each other (POR-13). */
export const portal_threads = table(
  'portal_threads',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    subject: text(200),
    topic: choice(thread_topics),
    status: choice(thread_states),
    started_by: choice(message_sides),
    assigned_to: nullable(code(64)),
    assigned_name: nullable(text(160)),
    department: nullable(text(120)),
    last_at: instant(),
    closed_at: nullable(instant()),
    /** A patient who waits longer than this is told of, once. */
    answer_by: nullable(instant()),
    told_at: nullable(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'last_at', 'id'] },
      { columns: ['hospital_id', 'last_at', 'id'] },
      {
        columns: ['hospital_id', 'answer_by'],
        only_where: 'answer_by is not null and told_at is null',
      },
    ],
  },
)

export const portal_messages = table(
  'portal_messages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    thread_id: ref('portal_threads'),
    side: choice(message_sides),
    name: text(160),
    text: text(2000),
    attachment_ids: json<string[]>(),
    at: instant(),
    read_at: nullable(instant()),
    ...stamps,
  },
  { indexes: [{ columns: ['thread_id', 'at', 'id'] }] },
)

/** Which files of the record the patient has sent in or was sent (POR-14). */
export const portal_documents = table(
  'portal_documents',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    attachment_id: ref('attachments'),
    source: choice(document_sources),
    title: text(120),
    note: nullable(text(200)),
    at: instant(),
    ...stamps,
  },
  {
    unique: [{ columns: ['attachment_id'] }],
    indexes: [{ columns: ['patient_id', 'at', 'id'] }],
  },
)
