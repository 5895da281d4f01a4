// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  gate_overrides: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities?',
      gate: 'code 40',
      action: 'code 60',
      entity_type: 'code 40',
      entity_id: 'code 36',
      patient_id: 'ref patients?',
      visit_id: 'code 36?',
      subject: 'text 120?',
      user_id: 'code 36?',
      by_name: 'text 160',
      authorised_by: 'text 160?',
      at: 'code 24',
      reason_code: 'code 40',
      reason: 'text 300?',
      message: 'text 1000',
      to_review: 'boolean',
      reviewed_by: 'text 160?',
      reviewed_at: 'code 24?',
      review_note: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['hospital_id', 'at'],
      },
      {
        columns: ['visit_id'],
        only_where: 'visit_id is not null',
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['hospital_id', 'at'],
        only_where: 'to_review and reviewed_at is null',
      },
    ],
  },
  gate_rules: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      gate: 'code 40',
      scope: 'json',
      scope_key: 'code 1000',
      level: 'choice NONE|WARN|BLOCK|BLOCK_WITH_OVERRIDE',
      permission: 'code 60?',
      params: 'json',
      reasons: 'json?',
      emergency_bypass: 'boolean?',
      reason: 'text 300',
      changed_by_name: 'text 160',
      replaced_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'gate', 'scope_key'],
        only_where: 'replaced_at is null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'gate', 'created_at'],
      },
    ],
  },
}
