// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  plan_licences: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      licence_no: 'text 60',
      plan_code: 'text 40',
      plan_name: 'text 120',
      branches: 'integer',
      max_users: 'integer?',
      starts_on: 'code 10',
      ends_on: 'code 10',
      source: 'choice EVALUATION|PURCHASE|FILE',
      purchase_reference: 'text 40?',
      licence: 'text 8000',
      recorded_at: 'code 24',
      by_name: 'text 160',
    },
    unique: [
      {
        columns: ['hospital_id', 'licence_no'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'ends_on'],
      },
    ],
    append_only: true,
  },
  plan_purchases: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      reference: 'text 40',
      invoice_no: 'text 60',
      status: 'choice PENDING|PAID|CANCELLED|REJECTED|EXPIRED',
      plan_code: 'text 40',
      branches: 'integer',
      months: 'integer',
      currency: 'text 3',
      unit_price: 'bigint',
      subtotal: 'bigint',
      credit: 'bigint',
      tax: 'bigint',
      total: 'bigint',
      starts_on: 'code 10',
      ends_on: 'code 10',
      due_on: 'code 10',
      reason: 'text 300?',
      licence_no: 'text 60?',
      requested_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'reference'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'created_at'],
      },
    ],
  },
}
