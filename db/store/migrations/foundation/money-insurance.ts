// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  authorisations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'text 60?',
      membership_id: 'ref memberships',
      scheme_id: 'ref schemes',
      patient_id: 'code 36',
      visit_id: 'code 36',
      visit_type: 'integer',
      referral_no: 'text 60?',
      status: 'choice ACTIVE|PROVISIONAL|CANCELLED|EXPIRED',
      valid_to: 'code 10?',
      given_at: 'code 24',
      message: 'text 300?',
      cancel_reason: 'text 300?',
      made_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'visit_id', 'scheme_id'],
        only_where: "status in ('ACTIVE', 'PROVISIONAL')",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'patient_id'],
      },
      {
        columns: ['hospital_id', 'given_at', 'id'],
      },
    ],
  },
  cover_uses: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      scheme_id: 'ref schemes',
      patient_id: 'code 36',
      membership_id: 'code 36?',
      family_id: 'code 36?',
      bill_id: 'code 36',
      item_id: 'code 36',
      payment_id: 'code 36?',
      rule_id: 'code 36?',
      code: 'code 40?',
      category: 'text 40',
      visit_id: 'code 36?',
      admission_id: 'code 36?',
      service_date: 'code 10',
      quantity: 'bigint',
      covered: 'bigint',
      visit_copay: 'bigint',
      preauth_item_id: 'code 36?',
      preauth_quantity: 'bigint',
      preauth_amount: 'bigint',
      preauth_missing: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['item_id'],
        only_where: 'payment_id is null',
      },
      {
        columns: ['item_id', 'payment_id'],
        only_where: 'payment_id is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'family_id', 'service_date'],
      },
      {
        columns: ['hospital_id', 'patient_id', 'scheme_id', 'service_date'],
      },
      {
        columns: ['bill_id'],
      },
      {
        columns: ['rule_id'],
        only_where: 'rule_id is not null',
      },
      {
        columns: ['preauth_item_id'],
        only_where: 'preauth_item_id is not null',
      },
    ],
  },
  coverage_rules: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      scheme_id: 'ref schemes',
      plan_id: 'ref scheme_plans?',
      code: 'code 40?',
      category: 'text 40?',
      covered: 'boolean',
      coverage_bp: 'integer?',
      copay_amount: 'bigint?',
      item_ceiling: 'bigint?',
      max_quantity: 'bigint?',
      per: 'choice VISIT|DAY|MONTH|YEAR|LIFETIME?',
      preauth_required: 'boolean',
      preauth_above: 'bigint?',
      visit_class: 'choice OUTPATIENT|INPATIENT|EMERGENCY?',
      sex: 'choice Male|Female?',
      age_from: 'integer?',
      age_to: 'integer?',
      waiting_days: 'integer?',
      diagnosis_codes: 'json?',
      effective_from: 'code 10',
      effective_to: 'code 10?',
      note: 'text 500?',
      made_by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['scheme_id', 'effective_from'],
      },
    ],
  },
  estimates: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      patient_id: 'code 36?',
      membership_id: 'code 36?',
      scheme_id: 'code 36?',
      items: 'json',
      result: 'json',
      valid_until: 'code 10',
      converted_bill_id: 'code 36?',
      made_by_name: 'text 160',
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
        columns: ['hospital_id', 'patient_id'],
      },
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
    ],
  },
  preauthorisation_items: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      preauth_id: 'ref preauthorisations',
      position: 'integer',
      code: 'code 40',
      description: 'text 300',
      quantity: 'bigint',
      amount: 'bigint',
      approved_quantity: 'bigint?',
      approved_amount: 'bigint?',
      used_quantity: 'bigint',
      used_amount: 'bigint',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['preauth_id', 'position'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'id'],
      },
    ],
  },
  preauthorisation_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      preauth_id: 'ref preauthorisations',
      at: 'code 24',
      by_name: 'text 160',
      move: 'code 40',
      from_state:
        'choice DRAFT|REQUESTED|APPROVED|PARTLY_APPROVED|DECLINED|USED|EXPIRED|CANCELLED?',
      to_state: 'choice DRAFT|REQUESTED|APPROVED|PARTLY_APPROVED|DECLINED|USED|EXPIRED|CANCELLED',
      reason: 'text 500?',
    },
    indexes: [
      {
        columns: ['preauth_id', 'at'],
      },
    ],
    append_only: true,
  },
  preauthorisations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      status: 'choice DRAFT|REQUESTED|APPROVED|PARTLY_APPROVED|DECLINED|USED|EXPIRED|CANCELLED',
      membership_id: 'ref memberships',
      patient_id: 'code 36',
      scheme_id: 'ref schemes',
      visit_id: 'code 36?',
      admission_id: 'code 36?',
      diagnosis_codes: 'json',
      justification: 'text 2000?',
      reference: 'text 60?',
      valid_from: 'code 10?',
      valid_to: 'code 10?',
      response_note: 'text 500?',
      requested_at: 'code 24?',
      requested_by_id: 'code 36?',
      requested_by_name: 'text 160?',
      answered_at: 'code 24?',
      answered_by_name: 'text 160?',
      made_by_name: 'text 160',
      search_text: 'text 2000?',
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
        columns: ['hospital_id', 'membership_id', 'status'],
      },
      {
        columns: ['hospital_id', 'patient_id'],
      },
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
    ],
    search: true,
  },
}
