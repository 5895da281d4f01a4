// Drawn by scripts/draw-foundation.ts, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  pay_components: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      position: 'integer',
      code: 'code 40',
      name: 'text 120',
      kind: 'choice EARNING|DEDUCTION|EMPLOYER',
      calc: 'choice FIXED|PCT_OF_BASIC|PCT_OF_GROSS|UNITS_X_RATE|STATUTORY|LOAN|SYSTEM',
      default_value: 'bigint?',
      taxable: 'boolean',
      pensionable: 'boolean',
      in_gross: 'boolean',
      prorate: 'boolean',
      priority: 'integer',
      statutory_code: 'code 40?',
      expense_account_id: 'code 36?',
      liability_account_id: 'code 36?',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
      },
    ],
  },
  statutory_tables: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      code: 'code 40',
      name: 'text 160',
      effective_from: 'code 10',
      applies: 'json',
      applies_key: 'code 200',
      base: 'choice GROSS|BASIC|PENSIONABLE|TAXABLE',
      employee_bp: 'integer?',
      employer_bp: 'integer?',
      cap: 'bigint?',
      bands: 'json?',
      reduces_taxable: 'boolean',
      min_headcount: 'integer?',
      round_to: 'bigint',
      due_day: 'integer',
      filing_kind: 'code 40',
      liability_account_id: 'code 36?',
      source_note: 'text 300',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code', 'effective_from', 'applies_key'],
      },
    ],
  },
}
