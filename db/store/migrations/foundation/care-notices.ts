// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  case_notice_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref case_notices',
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
  case_notices: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities?',
      number: 'code 40',
      disease_key: 'code 40',
      level: 'choice IMMEDIATE|WEEKLY',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      admission_id: 'ref admissions?',
      record_id: 'code 36?',
      order_id: 'code 36?',
      status: 'choice OPEN|SENT|CLOSED',
      classification: 'choice SUSPECTED|PROBABLE|CONFIRMED|DISCARDED',
      opened_at: 'code 24',
      due_at: 'code 24',
      sent_at: 'code 24?',
      sent_to: 'text 160?',
      sent_how: 'choice PHONE|SMS|EMAIL|SYSTEM|PAPER?',
      sent_by_name: 'text 160?',
      late_told_at: 'code 24?',
      note: 'text 1000?',
      outcome: 'text 300?',
      epid_no: 'text 40?',
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
        columns: ['hospital_id', 'status', 'due_at'],
      },
      {
        columns: ['hospital_id', 'patient_id', 'opened_at'],
      },
      {
        columns: ['record_id'],
      },
    ],
  },
}
