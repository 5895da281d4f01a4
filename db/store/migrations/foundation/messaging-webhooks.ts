// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_attempts: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      delivery_id: 'code 36',
      number: 'integer',
      started_at: 'code 24',
      duration_ms: 'bigint',
      status_code: 'integer?',
      error: 'choice timeout|dns|connect|tls|blocked|redirect|status|reset?',
      response_start: 'text 1024?',
      resolved_address: 'code 45?',
    },
    indexes: [
      {
        columns: ['delivery_id', 'number'],
      },
    ],
  },
  msg_deliveries: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      event_id: 'code 36?',
      event: 'code 40',
      data_id: 'code 64',
      message_id: 'code 36?',
      campaign_id: 'code 36?',
      target: 'choice account|callback',
      endpoint: 'code 80',
      url: 'text 2048',
      status: 'choice pending|delivered|failed|cancelled|skipped',
      attempts: 'integer',
      next_attempt_at: 'code 24?',
      last_status_code: 'integer?',
      last_error: 'code 20?',
      body: 'text 100000?',
      replay_of: 'code 36?',
      created_at: 'code 24',
      finished_at: 'code 24?',
    },
    indexes: [
      {
        columns: ['endpoint', 'next_attempt_at', 'id'],
        only_where: "status = 'pending'",
      },
      {
        columns: ['data_id', 'id'],
      },
      {
        columns: ['message_id', 'id'],
        only_where: 'message_id is not null',
      },
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['created_at'],
      },
    ],
  },
  msg_events: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      type: 'code 40',
      data_id: 'code 64',
      data: 'json',
      created_at: 'code 24',
    },
    indexes: [
      {
        columns: ['data_id'],
      },
      {
        columns: ['account_id', 'mode', 'id'],
      },
    ],
  },
  msg_webhooks: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      url: 'text 2048',
      events: 'json',
      enabled: 'boolean',
      disabled_reason: 'code 10?',
      secret: 'text 400',
      secret_rotated_at: 'code 24',
      previous_secret: 'text 400?',
      previous_secret_until: 'code 24?',
      last_success_at: 'code 24?',
      last_failure_at: 'code 24?',
      failing_since: 'code 24?',
      last_error: 'text 300?',
      noticed_at: 'code 24?',
      told_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['account_id', 'mode'],
      },
    ],
  },
}
