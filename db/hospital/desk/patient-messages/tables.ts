// Messages to patients: how each wants to be written to, the hospital's own texts, what was sent.

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { languages } from '../../office/hospitals/words.ts'
import { message_channels, message_states, suppressed_reasons } from './words.ts'

/** What a patient has chosen otherwise than everybody. */
export const contact_preferences = table(
  'contact_preferences',
  {
    patient_id: ref('patients'),
    hospital_id: ref('hospitals'),
    sms: otherwise(flag(), true),
    whatsapp: otherwise(flag(), false),
    email: otherwise(flag(), false),
    quiet_from: otherwise(code(5), '20:00'),
    quiet_to: otherwise(code(5), '07:00'),
    reminders: otherwise(flag(), true),
    results_ready: otherwise(flag(), true),
    bills: otherwise(flag(), true),
    surveys: otherwise(flag(), true),
    paused_until: nullable(instant()),
    ...versioned,
  },
  { key: ['patient_id'] },
)

/** Texts that a hospital has written anew; the others go as shipped. */
export const patient_message_templates = table(
  'patient_message_templates',
  {
    hospital_id: ref('hospitals'),
    code: code(40),
    sw: text(600),
    en: text(600),
    active: otherwise(flag(), true),
    changed_by: text(160),
    ...versioned,
  },
  { key: ['hospital_id', 'code'] },
)

export const patient_messages = table(
  'patient_messages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    template_code: nullable(code(40)),
    channel: choice(message_channels),
    /** Masked. */
    sent_to: nullable(text(254)),
    /** Codes stand in no text that is kept (PLT-146). */
    text: text(1000),
    language: choice(languages),
    entity_type: nullable(code(60)),
    entity_id: nullable(code(64)),
    /** As it was written; what became of it on its way says the outbox. */
    status: choice(message_states),
    suppressed_reason: nullable(choice(suppressed_reasons)),
    outbox_id: nullable(uuid()),
    sent_by: text(160),
    /** In the portal: when the patient has seen it. */
    read_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['patient_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['patient_id', 'template_code', 'entity_id', 'created_at'] },
    ],
  },
)

/** How texts to a telephone have ended; one that has gone out of use is marked for a while (PTM-5). */
export const patient_phones = table(
  'patient_phones',
  {
    patient_id: ref('patients'),
    hospital_id: ref('hospitals'),
    phone: code(20),
    /** In a row. */
    failed: otherwise(integer(), 0),
    unreachable_until: nullable(instant()),
    ...stamps,
  },
  {
    key: ['patient_id'],
    indexes: [
      {
        columns: ['hospital_id', 'unreachable_until'],
        only_where: 'unreachable_until is not null',
      },
    ],
  },
)
