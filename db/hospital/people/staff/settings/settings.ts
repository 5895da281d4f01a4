// How a hospital keeps its people (people 2.11): as it ships, but for what somebody has set.

import type { Caller } from '../../../../core/caller.ts'
import { invalidAs } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { onceInTransaction } from '../../../../store/kept.ts'
import type { Of } from '../../../../store/record-of.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { departmentAt } from '../department-at.ts'
import { mustBeThere } from '../records/rows.ts'
import type { PeopleSettings, PeopleSettingsChange, PeopleSettingsShown } from './shapes.ts'
import { people_settings } from './tables.ts'

const shipped: PeopleSettings = {
  probation_months: 6,
  retirement_age: 60,
  licence_notice_days: [90, 60, 30, 7],
  licence_clinical: 'WARN',
  licence_grace_days: 0,
  day_hours: 9,
  week_hours: 45,
  max_day_hours: 12,
  overtime_4_weeks_hours: 50,
  rest_hours: 12,
  monthly_hours: 195,
  daily_divisor: 26,
  overtime_min_minutes: 30,
  overtime_rate_pct: 150,
  rest_day_rate_pct: 200,
  night_premium_pct: 5,
  night_from: '20:00',
  night_to: '06:00',
  clock_device_required: true,
  clock_early_minutes: 120,
  clock_late_out_minutes: 360,
  attendance_affects_pay: false,
  late_grace_per_month: 3,
  min_net_pct_of_basic: 33.33,
  variance_warn_pct: 20,
  proration: 'CALENDAR',
  severance_days_per_year: 7,
  severance_max_years: 10,
  severance_min_months: 12,
  notice_days: 28,
  warning_months: 6,
  hearing_notice_hours: 48,
  appeal_days: 5,
  payslip_by: 'PORTAL',
  department_heads: [],
  roster_rules: {
    REST: 'WARN',
    LONG_DAY: 'REFUSE',
    SIX_DAYS: 'WARN',
    WEEK_HOURS: 'WARN',
    UNAVAILABLE: 'REFUSE',
    TRAINING: 'WARN',
    OTHER_FACILITY: 'REFUSE',
    ONCALL_OVERLAP: 'WARN',
  },
}

const said = onceInTransaction((hospital_id) => people_settings.find({ hospital_id }))

export async function settingsOf({ hospital_id }: Of): Promise<PeopleSettings> {
  const set = (await said.get(hospital_id))?.said ?? {}
  return { ...shipped, ...set, roster_rules: { ...shipped.roster_rules, ...set.roster_rules } }
}

export async function find(caller: Caller): Promise<PeopleSettingsShown> {
  const { version = 1 } = (await said.get(caller.hospital_id)) ?? {}
  return { ...(await settingsOf(caller)), version }
}

export async function change(
  caller: Caller,
  input: PeopleSettingsChange,
): Promise<PeopleSettingsShown> {
  const { hospital_id } = caller
  const before = await people_settings.find({ hospital_id }, { lock: true })
  fresh(caller, before ?? { version: 1 })
  if (Object.keys(input).length === 0) return find(caller)
  const changes = {
    ...input,
    ...(input.department_heads === undefined
      ? {}
      : { department_heads: await headsRead(caller, input.department_heads) }),
  }
  const now = { ...before?.said, ...changes }
  if (before === undefined) await people_settings.insert({ hospital_id, said: now, version: 2 })
  else await people_settings.change({ hospital_id }, { said: now })
  said.forget(hospital_id)
  record(caller, 'people.settings', {
    entity_type: 'people_settings',
    entity_id: hospital_id,
    changes: difference({ ...shipped, ...before?.said }, changes),
  })
  return find(caller)
}

/** One head a department; each is employed here. */
async function headsRead(
  caller: Caller,
  given: PeopleSettings['department_heads'],
): Promise<PeopleSettings['department_heads']> {
  const read = []
  for (const { facility_id, department, staff_id } of given) {
    await facilityRecord.get(caller, facility_id)
    await mustBeThere(caller, staff_id)
    read.push({
      facility_id,
      staff_id,
      department: await departmentAt(caller, facility_id, department),
    })
  }
  for (const [at, { facility_id, department }] of read.entries()) {
    const twice = read.findIndex(
      (one) => one.facility_id === facility_id && one.department === department,
    )
    if (twice !== at) throw invalidAs('department_heads', `${department} is named twice.`)
  }
  return read
}
