// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  referral_events: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      referral_id: 'ref referrals',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      at: 'code 24',
      user_id: 'code 36?',
      by_name: 'text 160',
      reason: 'text 500?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['referral_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  referral_facilities: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      name: 'text 160',
      name_key: 'code 160',
      code: 'code 40?',
      level: 'choice DISPENSARY|HEALTH_CENTRE|DISTRICT|REGIONAL|ZONAL|NATIONAL|PRIVATE|OTHER?',
      area_id: 'ref administrative_areas?',
      focal_person: 'text 120?',
      phone: 'code 20?',
      whatsapp: 'code 20?',
      email: 'text 254?',
      services: 'json',
      languages: 'json',
      active: 'boolean',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
        only_where: 'code is not null',
      },
      {
        columns: ['hospital_id', 'name_key'],
      },
    ],
    search: true,
  },
  referral_letters: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      referral_id: 'ref referrals',
      edition: 'integer',
      content: 'json',
      include_sensitive: 'boolean',
      reason: 'text 300?',
      at: 'code 24',
      by_name: 'text 160',
      staff_id: 'code 36?',
    },
    unique: [
      {
        columns: ['referral_id', 'edition'],
      },
    ],
    append_only: true,
  },
  referrals: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      direction: 'choice OUT|IN',
      status:
        'choice DRAFT|RECEIVED|SENT|ACCEPTED|DECLINED|IN_TRANSIT|ARRIVED|COMPLETED|CANCELLED|EXPIRED|VOIDED',
      urgency: 'choice ROUTINE|URGENT|EMERGENCY',
      patient_id: 'ref patients',
      visit_id: 'ref visits?',
      facility: 'text 160',
      facility_key: 'code 160',
      referral_facility_id: 'ref referral_facilities?',
      reason: 'text 2000',
      clinical_summary: 'text 5000?',
      contact: 'text 200?',
      department: 'text 120?',
      specialty: 'text 120?',
      diagnosis: 'json',
      treatment_given: 'text 5000?',
      investigations: 'text 5000?',
      vitals_id: 'ref vitals?',
      requested_services: 'text 5000?',
      appointment_at: 'code 24?',
      transport: 'choice OWN|AMBULANCE|HOSPITAL_VEHICLE|OTHER?',
      escort_staff_id: 'code 36?',
      escort_needs: 'text 500?',
      scheme_referral_no: 'text 60?',
      external_reference: 'text 60?',
      attachment_ids: 'json',
      referrer: 'json?',
      letter_version: 'integer',
      sent_at: 'code 24?',
      sent_by_channel: 'choice PRINT|SMS|WHATSAPP|EMAIL?',
      answered_at: 'code 24?',
      answered_by_name: 'text 160?',
      decline_reason: 'text 300?',
      receiving_clinician: 'text 160?',
      departed_at: 'code 24?',
      arrived_at: 'code 24?',
      feedback: 'json?',
      feedback_due_on: 'code 10?',
      emergency_id: 'code 36?',
      appointment_id: 'code 36?',
      arrival_visit_id: 'code 36?',
      cancel_reason: 'text 300?',
      created_by_id: 'code 36?',
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
        columns: ['patient_id', 'facility_key', 'visit_id'],
        only_where:
          "direction = 'OUT' and status in ('DRAFT', 'SENT', 'ACCEPTED', 'IN_TRANSIT') and visit_id is not null",
      },
      {
        columns: ['patient_id', 'facility_key'],
        only_where:
          "direction = 'OUT' and status in ('DRAFT', 'SENT', 'ACCEPTED', 'IN_TRANSIT') and visit_id is null",
      },
      {
        columns: ['hospital_id', 'facility_key', 'external_reference'],
        only_where: "direction = 'IN' and external_reference is not null and status <> 'VOIDED'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'created_at', 'id'],
      },
      {
        columns: ['patient_id'],
      },
      {
        columns: ['visit_id'],
        only_where: 'visit_id is not null',
      },
      {
        columns: ['hospital_id', 'status', 'sent_at'],
      },
      {
        columns: ['hospital_id', 'feedback_due_on'],
        only_where: 'feedback_due_on is not null',
      },
    ],
    search: true,
  },
}
