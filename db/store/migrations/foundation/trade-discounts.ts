// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  discount_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref discounts',
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
  discount_rules: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      name: 'text 120',
      name_key: 'code 120',
      applies_to: 'text 140',
      kind: 'choice PERCENT|AMOUNT',
      value: 'bigint',
      active: 'boolean',
      requires_approval: 'boolean',
      approval_above: 'bigint?',
      max_amount: 'bigint?',
      notes: 'text 2000?',
      starts_on: 'code 10?',
      ends_on: 'code 10?',
      created_by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'name_key'],
      },
    ],
    search: true,
  },
  discounts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      number: 'code 40',
      status: 'choice PENDING|APPLIED|REFUSED|REMOVED',
      rule_id: 'ref discount_rules?',
      target_type: 'choice BILL|SALE',
      target_id: 'code 36',
      line_ids: 'json?',
      base: 'bigint',
      amount: 'bigint',
      reason: 'text 300',
      patient_id: 'code 36?',
      requested_by_id: 'code 36?',
      requested_by_name: 'text 160',
      decided_by_name: 'text 160?',
      decided_at: 'code 24?',
      decision_note: 'text 300?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
      {
        columns: ['target_id'],
        only_where: "status in ('PENDING', 'APPLIED')",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['target_id', 'created_at'],
      },
      {
        columns: ['rule_id'],
        only_where: 'rule_id is not null',
      },
      {
        columns: ['hospital_id', 'patient_id'],
        only_where: 'patient_id is not null',
      },
    ],
    search: true,
  },
}
