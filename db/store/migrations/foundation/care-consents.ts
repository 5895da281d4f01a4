// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  care_consent_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref care_consents',
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
  care_consents: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities?',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      admission_id: 'ref admissions?',
      kind: 'choice PROCEDURE|ANAESTHESIA|TRANSFUSION|TEST|OTHER',
      procedure_code: 'code 40?',
      procedure_title: 'text 200?',
      side: 'choice LEFT|RIGHT|BOTH?',
      status: 'choice GIVEN|REFUSED|WITHDRAWN|VOIDED',
      signatory_name: 'text 160',
      signatory_relation: 'choice SELF|PARENT|GUARDIAN|SPOUSE|RELATIVE|TWO_DOCTORS',
      second_doctor_id: 'code 36?',
      reason: 'text 500?',
      thumbprint_photo_id: 'code 36?',
      language: 'code 8',
      interpreter: 'text 160?',
      witness_staff_id: 'code 36?',
      explained_by_id: 'code 36?',
      explained_by_name: 'text 160',
      expires_on: 'code 10?',
      told_by: 'text 160?',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
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
