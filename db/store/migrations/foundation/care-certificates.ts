// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  certificate_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref certificates',
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
  certificates: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40?',
      kind: 'choice SICK_SHEET|MEDICAL_REPORT|FITNESS|ATTENDANCE|LIGHT_DUTY|DEATH_NOTIFICATION',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      admission_id: 'ref admissions?',
      from_date: 'code 10?',
      to_date: 'code 10?',
      text: 'text 5000?',
      show_diagnosis: 'boolean',
      patient_agreed: 'boolean',
      issued_to: 'text 200?',
      details: 'json?',
      status: 'choice DRAFT|ISSUED|REPLACED|VOIDED',
      verify_code: 'code 12?',
      replaces_id: 'code 36?',
      issued_at: 'code 24?',
      issued_by_name: 'text 160?',
      issued_by_cadre: 'text 120?',
      issued_by_licence: 'text 60?',
      frozen: 'json?',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id', 'created_at'],
      },
      {
        columns: ['hospital_id', 'created_at'],
      },
    ],
  },
}
