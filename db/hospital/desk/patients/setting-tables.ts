// What hospitals chose for their front offices.

import { json, ref } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { required_field_words, token_modes } from './words.ts'

export interface FrontOfficeSettings {
  token_mode: (typeof token_modes)[number]
  required_fields: (typeof required_field_words)[number][]
  name_aliases: Record<string, string>
  duplicate_stop: number
  duplicate_likely: number
  duplicate_possible: number
  under_five_years: number
  elderly_age: number
  postpartum_days: number
  auto_close_hours: number
  reopen_hours: number
  no_show_grace_minutes: number
  break_glass_hours: number
  staff_record_sensitivity: boolean
  reminder_hours: number[]
  confirm_link: boolean
  appointment_late_minutes: number
  appointment_no_show_minutes: number
  waitlist_offer_minutes: number
  referral_feedback_days: { ROUTINE: number; URGENT: number; EMERGENCY: number }
  /** By triage category; none for the least urgent. */
  retriage_minutes: { 1: number; 2: number; 3: number; 4: number } & Readonly<
    Record<number, number>
  >
  vitals_fresh_hours: number
  blue_is_dead: boolean
  sms_opt_in: boolean
  access_log_to_patient: boolean
}

/** What a hospital has set otherwise than shipped (2.13). */
export const front_office_settings = table(
  'front_office_settings',
  {
    hospital_id: ref('hospitals'),
    chosen: json<Partial<FrontOfficeSettings>>(),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
