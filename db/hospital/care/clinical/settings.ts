// What a hospital has chosen for its clinical work, over what is shipped (2.17).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import type { ClinicalChosen, ClinicalSettingsInput } from './shapes.ts'
import { clinical_settings } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

const shipped: ClinicalChosen = {
  case_repeat_days: 30,
  late_entry_hours: 24,
  late_entry_max_days: 30,
  draft_days: 7,
  cosign_hours: 24,
  amend_days: null,
  pregnancy_status_days: 30,
  weight_max_age_days: { under_1y: 7, under_5y: 30, under_12y: 60 },
  weight_needed_under_years: 12,
  creatinine_test_codes: ['CREAT'],
  creatinine_max_age_days: 90,
  creatinine_inpatient_days: 7,
  rx_valid_days: { normal: 30, antibiotic: 7, controlled: 7 },
  controlled_max_days: 7,
  controlled_inpatient_days: 3,
  verbal_ack_hours: 24,
  antibiotic_review_hours: 48,
  inpatient_item_max_days: 14,
  owed_days: 30,
  reserve_minutes: 120,
  label_copies: 1,
  dose_horizon_hours: 48,
  dose_early_minutes: 60,
  dose_late_minutes: 60,
  dose_time_critical_minutes: 30,
  dose_missed_minutes: 240,
  dose_undo_minutes: 15,
  witness_minutes: 5,
  emergency_box_stores: [],
  inpatient_medicine_charge: 'ON_HANDOVER',
  ward_supply_at: '06:00',
  ward_supply_hours: 24,
  task_late_minutes: 60,
  task_missed_minutes: 240,
  fluid_day_from: '06:00',
  bed_reserve_minutes: 120,
  bed_day_rule: 'MIDNIGHT',
  bed_day_at: '00:00',
  bed_day_grace_hours: 2,
  leave_max_hours: 72,
  absent_hours: 6,
  readmission_days: 30,
  discharge_summary_hours: 24,
  sick_days: { clinician: 3, doctor: 14 },
  imm_grace_days: 4,
  telehealth_url: null,
  kitchen_names: false,
  downtime_minutes: 15,
  downtime_pack: false,
}

export async function clinicalOf({ hospital_id }: Of): Promise<ClinicalChosen> {
  const row = await clinical_settings.find({ hospital_id })
  return { ...shipped, ...row?.chosen }
}

export type Shown = ClinicalChosen & { version: number }

/** As they stand; version 0 while nothing was ever changed. */
export async function find({ hospital_id }: Of): Promise<Shown> {
  const row = await clinical_settings.find({ hospital_id })
  return { ...shipped, ...row?.chosen, version: row?.version ?? 0 }
}

export async function change(caller: Caller, input: ClinicalSettingsInput): Promise<Shown> {
  const { hospital_id } = caller
  const row = await clinical_settings.find({ hospital_id }, { lock: true })
  fresh(caller, { version: row?.version ?? 0 })
  const before = { ...shipped, ...row?.chosen }
  const after: ClinicalChosen = { ...before, ...input }
  judge(after)
  const changes = difference({ ...before }, { ...after })
  // Nothing was asked for: what is shipped stays what is shipped.
  if (Object.keys(changes ?? {}).length === 0) return find(caller)
  const chosen = { ...row?.chosen, ...input }
  if (row === undefined) await clinical_settings.insert({ hospital_id, chosen })
  else await clinical_settings.change({ hospital_id }, { chosen })
  record(caller, 'settings.clinical', {
    entity_type: 'settings',
    entity_id: 'clinical',
    changes,
  })
  return find(caller)
}

function judge(after: ClinicalChosen): void {
  if (after.dose_missed_minutes <= after.dose_late_minutes) {
    throw conflict('dose_missed_minutes must be more than dose_late_minutes.')
  }
  if (after.task_missed_minutes <= after.task_late_minutes) {
    throw conflict('task_missed_minutes must be more than task_late_minutes.')
  }
}
