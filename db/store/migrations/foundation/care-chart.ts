// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  allergies: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      substance: 'text 120',
      substance_key: 'code 120',
      substance_kind: 'choice INGREDIENT|CLASS|FOOD|ENVIRONMENT|OTHER',
      ingredient_code: 'code 40?',
      class_code: 'code 40?',
      reactions: 'json',
      severity: 'choice MILD|MODERATE|SEVERE|LIFE_THREATENING',
      certainty: 'choice SUSPECTED|CONFIRMED|REFUTED',
      status: 'choice ACTIVE|REFUTED|VOIDED',
      onset_on: 'code 10?',
      source: 'choice PATIENT|RELATIVE|OBSERVED|REFERRAL|RETURN',
      note: 'text 1000?',
      how_tested: 'text 300?',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id', 'substance_key'],
        only_where: "status = 'ACTIVE'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id'],
      },
    ],
  },
  allergy_askings: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      source: 'choice PATIENT|RELATIVE|OBSERVED|REFERRAL|RETURN',
      asked_at: 'code 24',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
    },
    indexes: [
      {
        columns: ['hospital_id', 'patient_id', 'asked_at'],
      },
    ],
  },
  allergy_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref allergies',
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
  pregnancy_statuses: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      pregnant: 'choice YES|NO|UNKNOWN',
      lmp: 'code 10?',
      edd: 'code 10?',
      breastfeeding: 'boolean',
      basis: 'choice TEST|HISTORY|ULTRASOUND|PROGRAMME',
      recorded_at: 'code 24',
      latest: 'boolean',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
    },
    unique: [
      {
        columns: ['patient_id'],
        only_where: 'latest',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id', 'recorded_at'],
      },
      {
        columns: ['hospital_id', 'edd'],
        only_where: "latest and pregnant = 'YES'",
      },
    ],
  },
  problem_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref problems',
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
  problems: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      patient_id: 'ref patients',
      title: 'text 200',
      title_key: 'code 200',
      code: 'code 40?',
      coding_system: 'code 40?',
      status: 'choice ACTIVE|INACTIVE|RESOLVED|VOIDED',
      chronic: 'boolean',
      onset_on: 'code 10?',
      resolved_on: 'code 10?',
      note: 'text 2000?',
      source_record_id: 'code 36?',
      last_reviewed_at: 'code 24',
      sensitivity: 'choice NORMAL|RESTRICTED',
      staff_id: 'code 36?',
      staff_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id', 'coding_system', 'code'],
        only_where: "status = 'ACTIVE' and code is not null",
      },
      {
        columns: ['patient_id', 'title_key'],
        only_where: "status = 'ACTIVE' and code is null",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id'],
      },
    ],
  },
}
