// What goes in and what comes out about settings (platform 2.6, 2.7).

import {
  Anything,
  optional,
  choice,
  Day,
  Email,
  Flag,
  form,
  LongText,
  listOf,
  nullable,
  named,
  partial,
  shape,
  type Static,
  Text,
  Whole,
  nullAsAbsent,
} from '../../../core/kinds/kinds.ts'
import { accents, date_formats, document_themes, languages } from '../hospitals/words.ts'
import { encryptions, history_records } from './words.ts'

/** Sent empty means something here, so what may stand in a field is judged by the rule. */
const text = (max: number) => nullable(Text(0, max))
const lines = (max: number) => nullable(LongText(0, max))

export const SystemSettingsInput = named(
  'SystemSettingsInput',
  partial({
    accent: text(20),
    country: text(80),
    currency: text(10),
    date_format: text(20),
    document_accent: text(20),
    document_footer: lines(500),
    document_theme: text(20),
    invoice_due_days: text(10),
    invoice_notice: lines(1000),
    invoice_terms: lines(1000),
    login_message: lines(500),
    name: text(500),
    short_name: text(30),
    support_email: text(254),
    support_phone: text(40),
    tagline: text(120),
    timezone: text(60),
  }),
)
export type SystemSettingsInput = Static<typeof SystemSettingsInput>

export const SystemSettings = named(
  'SystemSettings',
  shape({
    accent: choice(accents),
    country: Text(2, 2),
    currency: Text(3, 3),
    date_format: choice(date_formats),
    document_accent: text(20),
    document_footer: lines(500),
    document_theme: choice(document_themes),
    invoice_due_days: Text(1, 3),
    invoice_notice: lines(1000),
    invoice_terms: lines(1000),
    login_message: lines(500),
    name: Text(1, 120),
    short_name: text(30),
    support_email: text(254),
    support_phone: text(20),
    tagline: text(120),
    timezone: Text(1, 60),
    code: Text(1, 20),
    deployment: choice(['single', 'hosted']),
    logo_url: text(300),
    icon_url: text(300),
    currency_decimals: Whole(0, 4),
    dial_code: Text(1, 8),
    languages: listOf(choice(languages)),
    password_rules: shape({ min_length: Whole(1), max_length: Whole(1) }),
    api: Text(1, 20),
    // With a token.
    build: optional(Text(1, 40)),
    version: optional(Whole(1)),
    updated_at: optional(Text(24, 24)),
    updated_by_name: optional(text(160)),
  }),
)
export type SystemSettings = Static<typeof SystemSettings>

export const Workspace = partial({ workspace: Text(0, 40) })
export const LogoUrl = shape({ logo_url: Text(1, 300) })
export const IconUrl = shape({ icon_url: Text(1, 300) })
export const Nothing = nullable(shape({}))

const Port = Whole(1, 65_535)

export const EmailConfigBody = named(
  'EmailConfigBody',
  form({
    from: form({ email: Email, name: optional(nullable(Text(0, 120))) }),
    is_active: optional(nullAsAbsent(Flag)),
    smtp: form({
      host: Text(1, 253),
      port: Port,
      username: optional(nullable(Text(0, 254))),
      password: optional(nullable(Text(0, 255))),
      encryption: optional(nullable(choice(encryptions))),
    }),
  }),
)
export type EmailConfigBody = Static<typeof EmailConfigBody>

export const EmailConfig = named(
  'EmailConfig',
  shape({
    from: shape({ email: Text(1, 254), name: text(120) }),
    is_active: Flag,
    smtp: shape({
      host: Text(1, 253),
      port: Port,
      username: text(254),
      password: text(8),
      encryption: choice(encryptions),
    }),
    last_test: nullable(
      shape({ at: Text(24, 24), to: Text(1, 254), ok: Flag, message: Text(1, 300) }),
    ),
    updated_at: Text(24, 24),
    version: Whole(1),
  }),
)
export type EmailConfig = Static<typeof EmailConfig>

export const MailTest = form({ to: Email })
export const MailTested = shape({ sent_to: Text(1, 254), took_ms: Whole() })

const security_fields = {
  session_max_days: Whole(1, 365),
  idle_minutes: Whole(0, 1440),
  max_sessions_per_user: Whole(0, 1000),
  password_max_age_days: Whole(0, 730),
  pin_sign_in: Flag,
  pin_hours: Whole(1, 16),
  dormant_days: Whole(0, 730),
  conflicting_permissions: listOf(listOf(Text(1, 80), 2, 2), 200),
  attachment_max_mb: Whole(1, 200),
  support_entry: Flag,
}
export const SecurityChange = named('SecurityChange', partial(security_fields))
export type SecurityChange = Static<typeof SecurityChange>
export const SecuritySettings = named('SecuritySettings', shape(security_fields))
export type SecuritySettings = Static<typeof SecuritySettings>

export const HistoryFilters = {
  record: optional(choice(history_records)),
  from: optional(Day),
  to: optional(Day),
}
export const SettingChange = named(
  'SettingChange',
  shape({
    at: Text(24, 24),
    by_name: Text(1, 160),
    record: choice(history_records),
    field: Text(1, 80),
    before: Anything,
    after: Anything,
  }),
)
export type SettingChange = Static<typeof SettingChange>
