// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  immunisation_deferrals: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      patient_id: 'ref patients',
      dose_key: 'code 40?',
      vaccine: 'code 20',
      kind: 'choice CONTRAINDICATED|DEFERRED|REFUSED',
      reason: 'text 300',
      until: 'code 10?',
      ended_at: 'code 24?',
      ended_by_name: 'text 160?',
      end_reason: 'text 300?',
      by_name: 'text 160',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id', 'vaccine'],
        only_where: 'ended_at is null and dose_key is null',
      },
      {
        columns: ['patient_id', 'dose_key'],
        only_where: 'ended_at is null and dose_key is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id'],
      },
    ],
  },
  immunisation_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref immunisations',
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
  immunisations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      department: 'text 120?',
      vaccine: 'code 20',
      dose_key: 'code 40',
      schedule_key: 'code 40',
      status: 'choice GIVEN|VOIDED',
      given_on: 'code 10',
      given_at: 'code 24',
      lot: 'text 60?',
      expiry: 'code 10?',
      store_id: 'ref stores?',
      product_id: 'ref products?',
      batch_id: 'code 36?',
      vial_id: 'ref vaccine_vials?',
      vvm_stage: 'integer?',
      site: 'text 60?',
      route: 'code 20',
      strategy: 'choice FIXED|OUTREACH|MOBILE|SCHOOL|CAMPAIGN',
      source: 'choice HERE|CARD|REPORTED',
      valid: 'boolean',
      invalid_reason: 'text 300?',
      next_due: 'code 10?',
      note: 'text 300?',
      charge_code: 'code 40?',
      given_by_name: 'text 160',
      staff_id: 'code 36?',
      by_id: 'code 36?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id', 'vaccine', 'given_on'],
        only_where: "status = 'GIVEN'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id', 'given_on'],
      },
      {
        columns: ['hospital_id', 'dose_key', 'patient_id'],
      },
      {
        columns: ['hospital_id', 'given_at'],
      },
      {
        columns: ['batch_id'],
        only_where: 'batch_id is not null',
      },
    ],
  },
  vaccine_vial_history: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref vaccine_vials',
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
  vaccine_vials: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      vaccine: 'code 20',
      store_id: 'ref stores?',
      product_id: 'ref products',
      batch_id: 'code 36',
      lot: 'text 60?',
      expiry: 'code 10?',
      status: 'choice OPEN|FINISHED|DISCARDED',
      opened_at: 'code 24',
      opened_by_name: 'text 160',
      discard_at: 'code 24',
      doses: 'integer',
      used: 'integer',
      wasted: 'integer',
      waste_reason: 'choice TIME|VVM|BROKEN|CONTAMINATED|FROZEN?',
      closed_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'status', 'opened_at'],
      },
      {
        columns: ['discard_at'],
        only_where: "status = 'OPEN'",
      },
      {
        columns: ['batch_id'],
      },
    ],
  },
}
