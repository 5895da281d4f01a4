// Notices: a row per person, what each person wants of them, and what follows from them later.

import {
  choice,
  code,
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
import type { To } from './receivers.ts'
import { type Channels, urgencies } from './words.ts'

export const notifications = table(
  'notifications',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    facility_id: nullable(uuid()),
    kind: code(60),
    title: text(120),
    body: text(1000),
    urgency: choice(urgencies),
    entity_type: nullable(code(60)),
    entity_id: nullable(code(64)),
    actor_name: nullable(text(160)),
    /** How many were folded into it (PLT-96). */
    count: otherwise(integer(), 1),
    read_at: nullable(instant()),
    escalation_id: nullable(uuid()),
    escalated_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'user_id', 'created_at', 'id'] },
      { columns: ['user_id', 'kind', 'entity_id'], only_where: 'read_at is null' },
      { columns: ['escalation_id'], only_where: 'escalation_id is not null' },
      { columns: ['read_at'], only_where: 'read_at is not null' },
    ],
  },
)

/** A second circle that is told when nobody of the first has looked (PLT-98). */
export const notice_escalations = table(
  'notice_escalations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    due_at: instant(),
    done_at: nullable(instant()),
    notice: json<{
      kind: string
      title: string
      body: string
      outside: { title: string; body: string } | null
      urgency: (typeof urgencies)[number]
      entity: { type: string; id: string } | null
      facility_id: string | null
    }>(),
    second: json<To>(),
    actor_id: nullable(uuid()),
    actor_name: nullable(text(160)),
  },
  { indexes: [{ columns: ['due_at'], only_where: 'done_at is null' }] },
)

/** Copies that are to leave the house; written with the notice, handed to the outbox after it. */
export const notice_copies = table('notice_copies', {
  id: id(),
  hospital_id: ref('hospitals'),
  user_id: ref('users'),
  notification_id: nullable(uuid()),
  by_email: flag(),
  by_phone: flag(),
  /** By telephone where no mail leaves the house (PLT-102: email, else sms). */
  or_phone: flag(),
  urgent: flag(),
  title: text(120),
  body: text(1000),
  entity_type: nullable(code(60)),
  entity_id: nullable(code(64)),
  not_before: nullable(instant()),
  created_at: stamps.created_at,
})

/** What the hospital sends of a kind, where it differs from the shipped default. */
export const notice_defaults = table(
  'notice_defaults',
  {
    hospital_id: ref('hospitals'),
    kind: code(60),
    sms: flag(),
    whatsapp: flag(),
    email: flag(),
    ...versioned,
  },
  { key: ['hospital_id', 'kind'] },
)

/** What a person wants, kind by kind, and the hours in which only URGENT reaches him or her. */
export const notice_preferences = table(
  'notice_preferences',
  {
    user_id: ref('users'),
    hospital_id: ref('hospitals'),
    kinds: json<Record<string, Channels>>(),
    quiet_from: nullable(code(5)),
    quiet_to: nullable(code(5)),
    ...versioned,
  },
  { key: ['user_id'] },
)
