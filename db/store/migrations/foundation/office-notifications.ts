// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  notice_copies: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      notification_id: 'code 36?',
      by_email: 'boolean',
      by_phone: 'boolean',
      or_phone: 'boolean',
      urgent: 'boolean',
      title: 'text 120',
      body: 'text 1000',
      entity_type: 'code 60?',
      entity_id: 'code 64?',
      not_before: 'code 24?',
      created_at: 'code 24',
    },
  },
  notice_defaults: {
    columns: {
      hospital_id: 'ref hospitals',
      kind: 'code 60',
      sms: 'boolean',
      whatsapp: 'boolean',
      email: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id', 'kind'],
  },
  notice_escalations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      due_at: 'code 24',
      done_at: 'code 24?',
      notice: 'json',
      second: 'json',
      actor_id: 'code 36?',
      actor_name: 'text 160?',
    },
    indexes: [
      {
        columns: ['due_at'],
        only_where: 'done_at is null',
      },
    ],
  },
  notice_preferences: {
    columns: {
      user_id: 'ref users',
      hospital_id: 'ref hospitals',
      kinds: 'json',
      quiet_from: 'code 5?',
      quiet_to: 'code 5?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['user_id'],
  },
  notifications: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      user_id: 'ref users',
      facility_id: 'code 36?',
      kind: 'code 60',
      title: 'text 120',
      body: 'text 1000',
      urgency: 'choice INFO|WARNING|URGENT',
      entity_type: 'code 60?',
      entity_id: 'code 64?',
      actor_name: 'text 160?',
      count: 'integer',
      read_at: 'code 24?',
      escalation_id: 'code 36?',
      escalated_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['hospital_id', 'user_id', 'created_at', 'id'],
      },
      {
        columns: ['user_id', 'kind', 'entity_id'],
        only_where: 'read_at is null',
      },
      {
        columns: ['escalation_id'],
        only_where: 'escalation_id is not null',
      },
      {
        columns: ['read_at'],
        only_where: 'read_at is not null',
      },
    ],
  },
}
