// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  portal_accounts: {
    columns: {
      user_id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      activated_at: 'code 24',
      activated_by: 'choice STAFF_CODE|SELF',
      terms_version: 'code 40',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    key: ['user_id'],
    indexes: [
      {
        columns: ['patient_id'],
      },
    ],
  },
  portal_acts: {
    columns: {
      session_id: 'code 36',
      hospital_id: 'ref hospitals',
      proxy_id: 'ref portal_proxies',
      since: 'code 24',
      stopped: 'boolean',
    },
    key: ['session_id'],
  },
  portal_codes: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      purpose: 'choice PATIENT|PROXY',
      proxy: 'json?',
      code_hash: 'code 64',
      checked_document: 'choice NATIONAL_ID|VOTER_ID|INSURANCE_CARD|PHOTO|KNOWN_TO_STAFF|OTHER',
      expires_at: 'code 24',
      used_at: 'code 24?',
      tries: 'integer',
      issued_by: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['code_hash'],
      },
    ],
    indexes: [
      {
        columns: ['patient_id'],
      },
    ],
  },
  portal_documents: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      attachment_id: 'ref attachments',
      source: 'choice PATIENT|STAFF',
      title: 'text 120',
      note: 'text 200?',
      at: 'code 24',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['attachment_id'],
      },
    ],
    indexes: [
      {
        columns: ['patient_id', 'at', 'id'],
      },
    ],
  },
  portal_messages: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      thread_id: 'ref portal_threads',
      side: 'choice PATIENT|STAFF',
      name: 'text 160',
      text: 'text 2000',
      attachment_ids: 'json',
      at: 'code 24',
      read_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['thread_id', 'at', 'id'],
      },
    ],
  },
  portal_proxies: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      subject_id: 'ref patients',
      holder_id: 'ref patients',
      relationship: 'choice MOTHER|FATHER|GUARDIAN|SPOUSE|CHILD|SIBLING|RELATIVE|OTHER',
      scope: 'json',
      status: 'choice REQUESTED|ACTIVE|DECLINED|ENDED',
      basis: 'choice PARENT|GUARDIAN|CONSENT|COURT',
      ends_on: 'code 10?',
      evidence_attachment_id: 'code 36?',
      requested_by: 'text 160',
      requested_by_user: 'code 36?',
      decided_by: 'text 160?',
      end_reason: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['subject_id', 'holder_id'],
        only_where: "status in ('REQUESTED', 'ACTIVE')",
      },
    ],
    indexes: [
      {
        columns: ['holder_id'],
      },
      {
        columns: ['hospital_id', 'status', 'created_at'],
      },
      {
        columns: ['hospital_id', 'ends_on'],
        only_where: "status = 'ACTIVE'",
      },
    ],
  },
  portal_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      chosen: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  portal_threads: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      subject: 'text 200',
      topic: 'choice APPOINTMENT|RESULT|MEDICINE|BILL|RECORD|OTHER',
      status: 'choice OPEN|WAITING_PATIENT|CLOSED',
      started_by: 'choice PATIENT|STAFF',
      assigned_to: 'code 64?',
      assigned_name: 'text 160?',
      department: 'text 120?',
      last_at: 'code 24',
      closed_at: 'code 24?',
      answer_by: 'code 24?',
      told_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['patient_id', 'last_at', 'id'],
      },
      {
        columns: ['hospital_id', 'last_at', 'id'],
      },
      {
        columns: ['hospital_id', 'answer_by'],
        only_where: 'answer_by is not null and told_at is null',
      },
    ],
  },
}
