// What a hospital may choose for its clinical work (2.17).

import {
  choice,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  partial,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { bed_day_rules, medicine_charges } from './words.ts'

const Days = Whole(1, 3650)
const Hours = Whole(1, 168)
const Minutes = Whole(1, 1440)

const fields = {
  case_repeat_days: Days,
  late_entry_hours: Hours,
  late_entry_max_days: Days,
  draft_days: Days,
  cosign_hours: Hours,
  amend_days: nullable(Days),
  pregnancy_status_days: Days,
  weight_max_age_days: form({ under_1y: Days, under_5y: Days, under_12y: Days }),
  weight_needed_under_years: Whole(0, 18),
  creatinine_test_codes: listOf(Text(1, 40), 20),
  creatinine_max_age_days: Days,
  creatinine_inpatient_days: Days,
  rx_valid_days: form({ normal: Days, antibiotic: Days, controlled: Days }),
  controlled_max_days: Days,
  controlled_inpatient_days: Days,
  verbal_ack_hours: Hours,
  antibiotic_review_hours: Hours,
  inpatient_item_max_days: Days,
  owed_days: Days,
  reserve_minutes: Minutes,
  label_copies: Whole(0, 10),
  dose_horizon_hours: Hours,
  dose_early_minutes: Minutes,
  dose_late_minutes: Minutes,
  dose_time_critical_minutes: Minutes,
  dose_missed_minutes: Minutes,
  dose_undo_minutes: Minutes,
  witness_minutes: Minutes,
  emergency_box_stores: listOf(Id, 50),
  inpatient_medicine_charge: choice(medicine_charges),
  ward_supply_at: Time,
  ward_supply_hours: Hours,
  task_late_minutes: Minutes,
  task_missed_minutes: Minutes,
  fluid_day_from: Time,
  bed_reserve_minutes: Minutes,
  bed_day_rule: choice(bed_day_rules),
  bed_day_at: Time,
  bed_day_grace_hours: Whole(0, 23),
  leave_max_hours: Whole(1, 720),
  absent_hours: Hours,
  readmission_days: Days,
  discharge_summary_hours: Hours,
  sick_days: form({ clinician: Days, doctor: Days }),
  imm_grace_days: Whole(0, 30),
  telehealth_url: nullable(Text(8, 300)),
  kitchen_names: Flag,
  downtime_minutes: Minutes,
  downtime_pack: Flag,
}

const chosen = shape(fields)
export type ClinicalChosen = Static<typeof chosen>
export const ClinicalSettings = named('ClinicalSettings', shape({ ...fields, version: Whole(0) }))
export const ClinicalSettingsInput = named('ClinicalSettingsInput', partial(fields))
export type ClinicalSettingsInput = Static<typeof ClinicalSettingsInput>
