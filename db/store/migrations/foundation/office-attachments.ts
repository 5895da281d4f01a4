// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  attachments: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      entity_type: 'code 40',
      entity_id: 'code 36',
      patient_id: 'code 36?',
      file_name: 'text 120',
      content_type: 'code 100',
      size: 'bigint',
      sha256: 'code 64',
      category: 'choice SCAN|REPORT|CONSENT|IMAGE|LETTER|INVOICE|RECEIPT|CERTIFICATE|ID|OTHER',
      description: 'text 200?',
      scan_state: 'choice NOT_SCANNED|CLEAN',
      held: 'boolean',
      uploaded_by: 'code 36?',
      uploaded_by_name: 'text 160',
      uploaded_at: 'code 24',
      removed_at: 'code 24?',
      removed_by_name: 'text 160?',
      remove_reason: 'text 300?',
      erased_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'entity_type', 'entity_id', 'uploaded_at'],
      },
      {
        columns: ['hospital_id', 'patient_id', 'uploaded_at'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['sha256'],
      },
      {
        columns: ['removed_at'],
        only_where: 'removed_at is not null and erased_at is null',
      },
    ],
  },
  photos: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      subject: 'code 40',
      subject_id: 'code 36',
      sha256: 'code 64',
      thumb_sha256: 'code 64',
      width: 'integer',
      height: 'integer',
      size: 'bigint',
      updated_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'subject', 'subject_id'],
      },
    ],
    indexes: [
      {
        columns: ['sha256'],
      },
      {
        columns: ['thumb_sha256'],
      },
    ],
  },
}
