// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  record_versions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_type: 'code 40',
      record_id: 'code 36',
      patient_id: 'code 36?',
      version: 'integer',
      kind: 'choice SIGNED|AMENDED|VOIDED',
      content: 'json',
      changes: 'json',
      at: 'code 24',
      user_id: 'code 36?',
      by_name: 'text 160',
      reason: 'text 300?',
    },
    unique: [
      {
        columns: ['record_id', 'version'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'record_type', 'at'],
      },
    ],
    append_only: true,
  },
}
