// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  sequence_counters: {
    columns: {
      hospital_id: 'ref hospitals',
      kind: 'code 40',
      place: 'code 36',
      period: 'code 10',
      next_value: 'bigint',
      first_value: 'bigint?',
      lost: 'json?',
      last_reference: 'text 40?',
      last_taken_at: 'code 24?',
    },
    key: ['hospital_id', 'kind', 'place', 'period'],
  },
  sequences: {
    columns: {
      hospital_id: 'ref hospitals',
      kind: 'code 40',
      pattern: 'text 60',
      scope: 'choice HOSPITAL|FACILITY',
      reset: 'choice NEVER|YEARLY|MONTHLY|DAILY',
      pending: 'json?',
      pending_after: 'code 10?',
      past: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id', 'kind'],
  },
}
