// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  service_points: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      code: 'code 12',
      name: 'text 80',
      name_sw: 'text 80?',
      kind: 'choice REGISTRATION|CASHIER|TRIAGE|CONSULTATION|EMERGENCY|CLINIC|MATERNITY|LABORATORY|IMAGING|PROCEDURE|INJECTION|DRESSING|PHARMACY|DENTAL|EYE|PHYSIOTHERAPY|SOCIAL_WELFARE|WARD|OTHER',
      department: 'text 120?',
      location: 'text 120?',
      counters: 'json',
      clinician_ids: 'json',
      token_prefix: 'code 3',
      target_wait_minutes: 'integer',
      target_service_minutes: 'integer',
      max_calls: 'integer',
      no_show_after_minutes: 'integer',
      skip_places: 'integer',
      opens_at: 'code 5?',
      closes_at: 'code 5?',
      restricted: 'boolean',
      status: 'choice OPEN|PAUSED|CLOSED',
      status_reason: 'text 300?',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['facility_id', 'code'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'kind', 'status'],
      },
    ],
  },
}
