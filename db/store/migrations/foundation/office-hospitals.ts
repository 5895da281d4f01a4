// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  hospitals: {
    columns: {
      id: 'code 36',
      code: 'code 20',
      name: 'text 120',
      status: 'choice ACTIVE|RESTRICTED|SUSPENDED|CLOSED',
      status_reason: 'text 300?',
      suspended_from: 'code 24?',
      contact: 'json?',
      country: 'code 2',
      currency: 'code 3',
      timezone: 'code 60',
      language: 'choice en|sw',
      short_name: 'text 30?',
      tagline: 'text 120?',
      accent: 'choice gold|blue|teal|violet|emerald|rose',
      date_format: 'choice dd/mm/yyyy|dd mmm yyyy|yyyy-mm-dd|mm/dd/yyyy',
      document_accent: 'text 20?',
      document_footer: 'text 500?',
      document_theme: 'choice plain|band|ruled',
      invoice_due_days: 'integer',
      invoice_notice: 'text 1000?',
      invoice_terms: 'text 1000?',
      login_message: 'text 500?',
      support_email: 'text 254?',
      support_phone: 'text 20?',
      logo: 'json?',
      icon: 'json?',
      evaluation_ends_on: 'code 10?',
      is_demo: 'boolean',
      created_by_name: 'text 120',
      updated_by_name: 'text 160?',
      last_activity_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['code'],
      },
    ],
  },
}
