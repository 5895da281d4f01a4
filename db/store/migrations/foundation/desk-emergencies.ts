// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  casualty_incidents: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      reference: 'code 40',
      name: 'text 160',
      kind: 'choice ROAD|FIRE|BUILDING|DISASTER|OUTBREAK|VIOLENCE|OTHER',
      place: 'text 200?',
      status: 'choice ACTIVE|STOOD_DOWN',
      started_at: 'code 24',
      started_by: 'text 160',
      stood_down_at: 'code 24?',
      stood_down_by: 'text 160?',
      stand_down_reason: 'text 300?',
      unidentified_reason: 'text 300?',
      expected: 'integer?',
      tag_prefix: 'code 4',
      last_tag: 'integer',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'reference'],
      },
      {
        columns: ['facility_id'],
        only_where: "status = 'ACTIVE'",
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'started_at'],
      },
    ],
  },
  emergencies: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      visit_id: 'ref visits',
      patient_id: 'ref patients',
      status: 'choice ARRIVED|TRIAGED|IN_TREATMENT|OBSERVATION|DISPOSED',
      arrival_mode: 'choice WALK_IN|AMBULANCE|REFERRED|POLICE|OTHER',
      category:
        'choice MEDICAL|SURGICAL|TRAUMA_ROAD|TRAUMA_OTHER|BURN|OBSTETRIC|NEONATAL|POISONING|SNAKE_BITE|ANIMAL_BITE|ASSAULT|GENDER_VIOLENCE|CHILD_ABUSE|PSYCHIATRIC|OTHER',
      category_typed: 'text 120?',
      presenting_complaint: 'text 5000?',
      brought_by: 'text 160?',
      brought_by_phone: 'code 20?',
      brought_by_relationship: 'text 80?',
      incident_place: 'text 200?',
      incident_at: 'code 24?',
      dead_on_arrival: 'boolean',
      pregnant: 'boolean?',
      casualty_incident_id: 'ref casualty_incidents?',
      tag: 'code 20?',
      ambulance_trip_id: 'code 36?',
      referral_id: 'ref referrals?',
      department: 'text 120?',
      arrived_at: 'code 24',
      triage_category: 'integer?',
      triage: 'json?',
      to_review: 'boolean',
      target_at: 'code 24?',
      seen_at: 'code 24?',
      seen_by: 'text 160?',
      late_minutes: 'integer?',
      zone: 'choice RESUS|MAJORS|MINORS|OBSERVATION|ISOLATION|WAITING',
      bed_label: 'text 40?',
      next_retriage_at: 'code 24?',
      observe_every_minutes: 'integer?',
      next_observation_at: 'code 24?',
      reassessments: 'integer',
      police: 'json?',
      disposition:
        'choice ADMITTED|DISCHARGED|REFERRED|LEFT_AGAINST_ADVICE|ABSCONDED|DIED|DEAD_ON_ARRIVAL|TO_CLINIC?',
      disposition_note: 'text 5000?',
      unidentified_reason: 'text 300?',
      disposed_at: 'code 24?',
      disposed_by: 'text 160?',
      told_pct: 'integer',
      told_untriaged: 'boolean',
      told_late: 'boolean',
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
        only_where: "status <> 'DISPOSED'",
      },
      {
        columns: ['casualty_incident_id', 'tag'],
        only_where: 'casualty_incident_id is not null and tag is not null',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'facility_id', 'status'],
        only_where: "status <> 'DISPOSED'",
      },
      {
        columns: ['hospital_id', 'facility_id', 'arrived_at', 'id'],
      },
      {
        columns: ['visit_id'],
      },
      {
        columns: ['patient_id', 'arrived_at'],
      },
    ],
    search: true,
  },
  emergency_events: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      emergency_id: 'ref emergencies',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      at: 'code 24',
      user_id: 'code 36?',
      by_name: 'text 160',
      reason: 'text 5000?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['emergency_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  emergency_reassessments: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      emergency_id: 'ref emergencies',
      at: 'code 24',
      triage_category: 'integer',
      vitals_id: 'ref vitals?',
      note: 'text 5000?',
      user_id: 'code 36?',
      staff_id: 'code 36?',
      by_name: 'text 160',
    },
    indexes: [
      {
        columns: ['emergency_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
}
