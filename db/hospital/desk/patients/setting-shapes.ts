// What a hospital may choose for its front office (2.13).

import {
  AnyObject,
  choice,
  Flag,
  form,
  listOf,
  named,
  partial,
  shape,
  type Static,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { required_field_words, token_modes } from './words.ts'

const hours_of_a_week = 168
const minutes_of_a_day = 1440

const fields = {
  token_mode: choice(token_modes),
  required_fields: listOf(choice(required_field_words), 10),
  name_aliases: AnyObject,
  duplicate_stop: Whole(1, 101),
  duplicate_likely: Whole(1, 101),
  duplicate_possible: Whole(1, 101),
  under_five_years: Whole(1, 18),
  elderly_age: Whole(40, 120),
  postpartum_days: Whole(1, 365),
  auto_close_hours: Whole(1, hours_of_a_week),
  reopen_hours: Whole(0, hours_of_a_week),
  no_show_grace_minutes: Whole(0, minutes_of_a_day),
  break_glass_hours: Whole(1, 72),
  staff_record_sensitivity: Flag,
  reminder_hours: listOf(Whole(1, 720), 5),
  confirm_link: Flag,
  appointment_late_minutes: Whole(0, minutes_of_a_day),
  appointment_no_show_minutes: Whole(0, minutes_of_a_day),
  waitlist_offer_minutes: Whole(5, minutes_of_a_day),
  referral_feedback_days: form({
    ROUTINE: Whole(1, 365),
    URGENT: Whole(1, 365),
    EMERGENCY: Whole(1, 365),
  }),
  retriage_minutes: form({
    1: Whole(1, minutes_of_a_day),
    2: Whole(1, minutes_of_a_day),
    3: Whole(1, minutes_of_a_day),
    4: Whole(1, minutes_of_a_day),
  }),
  vitals_fresh_hours: Whole(1, hours_of_a_week),
  blue_is_dead: Flag,
  sms_opt_in: Flag,
  access_log_to_patient: Flag,
}

export const FrontOfficeSettings = named(
  'FrontOfficeSettings',
  shape({ ...fields, version: Whole(0) }),
)
export const FrontOfficeSettingsInput = named('FrontOfficeSettingsInput', partial(fields))
export type FrontOfficeSettingsInput = Static<typeof FrontOfficeSettingsInput>
