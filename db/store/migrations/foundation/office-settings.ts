// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  email_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      from_email: 'text 254',
      from_name: 'text 120?',
      is_active: 'boolean',
      host: 'text 253',
      port: 'integer',
      encryption: 'choice tls|ssl|none',
      username: 'text 254?',
      password: 'text 2000?',
      last_test: 'json?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  security_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      session_max_days: 'integer',
      idle_minutes: 'integer',
      max_sessions_per_user: 'integer',
      password_max_age_days: 'integer',
      pin_sign_in: 'boolean',
      pin_hours: 'integer',
      dormant_days: 'integer',
      conflicting_permissions: 'json',
      attachment_max_mb: 'integer',
      support_entry: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  setting_changes: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      at: 'code 24',
      by_name: 'text 160',
      record: 'choice system|email|security|document|sequence|bridge|notification',
      field: 'code 80',
      before: 'json?',
      after: 'json?',
    },
    indexes: [
      {
        columns: ['hospital_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
}
