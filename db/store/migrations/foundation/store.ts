// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  idempotency_keys: {
    columns: {
      scope: 'code 80',
      key: 'text 255',
      fingerprint: 'code 64',
      request_id: 'code 64',
      status: 'integer',
      body: 'text 2000000',
      created_at: 'code 24',
    },
    key: ['scope', 'key'],
    indexes: [
      {
        columns: ['created_at'],
      },
    ],
  },
  open_counts: {
    columns: {
      daemon: 'code 36',
      minute: 'bigint',
      counts: 'json',
      noted_at: 'code 24',
    },
    key: ['daemon', 'minute'],
    indexes: [
      {
        columns: ['minute'],
      },
    ],
  },
}
