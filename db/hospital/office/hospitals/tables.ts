// The tenant, with its settings: one row each, and one for the operator of the service.

import {
  choice,
  code,
  flag,
  instant,
  integer,
  json,
  nullable,
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
    status_reason: nullable(text(300)),
    suspended_from: nullable(instant()),
    contact: nullable(json<{ name: string; email: string | null; phone: string | null }>()),
    country: code(2),
    currency: code(3),
    timezone: code(60),
    language: choice(languages),
    short_name: nullable(text(30)),
    tagline: nullable(text(120)),
    accent: choice(accents),
    date_format: choice(date_formats),
    document_accent: nullable(text(20)),
    document_footer: nullable(text(500)),
    document_theme: choice(document_themes),
    invoice_due_days: integer(),
    invoice_notice: nullable(text(1000)),
    invoice_terms: nullable(text(1000)),
    login_message: nullable(text(500)),
    support_email: nullable(text(254)),
    support_phone: nullable(text(20)),
    /** Names of the stored images (content-addressed), null while none is set. */
    logo: nullable(json<{ sha256: string; content_type: string }>()),
    icon: nullable(json<{ sha256: string; content_type: string }>()),
    evaluation_ends_on: nullable(code(10)),
    /** Holds made-up people; marked for good (OPS-161). */
    is_demo: otherwise(flag(), false),
    created_by_name: otherwise(text(120), 'Kituo'),
    /** Who changed the settings last. */
    updated_by_name: nullable(text(160)),
    last_activity_at: nullable(instant()),
    ...versioned,
  },
  { unique: [{ columns: ['code'] }] },
)
