// The tenant, with its settings: one row each, and one for the operator of the service.

import {
  choice,
  code,
  flag,
  instant,
  integer,
  json,
  maybe,
  otherwise,
  text,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { accents, date_formats, document_themes, hospital_states, languages } from './words.ts'

export const hospitals = table(
  'hospitals',
  {
    id: code(36),
    code: code(20),
    name: text(120),
    status: choice(hospital_states),
    status_reason: maybe(text(300)),
    suspended_from: maybe(instant()),
    contact: maybe(json<{ name: string; email: string | null; phone: string | null }>()),
    country: code(2),
    currency: code(3),
    timezone: code(60),
    language: choice(languages),
    short_name: maybe(text(30)),
    tagline: maybe(text(120)),
    accent: choice(accents),
    date_format: choice(date_formats),
    document_accent: maybe(text(20)),
    document_footer: maybe(text(500)),
    document_theme: choice(document_themes),
    invoice_due_days: integer(),
    invoice_notice: maybe(text(1000)),
    invoice_terms: maybe(text(1000)),
    login_message: maybe(text(500)),
    support_email: maybe(text(254)),
    support_phone: maybe(text(20)),
    /** Names of the stored images (content-addressed), null while none is set. */
    logo: maybe(json<{ sha256: string; content_type: string }>()),
    icon: maybe(json<{ sha256: string; content_type: string }>()),
    evaluation_ends_on: maybe(code(10)),
    /** Holds made-up people; marked for good (OPS-161). */
    is_demo: otherwise(flag(), false),
    created_by_name: otherwise(text(120), 'Kituo'),
    /** Who changed the settings last. */
    updated_by_name: maybe(text(160)),
    last_activity_at: maybe(instant()),
    ...versioned,
  },
  { unique: [{ columns: ['code'] }] },
)
