// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  bodies: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      status: 'choice EXPECTED|STORED|RELEASED|BURIED_BY_AUTHORITY|TRANSFERRED|CANCELLED',
      patient_id: 'ref patients',
      patient_number: 'code 40',
      patient_name: 'text 200',
      kind: 'choice ADULT|CHILD|NEWBORN|STILLBIRTH|FETUS|BODY_PART',
      own: 'boolean',
      part: 'text 200?',
      tag_no: 'code 10',
      source: 'choice WARD|EMERGENCY|THEATRE|LABOUR_WARD|BROUGHT_IN|POLICE|OTHER_FACILITY',
      identity: 'choice KNOWN|UNKNOWN',
      identified: 'json?',
      admission_id: 'ref admissions?',
      emergency_id: 'ref emergencies?',
      theatre_case_id: 'code 36?',
      birth_id: 'code 36?',
      died_at: 'code 24?',
      received_at: 'code 24?',
      received_by: 'text 160?',
      sent_by: 'text 160?',
      brought_by: 'json?',
      police: 'json?',
      precautions: 'choice NONE|STANDARD_PLUS|HIGH_RISK',
      condition: 'choice FRESH|DECOMPOSING|DECOMPOSED|BURNT|DISMEMBERED|SKELETAL?',
      marks: 'text 1000?',
      clothing: 'text 1000?',
      kin: 'json',
      kin_names: 'text 400?',
      cabinet_id: 'ref mortuary_cabinets?',
      space_id: 'ref mortuary_spaces?',
      space_label: 'text 20?',
      slot: 'integer',
      trolley: 'boolean',
      charged_days: 'integer',
      money_asked_at: 'code 24?',
      holds: 'json',
      release: 'json?',
      left_at: 'code 24?',
      note: 'text 500?',
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
        columns: ['hospital_id', 'tag_no'],
      },
      {
        columns: ['patient_id'],
        only_where: "own and status <> 'CANCELLED'",
      },
      {
        columns: ['birth_id'],
        only_where: "birth_id is not null and status <> 'CANCELLED'",
      },
      {
        columns: ['space_id', 'slot'],
        only_where: "space_id is not null and status = 'STORED'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'created_at', 'id'],
      },
      {
        columns: ['hospital_id', 'status', 'received_at'],
      },
      {
        columns: ['patient_id'],
      },
    ],
    search: true,
  },
  body_belongings: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      body_id: 'ref bodies',
      item: 'text 120',
      description: 'text 500?',
      quantity: 'integer',
      value: 'bigint?',
      photo_attachment_id: 'code 36?',
      state: 'choice KEPT|RETURNED|TO_POLICE|DESTROYED',
      received_by: 'text 160',
      witness_name: 'text 160',
      receiver: 'json?',
      handed_by: 'text 160?',
      at: 'code 24',
      handed_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'body_id', 'at', 'id'],
      },
    ],
  },
  body_gate_passes: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      body_id: 'ref bodies',
      number: 'code 40',
      kind: 'choice CLAIMANT|AUTHORITY|TRANSFER',
      status: 'choice VALID|USED|VOID',
      vehicle_no: 'text 20?',
      issued_at: 'code 24',
      issued_by: 'text 160',
      used_at: 'code 24?',
      used_by: 'text 160?',
      told_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
      {
        columns: ['body_id'],
        only_where: "status <> 'VOID'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'status', 'issued_at'],
      },
    ],
  },
  body_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref bodies',
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
  body_notices: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      body_id: 'ref bodies',
      at: 'code 24',
      kind: 'choice RADIO|NEWSPAPER|NOTICE_BOARD|POLICE|LOCAL_LEADER|KIN_CALLED|OTHER',
      text: 'text 1000',
      attachment_id: 'code 36?',
      by_name: 'text 160',
    },
    indexes: [
      {
        columns: ['hospital_id', 'body_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  body_service_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref body_services',
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
  body_services: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      body_id: 'ref bodies',
      kind: 'choice EMBALMING|POST_MORTEM_CLINICAL|POST_MORTEM_FORENSIC|WASHING|DRESSING|SAMPLE|CHAPEL|TRANSPORT|OTHER',
      status: 'choice REQUESTED|AUTHORISED|DONE|DECLINED|CANCELLED',
      requested_by: 'json',
      authority: 'json?',
      note: 'text 500?',
      authorised_by_name: 'text 160?',
      performed_by_id: 'code 36?',
      performed_by_name: 'text 160?',
      performed_at: 'code 24?',
      report: 'json?',
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
        columns: ['body_id', 'status'],
      },
    ],
  },
  body_viewings: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      body_id: 'ref bodies',
      at: 'code 24',
      purpose: 'choice VIEWING|IDENTIFICATION|PRAYER',
      visitors: 'json',
      attended_by: 'text 160',
      identified: 'boolean',
      note: 'text 500?',
    },
    indexes: [
      {
        columns: ['hospital_id', 'body_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  mortuary_cabinets: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      code: 'code 20',
      code_key: 'code 20',
      name: 'text 80',
      kind: 'choice COLD_ROOM|CABINET|TABLE|FREEZER',
      cold_unit_id: 'code 36?',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['facility_id', 'code_key'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'code_key'],
      },
    ],
  },
  mortuary_spaces: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      cabinet_id: 'ref mortuary_cabinets',
      position: 'integer',
      label: 'text 20',
      label_key: 'code 20',
      state: 'choice FREE|OCCUPIED|TO_CLEAN|OUT_OF_SERVICE',
      reason: 'text 300?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['cabinet_id', 'label_key'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'cabinet_id', 'position'],
      },
    ],
  },
}
