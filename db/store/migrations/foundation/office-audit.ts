// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  audit_anchors: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      day: 'code 10',
      seq: 'bigint',
      hash: 'code 64',
      row_count: 'bigint',
      written_at: 'code 24',
      emailed_to: 'text 254?',
    },
    indexes: [
      {
        columns: ['hospital_id', 'seq'],
      },
    ],
    append_only: true,
  },
  audit_heads: {
    columns: {
      hospital_id: 'ref hospitals',
      seq: 'bigint',
      hash: 'code 64',
    },
    key: ['hospital_id'],
  },
  audit_proofs: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      ok: 'boolean',
      rows_checked: 'bigint',
      from_seq: 'bigint',
      to_seq: 'bigint',
      head_hash: 'code 64',
      anchors_checked: 'integer',
      problems: 'json',
      took_ms: 'integer',
      at: 'code 24',
      by_name: 'text 160',
    },
    indexes: [
      {
        columns: ['hospital_id', 'at'],
      },
    ],
    append_only: true,
  },
  audit_rows: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      seq: 'bigint',
      at: 'code 24',
      actor_kind: 'choice USER|PATIENT|DEVICE|API_KEY|COMMAND_LINE|SYSTEM|PLATFORM',
      user_id: 'code 36?',
      user_name: 'text 160?',
      facility_id: 'code 36?',
      session_id: 'code 36?',
      device_id: 'code 36?',
      ip: 'code 45?',
      user_agent: 'text 300?',
      request_id: 'code 64',
      action: 'code 80',
      outcome: 'choice DONE|REFUSED',
      entity_type: 'code 60?',
      entity_id: 'code 64?',
      entity_label: 'code 200?',
      patient_id: 'code 36?',
      from_state: 'code 40?',
      to_state: 'code 40?',
      changes: 'json?',
      reason: 'text 300?',
      row_count: 'integer?',
      query: 'json?',
      seals: 'code 64?',
      prev_hash: 'code 64',
      hash: 'code 64',
    },
    unique: [
      {
        columns: ['hospital_id', 'seq'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'at'],
      },
      {
        columns: ['hospital_id', 'user_id', 'seq'],
        only_where: 'user_id is not null',
      },
      {
        columns: ['hospital_id', 'patient_id', 'seq'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['hospital_id', 'entity_id', 'seq'],
        only_where: 'entity_id is not null',
      },
      {
        columns: ['hospital_id', 'entity_label'],
        only_where: 'entity_label is not null',
      },
      {
        columns: ['hospital_id', 'request_id'],
      },
      {
        columns: ['hospital_id', 'action', 'seq'],
      },
      {
        columns: ['hospital_id', 'seq'],
        only_where: "outcome = 'REFUSED'",
      },
      {
        columns: ['hospital_id', 'seq', 'seals'],
        only_where: 'seals is not null',
      },
    ],
    append_only: true,
  },
  seals: {
    columns: {
      hospital_id: 'code 36',
      seq: 'bigint',
      record_id: 'code 36',
      kind: 'code 40',
      hash: 'code 64',
    },
    key: ['hospital_id', 'seq', 'record_id'],
    indexes: [
      {
        columns: ['record_id', 'seq'],
      },
      {
        columns: ['hospital_id', 'kind', 'record_id'],
      },
    ],
    append_only: true,
  },
}
