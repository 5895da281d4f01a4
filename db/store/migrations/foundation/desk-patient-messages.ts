// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  contact_preferences: {
    columns: {
      patient_id: 'ref patients',
      hospital_id: 'ref hospitals',
      sms: 'boolean',
      whatsapp: 'boolean',
      email: 'boolean',
      quiet_from: 'code 5',
      quiet_to: 'code 5',
      reminders: 'boolean',
      results_ready: 'boolean',
      bills: 'boolean',
      surveys: 'boolean',
      paused_until: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['patient_id'],
  },
  patient_message_templates: {
    columns: {
      hospital_id: 'ref hospitals',
      code: 'code 40',
      sw: 'text 600',
      en: 'text 600',
      active: 'boolean',
      changed_by: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id', 'code'],
  },
  patient_messages: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      template_code: 'code 40?',
      channel: 'choice SMS|WHATSAPP|EMAIL|PORTAL',
      sent_to: 'text 254?',
      text: 'text 1000',
      language: 'choice en|sw',
      entity_type: 'code 60?',
      entity_id: 'code 64?',
      status: 'choice HELD|QUEUED|SENT|DELIVERED|FAILED|EXPIRED|SUPPRESSED',
      suppressed_reason: 'choice NO_CONSENT|NO_PHONE|OPTED_OUT|DECEASED|PAUSED|DUPLICATE?',
      outbox_id: 'code 36?',
      sent_by: 'text 160',
      read_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['patient_id', 'created_at', 'id'],
      },
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['patient_id', 'template_code', 'entity_id', 'created_at'],
      },
    ],
  },
  patient_phones: {
    columns: {
      patient_id: 'ref patients',
      hospital_id: 'ref hospitals',
      phone: 'code 20',
      failed: 'integer',
      unreachable_until: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['patient_id'],
    indexes: [
      {
        columns: ['hospital_id', 'unreachable_until'],
        only_where: 'unreachable_until is not null',
      },
    ],
  },
}
