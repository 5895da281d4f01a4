// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  assist_log: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities?',
      at: 'code 24',
      user_id: 'code 36?',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      provider: 'code 40',
      input: 'json',
      removed: 'integer',
      reply: 'json',
      status: 'choice OK|FALLBACK|REFUSED|FAILED',
      took_ms: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'user_id', 'at'],
      },
    ],
    append_only: true,
  },
  assist_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      enabled: 'boolean',
      provider: 'choice BUILT_IN',
      timeout_ms: 'integer',
      max_per_hour: 'integer',
      fallback: 'boolean',
      facilities: 'json?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
}
