// What a hospital has chosen for its front office, over what is shipped (2.13).

import type { Caller } from '../../caller.ts'
import { front_office_settings, type FrontOfficeSettings } from './tables.ts'

const shipped: FrontOfficeSettings = {
  required_fields: [],
  name_aliases: {},
  duplicate_stop: 85,
  duplicate_likely: 60,
  duplicate_possible: 45,
  break_glass_hours: 3,
  reminder_hours: [48, 3],
  appointment_late_minutes: 30,
  appointment_no_show_minutes: 120,
  waitlist_offer_minutes: 180,
  sms_opt_in: false,
  token_mode: 'VISIT',
  under_five_years: 5,
  elderly_age: 60,
  auto_close_hours: 18,
  reopen_hours: 24,
  no_show_grace_minutes: 60,
  vitals_fresh_hours: 12,
  postpartum_days: 42,
  referral_feedback_days: { ROUTINE: 30, URGENT: 14, EMERGENCY: 7 },
  retriage_minutes: { 1: 5, 2: 15, 3: 60, 4: 120 },
  blue_is_dead: false,
}

export async function settingsOf({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<FrontOfficeSettings> {
  const row = await front_office_settings.find({ hospital_id })
  return { ...shipped, ...row?.chosen }
}
