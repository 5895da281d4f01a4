// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_contact_imports: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      status: 'choice running|completed|interrupted',
      received: 'integer',
      created: 'integer',
      updated: 'integer',
      unchanged: 'integer',
      duplicates: 'integer',
      rejected: 'integer',
      opted_out: 'integer',
      group_ids: 'json',
      renamed: 'json',
      duration_ms: 'bigint?',
      actor: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['account_id', 'mode'],
        only_where: "status = 'running'",
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
    ],
  },
  msg_contacts: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      phone: 'code 15',
      first_name: 'text 80?',
      last_name: 'text 80?',
      language: 'choice sw|en?',
      attributes: 'json',
      source: 'choice api|import|hospital|inbound',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'phone'],
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
    ],
    search: true,
  },
  msg_group_members: {
    columns: {
      group_id: 'ref msg_groups',
      contact_id: 'ref msg_contacts',
      hospital_id: 'code 36',
      added_at: 'code 24',
    },
    key: ['group_id', 'contact_id'],
    indexes: [
      {
        columns: ['contact_id'],
      },
    ],
  },
  msg_groups: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      name: 'text 80',
      name_key: 'text 80',
      description: 'text 500?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'name_key'],
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'name_key', 'id'],
      },
    ],
    search: true,
  },
  msg_import_errors: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      import_id: 'ref msg_contact_imports',
      row: 'integer',
      field: 'text 120',
      code: 'choice invalid_phone_number|invalid_value',
      value: 'text 60',
      message: 'text 200',
    },
    indexes: [
      {
        columns: ['import_id', 'row', 'id'],
      },
    ],
  },
}
