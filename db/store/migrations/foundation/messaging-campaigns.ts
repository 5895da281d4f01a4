// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_campaign_people: {
    columns: {
      campaign_id: 'ref msg_campaigns',
      place: 'integer',
      hospital_id: 'code 36',
      phone: 'text 64',
      contact_id: 'code 36?',
      skipped: 'choice opted_out|invalid|duplicate|missing_field|too_long|sender_not_approved?',
      text: 'text 5000?',
      encoding: 'choice GSM-7|UCS-2?',
      segments: 'integer',
      operator: 'code 20?',
      unit_price: 'bigint',
      cost: 'bigint',
      failure:
        'choice unknown_subscriber|absent_subscriber|barred|sender_blocked|content_blocked|operator_rejected|undeliverable|deleted|operator_error|no_route|opted_out|cancelled?',
    },
    key: ['campaign_id', 'place'],
    indexes: [
      {
        columns: ['campaign_id', 'place'],
        only_where: 'skipped is not null',
      },
      {
        columns: ['phone'],
      },
    ],
  },
  msg_campaigns: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      name: 'text 80',
      status: 'choice draft|scheduled|preparing|running|paused|completed|cancelled',
      pause_reason: 'choice user|platform|insufficient_funds?',
      class: 'choice transactional|promotional',
      sender_id: 'code 11',
      message: 'text 5000?',
      template_id: 'code 36?',
      frozen: 'json?',
      audience: 'json',
      schedule_at: 'code 24?',
      validity_s: 'integer?',
      reference: 'text 100',
      callback_url: 'text 2048?',
      smart_encoding: 'boolean',
      ignore_quiet_hours: 'boolean',
      max_per_minute: 'integer?',
      audience_count: 'integer',
      skipped: 'json?',
      planned: 'integer',
      created: 'integer',
      cursor_place: 'integer',
      minute: 'integer',
      minute_count: 'integer',
      estimated: 'bigint',
      reserved: 'bigint',
      charged: 'bigint',
      currency: 'code 3',
      actor: 'text 160',
      key_id: 'code 36?',
      started_at: 'code 24?',
      completed_at: 'code 24?',
      told: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
      search_text: 'text 2000?',
    },
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['status', 'id'],
        only_where:
          "status in ('scheduled', 'preparing', 'running', 'paused') or (status = 'cancelled' and not told)",
      },
    ],
    search: true,
  },
}
