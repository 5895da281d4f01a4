// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  queue_displays: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      name: 'text 80',
      service_point_ids: 'json',
      language: 'choice sw|en|both',
      columns: 'integer',
      announce: 'boolean',
      ticker: 'text 200?',
      key_hash: 'code 64',
      last_seen_at: 'code 24?',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['key_hash'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'name'],
      },
    ],
  },
}
