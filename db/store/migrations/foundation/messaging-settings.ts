// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_settings: {
    columns: {
      name: 'code 60',
      value: 'json',
      changed_at: 'code 24',
      changed_by: 'text 160',
    },
    key: ['name'],
  },
}
