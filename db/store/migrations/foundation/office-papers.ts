// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  paper_codes: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      kind: 'code 40',
      entity_id: 'code 36',
      code: 'code 12',
      prints: 'integer',
      first_at: 'code 24',
      sha256: 'code 64?',
      said: 'json?',
    },
    unique: [
      {
        columns: ['code'],
      },
      {
        columns: ['hospital_id', 'kind', 'entity_id'],
      },
    ],
  },
}
