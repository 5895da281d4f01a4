// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  clinical_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      chosen: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  table_adoptions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      clinical_table: 'code 40',
      edition: 'integer',
      adopted_by: 'text 160',
      adopted_at: 'code 24',
      note: 'text 300',
    },
    unique: [
      {
        columns: ['hospital_id', 'clinical_table', 'edition'],
      },
    ],
  },
}
