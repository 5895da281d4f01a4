// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_sender_documents: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      sender_row_id: 'code 36',
      kind: 'choice business_registration|tin_certificate|letter_of_authorisation|sample_message|identity',
      file_name: 'text 200',
      content_type: 'code 60',
      size: 'bigint',
      sha256: 'code 64',
      removed_at: 'code 24?',
      uploaded_at: 'code 24',
    },
    indexes: [
      {
        columns: ['sender_row_id', 'id'],
      },
      {
        columns: ['sha256'],
      },
    ],
  },
  msg_sender_ids: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      sender_id: 'code 11',
      name_key: 'code 11',
      status: 'choice approved|pending|rejected',
      purpose: 'text 500',
      sample_message: 'text 480',
      built_in: 'boolean',
      changed_since: 'boolean',
      removed_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'sender_id'],
        only_where: 'removed_at is null',
      },
    ],
    indexes: [
      {
        columns: ['name_key'],
      },
      {
        columns: ['status', 'id'],
      },
    ],
  },
  msg_sender_operators: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      sender_row_id: 'code 36',
      operator_code: 'code 20',
      status: 'choice approved|pending|rejected',
      reason: 'text 300?',
      submitted_at: 'code 24?',
      decided_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['sender_row_id', 'operator_code'],
      },
    ],
  },
}
