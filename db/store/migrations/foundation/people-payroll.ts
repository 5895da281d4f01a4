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
  pay_profiles: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      staff_id: 'ref staff',
      status: 'choice PENDING|ACTIVE|REFUSED',
      effective_from: 'code 10',
      pay_basis: 'choice MONTHLY|DAILY|HOURLY',
      basic_pay: 'bigint',
      components: 'json',
      flags: 'json',
      split: 'json',
      note: 'text 300?',
      entered_by_id: 'code 36?',
      entered_by_name: 'text 160',
      approved_by_name: 'text 160?',
      approved_on: 'code 10?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['staff_id', 'effective_from'],
        only_where: "status <> 'REFUSED'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'status', 'effective_from'],
      },
    ],
  },
  pay_profile_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref pay_profiles',
      at: 'code 24',
      by_id: 'code 36?',
      by_name: 'text 160',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      reason: 'text 500?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['record_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  pay_inputs: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      staff_id: 'ref staff',
      period_year: 'integer',
      period_month: 'integer',
      component_code: 'code 40',
      source: 'choice MANUAL|ATTENDANCE|LEAVE|EXIT|IMPORT',
      units: 'integer?',
      amount: 'bigint?',
      note: 'text 300',
      entered_by_id: 'code 36?',
      entered_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['staff_id', 'period_year', 'period_month', 'component_code', 'source'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'period_year', 'period_month', 'staff_id'],
      },
    ],
  },
}
