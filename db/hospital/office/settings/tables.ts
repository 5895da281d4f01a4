// Settings beside the hospital's own row: the mail server, sign-in rules, and what was changed.

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
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { encryptions, history_records } from './words.ts'

export interface MailTest {
  at: string
  to: string
  ok: boolean
  message: string
}

export const email_settings = table(
  'email_settings',
  {
    hospital_id: ref('hospitals'),
    from_email: text(254),
    from_name: nullable(text(120)),
    is_active: otherwise(flag(), true),
    host: text(253),
    port: integer(),
    encryption: choice(encryptions),
    username: nullable(text(254)),
    /** Sealed with the installation's key; never sent out (PLT-65). */
    password: nullable(text(2000)),
    last_test: nullable(json<MailTest>()),
    ...versioned,
  },
  { key: ['hospital_id'] },
)

/** A hospital without a row works by the shipped rules. */
export const security_settings = table(
  'security_settings',
  {
    hospital_id: ref('hospitals'),
    session_max_days: integer(),
    idle_minutes: integer(),
    max_sessions_per_user: integer(),
    password_max_age_days: integer(),
    pin_sign_in: flag(),
    pin_hours: integer(),
    dormant_days: integer(),
    conflicting_permissions: json<string[][]>(),
    attachment_max_mb: integer(),
    support_entry: flag(),
    ...versioned,
  },
  { key: ['hospital_id'] },
)

/** One row for each field that was changed (PLT-59). */
export const setting_changes = table(
  'setting_changes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    at: instant(),
    by_name: text(160),
    record: choice(history_records),
    /** `name`, or `visit.pattern` where there are several of a kind. */
    field: code(80),
    before: nullable(json<unknown>()),
    after: nullable(json<unknown>()),
  },
  { append_only: true, indexes: [{ columns: ['hospital_id', 'at', 'id'] }] },
)
