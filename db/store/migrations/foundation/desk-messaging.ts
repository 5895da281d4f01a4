// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  messaging_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      signature: 'text 30?',
      promotional_allowed: 'boolean',
      notify_low_balance: 'boolean',
      reply_confirm_sw: 'text 300?',
      reply_confirm_en: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
}
