// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  queue_entries: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      service_point_id: 'ref service_points',
      visit_id: 'ref visits?',
      patient_id: 'ref patients?',
      token: 'code 20',
      day: 'code 10',
      priority: 'integer',
      priority_reason:
        'choice ACUITY|ELDERLY|PREGNANT|INFANT|DISABILITY|APPOINTMENT|STAFF_DECISION?',
      status: 'choice WAITING|CALLED|SERVING|ON_HOLD|DONE|NO_SHOW|TRANSFERRED|CANCELLED',
      counter: 'text 20?',
      clinician_id: 'code 36?',
      calls: 'integer',
      skips: 'integer',
      entered_at: 'code 24',
      sort_at: 'code 24',
      sort_id: 'code 80',
      called_at: 'code 24?',
      called_by: 'code 36?',
      started_at: 'code 24?',
      finished_at: 'code 24?',
      held_at: 'code 24?',
      held_s: 'integer',
      waited_s: 'integer?',
      service_s: 'integer?',
      from_entry_id: 'code 36?',
      next_entry_id: 'code 36?',
      label: 'text 60?',
      note: 'text 300?',
      last_move: 'json?',
      told_near_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['patient_id'],
        only_where:
          "status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD') and patient_id is not null",
      },
    ],
    indexes: [
      {
        columns: ['service_point_id', 'status', 'priority', 'sort_at', 'sort_id'],
        only_where: "status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD')",
      },
      {
        columns: ['service_point_id', 'finished_at'],
      },
      {
        columns: ['visit_id', 'entered_at'],
      },
      {
        columns: ['hospital_id', 'facility_id', 'entered_at'],
      },
    ],
  },
  queue_tokens: {
    columns: {
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      prefix: 'code 3',
      day: 'code 10',
      last: 'integer',
    },
    key: ['facility_id', 'prefix', 'day'],
  },
  visit_events: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      visit_id: 'ref visits',
      kind: 'choice MOVE|PAYER|PRIORITY|TRIAGE|CHANGE',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40?',
      at: 'code 24',
      user_id: 'code 36?',
      by_name: 'text 160',
      reason: 'text 500?',
      detail: 'json?',
    },
    indexes: [
      {
        columns: ['visit_id', 'at', 'id'],
      },
    ],
  },
  visit_flows: {
    columns: {
      hospital_id: 'ref hospitals',
      kind: 'choice OUTPATIENT|FOLLOW_UP|SPECIALIST|EMERGENCY|INPATIENT|DAY_CASE|ANTENATAL|POSTNATAL|CHILD_HEALTH|IMMUNISATION|FAMILY_PLANNING|DENTAL|EYE|PHYSIOTHERAPY|TB|CTC|PROCEDURE|DIAGNOSTIC_ONLY|PHARMACY_ONLY|OUTREACH',
      charge_event: 'choice CONSULTATION|FOLLOW_UP|EMERGENCY?',
      steps: 'json',
      active: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id', 'kind'],
  },
  visit_team: {
    columns: {
      hospital_id: 'ref hospitals',
      visit_id: 'ref visits',
      user_id: 'code 36',
      since: 'code 24',
    },
    key: ['visit_id', 'user_id'],
    indexes: [
      {
        columns: ['user_id', 'visit_id'],
      },
    ],
  },
  visit_triages: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      visit_id: 'ref visits',
      patient_id: 'ref patients',
      triage_category: 'integer',
      discriminators: 'json',
      note: 'text 500?',
      vitals_id: 'code 36?',
      at: 'code 24',
      user_id: 'code 36?',
      staff_id: 'code 36?',
      by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['visit_id', 'at'],
      },
      {
        columns: ['patient_id'],
      },
    ],
  },
  visits: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      patient_id: 'ref patients',
      kind: 'choice OUTPATIENT|FOLLOW_UP|SPECIALIST|EMERGENCY|INPATIENT|DAY_CASE|ANTENATAL|POSTNATAL|CHILD_HEALTH|IMMUNISATION|FAMILY_PLANNING|DENTAL|EYE|PHYSIOTHERAPY|TB|CTC|PROCEDURE|DIAGNOSTIC_ONLY|PHARMACY_ONLY|OUTREACH',
      visit_class: 'choice OUTPATIENT|INPATIENT|EMERGENCY',
      status:
        'choice REGISTERED|AWAITING_PAYMENT|WAITING|CALLED|IN_SERVICE|ON_HOLD|ADMITTED|CHECKED_OUT|CANCELLED',
      stage:
        'choice REGISTRATION|CASHIER|TRIAGE|CONSULTATION|EMERGENCY|CLINIC|MATERNITY|LABORATORY|IMAGING|PROCEDURE|INJECTION|DRESSING|PHARMACY|DENTAL|EYE|PHYSIOTHERAPY|SOCIAL_WELFARE|WARD|OTHER?',
      token: 'code 20?',
      service_point_id: 'ref service_points?',
      wanted_point_id: 'ref service_points?',
      queue_entry_id: 'code 36?',
      attendance: 'choice NEW|REATTENDANCE',
      priority: 'integer',
      priority_reason:
        'choice ACUITY|ELDERLY|PREGNANT|INFANT|DISABILITY|APPOINTMENT|STAFF_DECISION?',
      triage_category: 'integer?',
      acuity: 'choice RED|ORANGE|YELLOW|GREEN|BLUE?',
      reason: 'text 500?',
      department: 'text 120?',
      clinician_id: 'code 36?',
      payer: 'json',
      payer_kind: 'code 10',
      appointment_id: 'code 36?',
      referral_id: 'code 36?',
      emergency_id: 'code 36?',
      admission_id: 'code 36?',
      follow_up_of: 'ref visits?',
      free_revisit: 'boolean',
      restricted: 'boolean',
      hold_reason: 'choice AWAITING_RESULTS|STEPPED_OUT|NO_SHOW|OBSERVATION|OTHER?',
      outcome:
        'choice TREATED|ADMITTED|REFERRED|LEFT_BEFORE_SEEN|LEFT_AGAINST_ADVICE|ABSCONDED|DIED|AUTO_CLOSED?',
      outcome_note: 'text 500?',
      follow_up_on: 'code 10?',
      opened_on: 'code 10',
      opened_at: 'code 24',
      opened_by: 'text 160',
      first_waiting_at: 'code 24?',
      waiting_since: 'code 24?',
      first_served_at: 'code 24?',
      seen_by_clinician_at: 'code 24?',
      closed_at: 'code 24?',
      closed_by: 'text 160?',
      cancel_reason: 'text 300?',
      touched_at: 'code 24',
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
        columns: ['patient_id'],
        only_where: "status not in ('CHECKED_OUT', 'CANCELLED')",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'status', 'priority', 'waiting_since'],
      },
      {
        columns: ['hospital_id', 'facility_id', 'opened_at'],
      },
      {
        columns: ['patient_id', 'opened_at'],
      },
      {
        columns: ['service_point_id'],
        only_where: "status not in ('CHECKED_OUT', 'CANCELLED')",
      },
      {
        columns: ['hospital_id', 'touched_at'],
        only_where: "status not in ('CHECKED_OUT', 'CANCELLED')",
      },
      {
        columns: ['clinician_id'],
        only_where: 'clinician_id is not null',
      },
      {
        columns: ['admission_id'],
        only_where: 'admission_id is not null',
      },
    ],
    search: true,
  },
}
