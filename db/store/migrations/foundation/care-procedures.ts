// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  procedure_order_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref procedure_orders',
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
  procedure_orders: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      admission_id: 'ref admissions?',
      department: 'text 120?',
      status: 'choice REQUESTED|DONE|CANCELLED',
      code: 'code 40',
      coding_system: 'code 40',
      title: 'text 200',
      quantity: 'integer',
      urgency: 'choice ROUTINE|URGENT|STAT',
      side: 'choice LEFT|RIGHT|BOTH?',
      notes: 'text 2000?',
      record_id: 'code 36?',
      consent_id: 'code 36?',
      performed_at: 'code 24?',
      requested_by: 'text 160',
      staff_id: 'code 36?',
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
        columns: ['hospital_id', 'status', 'created_at'],
      },
      {
        columns: ['hospital_id', 'patient_id', 'created_at'],
      },
      {
        columns: ['visit_id'],
      },
    ],
  },
}
