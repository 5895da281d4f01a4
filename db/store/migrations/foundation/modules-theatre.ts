// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  theatre_case_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref theatre_cases',
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
  theatre_cases: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      patient_id: 'ref patients',
      patient_number: 'code 40',
      visit_id: 'ref visits?',
      admission_id: 'ref admissions?',
      appointment_id: 'code 36?',
      labour_id: 'code 36?',
      status:
        'choice REQUESTED|SCHEDULED|SENT|RECEIVED|IN_THEATRE|PROCEDURE_DONE|IN_RECOVERY|RETURNED|ACCEPTED|CLOSED|CANCELLED',
      urgency: 'choice ELECTIVE|URGENT|EMERGENCY',
      decision_at: 'code 24?',
      procedures: 'json',
      primary_code: 'code 40',
      primary_side: 'choice LEFT|RIGHT|BOTH|NOT_APPLICABLE',
      title: 'text 200',
      diagnosis: 'text 200',
      department: 'text 120?',
      surgeon_id: 'code 36',
      surgeon_name: 'text 160',
      anaesthesia_planned: 'choice GENERAL|SPINAL|EPIDURAL|REGIONAL|LOCAL|SEDATION|COMBINED|NONE?',
      estimated_minutes: 'integer',
      blood: 'json?',
      needs: 'json',
      theatre_id: 'ref theatres?',
      session_id: 'ref theatre_sessions?',
      position: 'integer?',
      planned_start: 'code 24?',
      planned_end: 'code 24?',
      wanted_on: 'code 10?',
      wanted_before: 'code 10?',
      cancellation: 'json?',
      charges: 'json',
      postponed_count: 'integer',
      postponements: 'json',
      outcome: 'choice COMPLETED|CONVERTED|ABANDONED|DIED_IN_THEATRE?',
      outcome_reason: 'text 300?',
      direct_reason: 'text 300?',
      escort_name: 'text 160?',
      sent_by_id: 'code 36?',
      returned_by_id: 'code 36?',
      requested_by_name: 'text 160',
      staff_id: 'code 36?',
      by_id: 'code 36?',
      asked_by: 'code 40?',
      asked_id: 'code 300?',
      closed_at: 'code 24?',
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
        columns: ['patient_id', 'primary_code', 'primary_side'],
        only_where: "status in ('REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED', 'IN_THEATRE')",
      },
      {
        columns: ['session_id', 'position'],
        only_where: 'position is not null',
      },
      {
        columns: ['hospital_id', 'asked_by', 'asked_id'],
        only_where: 'asked_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'status', 'created_at'],
      },
      {
        columns: ['hospital_id', 'planned_start'],
      },
      {
        columns: ['patient_id', 'created_at'],
      },
      {
        columns: ['theatre_id', 'planned_start'],
      },
      {
        columns: ['hospital_id', 'surgeon_id', 'planned_start'],
      },
      {
        columns: ['visit_id'],
        only_where: 'visit_id is not null',
      },
      {
        columns: ['admission_id'],
        only_where: 'admission_id is not null',
      },
    ],
    search: true,
  },
  theatre_checklists: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      phase: 'choice SIGN_IN|TIME_OUT|SIGN_OUT',
      status: 'choice OPEN|DONE',
      items: 'json',
      present: 'json',
      side: 'code 20?',
      read_by_id: 'code 36?',
      read_by_name: 'text 160',
      at: 'code 24',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id', 'phase'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id'],
      },
    ],
  },
  theatre_counts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      lines: 'json',
      counters: 'json',
      not_counted_reason: 'text 300?',
      xray: 'code 20?',
      unresolved: 'json?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id'],
      },
    ],
  },
  theatre_items: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      case_id: 'ref theatre_cases',
      patient_id: 'ref patients',
      line_id: 'code 36',
      product_id: 'ref products',
      name: 'text 200',
      quantity: 'integer',
      returned: 'integer',
      store_id: 'ref stores',
      batch_id: 'ref batches',
      lot: 'text 60?',
      expiry: 'code 10?',
      serial: 'text 80?',
      kind: 'choice CONSUMABLE|SUTURE|IMPLANT|DRUG',
      site: 'text 120?',
      charged: 'boolean',
      at: 'code 24',
      by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['case_id', 'at'],
      },
      {
        columns: ['hospital_id', 'kind', 'lot'],
      },
      {
        columns: ['patient_id', 'at'],
      },
    ],
  },
  theatre_parts: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      part: 'choice FITNESS|OPERATION_NOTE|ANAESTHESIA',
      version_no: 'integer',
      latest: 'boolean',
      status: 'choice DRAFT|SIGNED|AMENDED',
      content: 'json',
      reason: 'text 300?',
      written_by_name: 'text 160',
      signed_by_id: 'code 36?',
      signed_by_name: 'text 160?',
      signed_at: 'code 24?',
      valid_until: 'code 10?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id', 'part', 'version_no'],
      },
      {
        columns: ['case_id', 'part'],
        only_where: 'latest',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'part', 'status'],
      },
    ],
  },
  theatre_pre_op: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      items: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id'],
      },
    ],
  },
  theatre_recovery: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      at: 'code 24',
      activity: 'integer',
      breathing: 'integer',
      circulation: 'integer',
      consciousness: 'integer',
      oxygen: 'integer',
      pain: 'integer?',
      nausea: 'integer?',
      bleeding: 'text 120?',
      note: 'text 500?',
      by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['case_id', 'at', 'id'],
      },
      {
        columns: ['hospital_id'],
      },
    ],
  },
  theatre_session_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref theatre_sessions',
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
  theatre_sessions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      theatre_id: 'ref theatres',
      date: 'code 10',
      starts_at: 'code 5',
      ends_at: 'code 5',
      kind: 'choice ELECTIVE|EMERGENCY|MIXED',
      department: 'text 120',
      surgeon_id: 'code 36?',
      surgeon_name: 'text 160?',
      anaesthetist_id: 'code 36?',
      anaesthetist_name: 'text 160?',
      status: 'choice OPEN|PUBLISHED|CLOSED|CANCELLED',
      published_at: 'code 24?',
      note: 'text 500?',
      created_by_name: 'text 160',
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
        columns: ['hospital_id', 'facility_id', 'date'],
      },
      {
        columns: ['theatre_id', 'date'],
      },
    ],
  },
  theatre_stamps: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      name: 'choice SCHEDULED|SENT|RECEIVED|IN_THEATRE|PROCEDURE_DONE|IN_RECOVERY|RETURNED|ACCEPTED|ANAESTHESIA_START|INCISION|CLOSURE|ANAESTHESIA_END|ROOM_LEFT',
      at: 'code 24',
      by_id: 'code 36?',
      by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id', 'name'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'name', 'at'],
      },
    ],
  },
  theatre_team: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      case_id: 'ref theatre_cases',
      position: 'integer',
      staff_id: 'code 36',
      name: 'text 160',
      role: 'choice SURGEON|ASSISTANT|ANAESTHETIST|ANAESTHETIC_ASSISTANT|SCRUB|CIRCULATING|RECOVERY|MIDWIFE|NEWBORN_CARE|OBSERVER',
      lead: 'boolean',
      supervising: 'boolean',
      from_at: 'code 24?',
      to_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['case_id', 'staff_id', 'role'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'staff_id'],
      },
      {
        columns: ['case_id', 'position'],
      },
    ],
  },
  theatres: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      code: 'code 20',
      name: 'text 80',
      location_id: 'ref locations?',
      kind: 'choice MAJOR|MINOR|OBSTETRIC|EYE|DAY_CASE|PROCEDURE_ROOM',
      store_id: 'ref stores?',
      has_recovery: 'boolean',
      turnover_minutes: 'integer',
      emergency_room: 'boolean',
      active: 'boolean',
      state: 'choice FREE|IN_USE|CLEANING|CLOSED',
      closed_reason: 'text 300?',
      case_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['facility_id', 'code'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'active'],
      },
    ],
  },
}
