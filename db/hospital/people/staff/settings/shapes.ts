// The settings of people, in and out (people 2.11).

import {
  choice,
  Decimal,
  Flag,
  Id,
  listOf,
  named,
  optional,
  partial,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { licence_ways, payslip_ways, prorations, rule_codes, severities } from './words.ts'

const rules = Object.fromEntries(
  rule_codes.map((code) => [code, optional(choice(severities))]),
) as {
  [K in (typeof rule_codes)[number]]: ReturnType<
    typeof optional<ReturnType<typeof choice<(typeof severities)[number]>>>
  >
}

const all = {
  probation_months: Whole(0, 12),
  retirement_age: Whole(40, 90),
  licence_notice_days: listOf(Whole(1, 365), 10),
  licence_clinical: choice(licence_ways),
  licence_grace_days: Whole(0, 365),
  day_hours: Decimal(1, 24),
  week_hours: Decimal(1, 168),
  max_day_hours: Decimal(1, 24),
  overtime_4_weeks_hours: Decimal(0, 400),
  rest_hours: Decimal(0, 48),
  monthly_hours: Whole(1, 744),
  daily_divisor: Whole(1, 31),
  overtime_min_minutes: Whole(0, 480),
  overtime_rate_pct: Whole(0, 1000),
  rest_day_rate_pct: Whole(0, 1000),
  night_premium_pct: Decimal(0, 1000),
  night_from: Time,
  night_to: Time,
  clock_device_required: Flag,
  clock_early_minutes: Whole(0, 720),
  clock_late_out_minutes: Whole(0, 1440),
  attendance_affects_pay: Flag,
  late_grace_per_month: Whole(0, 31),
  min_net_pct_of_basic: Decimal(0, 100),
  variance_warn_pct: Decimal(0, 1000),
  proration: choice(prorations),
  severance_days_per_year: Whole(0, 366),
  severance_max_years: Whole(0, 60),
  severance_min_months: Whole(0, 600),
  notice_days: Whole(0, 365),
  warning_months: Whole(0, 60),
  hearing_notice_hours: Whole(0, 720),
  appeal_days: Whole(0, 365),
  payslip_by: choice(payslip_ways),
  department_heads: listOf(shape({ facility_id: Id, department: Text(1, 120), staff_id: Id }), 500),
  roster_rules: shape(rules),
}

export const PeopleSettings = shape(all)
export type PeopleSettings = Static<typeof PeopleSettings>
export const PeopleSettingsShown = named('PeopleSettings', shape({ ...all, version: Whole(1) }))
export type PeopleSettingsShown = Static<typeof PeopleSettingsShown>
export const PeopleSettingsChange = named('PeopleSettingsChange', partial(all))
export type PeopleSettingsChange = Static<typeof PeopleSettingsChange>
