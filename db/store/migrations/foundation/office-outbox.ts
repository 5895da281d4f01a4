// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  bridge_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      channels: 'json',
      default_language: 'choice en|sw',
      quiet: 'json?',
      daily_cap_per_person: 'integer',
      monthly_cap: 'bigint?',
      staff_channels: 'boolean',
      keep_text_days: 'integer',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  outbox_messages: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      event: 'code 60',
      class: 'choice ESSENTIAL|SERVICE|PROMOTION',
      channel: 'choice sms|whatsapp|email',
      contact: 'text 254?',
      user_id: 'code 36?',
      patient_id: 'code 36?',
      language: 'choice en|sw',
      subject: 'text 300?',
      text: 'text 6000?',
      sealed: 'text 12000?',
      attachments: 'json?',
      status: 'choice QUEUED|HELD|SENT|DELIVERED|FAILED|SKIPPED|CANCELLED',
      reason: 'code 40?',
      last_answer: 'text 300?',
      segments: 'integer?',
      cost: 'bigint?',
      attempts: 'integer',
      send_after: 'code 24',
      not_after: 'code 24?',
      moment: 'code 24?',
      sent_at: 'code 24?',
      delivered_at: 'code 24?',
      failed_at: 'code 24?',
      messaging_id: 'code 64?',
      entity_type: 'code 60?',
      entity_id: 'code 64?',
      claimed_by: 'code 36?',
      claimed_until: 'code 24?',
      handed_over: 'boolean',
      blanked_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['channel', 'send_after', 'id'],
        only_where: "status = 'QUEUED'",
      },
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['created_at'],
        only_where: 'blanked_at is null',
      },
      {
        columns: ['id'],
        only_where: 'attachments is not null',
      },
      {
        columns: ['hospital_id', 'entity_type', 'entity_id'],
      },
      {
        columns: ['hospital_id', 'user_id'],
        only_where: 'user_id is not null',
      },
      {
        columns: ['hospital_id', 'patient_id'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['hospital_id', 'sent_at'],
        only_where: 'sent_at is not null',
      },
      {
        columns: ['hospital_id', 'contact', 'sent_at'],
        only_where: 'sent_at is not null',
      },
    ],
  },
}
