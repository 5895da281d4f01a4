// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  home_medicine_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref home_medicines',
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
  home_medicines: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      medicine_id: 'ref medicines?',
      name: 'text 200',
      name_key: 'code 200',
      dose_text: 'text 200',
      since: 'code 10?',
      stopped_on: 'code 10?',
      source: 'choice PATIENT|RELATIVE|REFERRAL|CARD',
      status: 'choice TAKING|STOPPED|VOIDED',
      adherence: 'choice GOOD|POOR|UNKNOWN?',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id', 'name_key'],
        only_where: "status = 'TAKING'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id'],
      },
      {
        columns: ['medicine_id'],
      },
    ],
  },
}
