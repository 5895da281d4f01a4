// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  patient_exports: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      source: 'choice STAFF|PATIENT',
      reason: 'text 300?',
      status: 'choice QUEUED|RUNNING|DONE|FAILED|CANCELLED',
      file_name: 'text 160',
      size: 'bigint?',
      sha256: 'code 64?',
      error: 'text 1000?',
      asked_at: 'code 24',
      finished_at: 'code 24?',
      expires_at: 'code 24',
      erased_at: 'code 24?',
      requested_by_id: 'code 36?',
      requested_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['patient_id', 'source', 'asked_at'],
      },
      {
        columns: ['expires_at'],
        only_where: 'erased_at is null',
      },
    ],
  },
}
