// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  client_contacts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      client_id: 'ref clients',
      full_name: 'text 120',
      is_primary: 'boolean',
      email: 'text 254?',
      job_title: 'text 120?',
      notes: 'text 2000?',
      phone: 'code 20?',
      active: 'boolean',
      receives: 'json',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['client_id'],
        only_where: 'is_primary',
      },
      {
        columns: ['client_id', 'phone'],
        only_where: 'active and phone is not null',
      },
      {
        columns: ['client_id', 'email'],
        only_where: 'active and email is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'client_id', 'id'],
      },
    ],
    search: true,
  },
  client_holds: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      client_id: 'code 36',
      kind: 'choice MANUAL|OVERDUE|CONTRACT',
      since: 'code 10',
      reason: 'text 300',
      by_name: 'text 160?',
      lifted_at: 'code 24?',
      lifted_by_name: 'text 160?',
      lift_reason: 'text 300?',
      off_until: 'code 10?',
    },
    unique: [
      {
        columns: ['client_id', 'kind'],
        only_where: 'lifted_at is null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'client_id', 'kind'],
      },
    ],
  },
  client_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref clients',
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
  client_names: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      client_id: 'ref clients',
      name: 'text 160',
      name_key: 'code 160',
      own: 'boolean',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['hospital_id', 'name_key'],
      },
    ],
    indexes: [
      {
        columns: ['client_id'],
      },
    ],
    search: true,
  },
  client_statements: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      client_id: 'ref clients',
      period_from: 'code 10',
      period_to: 'code 10',
      closing: 'bigint',
      sent_to: 'json',
      by_house: 'boolean',
      sent_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['client_id', 'period_to'],
        only_where: 'by_house',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'client_id', 'created_at'],
      },
    ],
  },
  clients: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      number: 'code 40',
      name: 'text 120',
      name_key: 'code 120',
      kind: 'choice CORPORATE|INSURER|NGO|GOVERNMENT|SCHOOL|OTHER',
      status: 'choice PROSPECT|ACTIVE|SUSPENDED|CLOSED',
      discount_bp: 'integer',
      account_manager: 'text 160?',
      account_manager_id: 'code 36?',
      address: 'text 300?',
      notes: 'text 2000?',
      region: 'text 80?',
      close_reason: 'text 300?',
      contract_starts: 'code 10?',
      contract_ends: 'code 10?',
      contract_ref: 'text 60?',
      email: 'text 254?',
      phone: 'code 20?',
      scheme_id: 'code 36?',
      tin: 'code 20?',
      credit_limit: 'bigint?',
      payment_terms_days: 'integer?',
      consolidated_invoice: 'boolean',
      po_required: 'boolean',
      language: 'choice en|sw?',
      created_by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
      {
        columns: ['hospital_id', 'tin'],
        only_where: "tin is not null and status <> 'CLOSED'",
      },
      {
        columns: ['hospital_id', 'scheme_id'],
        only_where: 'scheme_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'name_key', 'id'],
      },
      {
        columns: ['hospital_id', 'contract_ends'],
        only_where: 'contract_ends is not null',
      },
    ],
    search: true,
  },
  commercial_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      said: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  follow_up_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref follow_ups',
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
  follow_ups: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      status: 'choice OPEN|DONE|CANCELLED',
      subject: 'text 160',
      kind: 'code 40',
      due_on: 'code 10',
      remind_on: 'code 10?',
      assigned_to_id: 'code 36?',
      assigned_to_name: 'text 160?',
      client_id: 'ref clients?',
      patient_id: 'ref patients?',
      detail: 'text 2000?',
      done_on: 'code 10?',
      outcome: 'text 1000?',
      source: 'choice MANUAL|QUOTATION|CONTRACT|COMPLAINT|DEBT',
      source_id: 'code 36?',
      created_by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'due_on', 'id'],
      },
      {
        columns: ['hospital_id', 'client_id'],
        only_where: 'client_id is not null',
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['hospital_id', 'assigned_to_id'],
        only_where: "status = 'OPEN'",
      },
    ],
    search: true,
  },
  interactions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      client_id: 'ref clients',
      kind: 'choice CALL|VISIT|EMAIL|MEETING|COMPLAINT|NOTE',
      summary: 'text 4000',
      occurred_at: 'code 24',
      contact_id: 'ref client_contacts?',
      contact_name: 'text 120?',
      outcome: 'text 1000?',
      recorded_by_id: 'code 36?',
      recorded_by_name: 'text 160',
      corrects_id: 'ref interactions?',
      follow_up_id: 'ref follow_ups?',
      created_at: 'code 24',
      search_text: 'text 2000?',
    },
    unique: [
      {
        columns: ['corrects_id'],
        only_where: 'corrects_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'occurred_at', 'id'],
      },
      {
        columns: ['hospital_id', 'client_id', 'occurred_at'],
      },
    ],
    search: true,
    append_only: true,
  },
}
