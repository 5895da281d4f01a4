// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_accounts: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      name: 'text 80',
      name_key: 'code 80',
      business_id: 'ref msg_businesses?',
      billing: 'choice prepaid|unmetered',
      currency: 'code 3',
      price_list_id: 'code 36?',
      weight: 'integer',
      otp_allowed: 'boolean',
      default_sender_id: 'code 20?',
      language: 'choice sw|en',
      quiet_hours: 'json?',
      time_zone: 'code 60?',
      paused: 'boolean',
      paused_reason: 'text 300?',
      max_queued: 'integer?',
      notice_emails: 'json',
      opt_out_texts: 'json?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['name_key'],
      },
    ],
    indexes: [
      {
        columns: ['business_id'],
      },
      {
        columns: ['hospital_id'],
      },
    ],
    search: true,
  },
  msg_audit: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36?',
      mode: 'code 4?',
      at: 'code 24',
      actor: 'text 160',
      address: 'code 45?',
      action: 'code 60',
      entity: 'code 40',
      entity_id: 'code 64?',
      label: 'text 200?',
      from_state: 'code 40?',
      to_state: 'code 40?',
      reason: 'text 300?',
      changes: 'json?',
      request_id: 'code 64?',
    },
    indexes: [
      {
        columns: ['account_id', 'id'],
      },
      {
        columns: ['entity_id', 'id'],
        only_where: 'entity_id is not null',
      },
    ],
    append_only: true,
  },
  msg_businesses: {
    columns: {
      id: 'code 36',
      legal_name: 'text 160',
      trading_name: 'text 160?',
      registration_no: 'text 60?',
      tin: 'text 40?',
      address: 'text 300?',
      kind: 'choice hospital|company|ngo|government|school|individual',
      contact_name: 'text 160',
      contact_email: 'text 254',
      contact_phone: 'text 40',
      of_hospital: 'code 36?',
      status: 'choice pending|active|suspended|closed',
      status_reason: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['of_hospital'],
        only_where: 'of_hospital is not null',
      },
    ],
    search: true,
  },
  msg_test_states: {
    columns: {
      account_id: 'code 36',
      hospital_id: 'code 36',
      clock_offset_ms: 'bigint',
      faults: 'json',
      opening_balance: 'bigint',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['account_id'],
  },
}
