// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  system_checks: {
    columns: {
      name: 'code 60',
      place: 'code 36',
      state: 'choice OK|WARN|BAD',
      message: 'text 500',
      since: 'code 24',
      looked_at: 'code 24',
    },
    key: ['name', 'place'],
  },
}
