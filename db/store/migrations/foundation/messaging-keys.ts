// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_keys: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      name: 'text 60',
      kind: 'choice standard|console',
      public_id: 'code 10',
      hash: 'code 64',
      last_four: 'code 4',
      scopes: 'json',
      ip_allowlist: 'json',
      expires_at: 'code 24?',
      session_id: 'code 36?',
      last_used_at: 'code 24?',
      last_used_ip: 'code 45?',
      revoked_at: 'code 24?',
      revoked_reason: 'choice revoked|rotated|account_closed|session_ended?',
      replaced_by: 'code 36?',
      created_by: 'text 160',
      noticed_days: 'json',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['public_id'],
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['session_id'],
        only_where: 'session_id is not null',
      },
      {
        columns: ['expires_at'],
        only_where: 'active and expires_at is not null',
      },
    ],
  },
  msg_rate_counts: {
    columns: {
      counted: 'code 80',
      minute: 'bigint',
      calls: 'bigint',
    },
    key: ['counted'],
  },
}
