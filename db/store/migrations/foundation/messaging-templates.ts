// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_templates: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      name: 'text 80',
      name_key: 'text 80',
      class: 'choice otp|transactional|promotional',
      bodies: 'json',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'name_key'],
      },
    ],
    search: true,
  },
}
