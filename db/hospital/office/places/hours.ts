// When a branch is open (PLT-68), and what day it is there.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, nextDay, timeIn } from '../../../core/clock.ts'
import { hospitalOf, today as hospitalDay } from '../hospitals/hospitals.ts'
import { type FacilityRow, facilityRecord } from './facilities.ts'
import { week_days } from './words.ts'

type Tenant = Pick<Caller, 'hospital_id'>
type Hours = Pick<FacilityRow, 'opening_hours' | 'open_24h'>

/** A branch without opening hours is open always. */
export async function isOpen(caller: Tenant, facility_id: string, at: Date): Promise<boolean> {
  const facility = await facilityRecord.get(caller, facility_id)
  if (opensAlways(facility)) return true
  const zone = facility.time_zone ?? (await hospitalOf(caller)).timezone
  const day = weekDay(dayIn(zone, at))
  const time = timeIn(zone, at)
  // The last minute of the day belongs to a period that ends with it.
  return facility.opening_hours.some(
    (period) =>
      period.day === day &&
      period.opens <= time &&
      (time < period.closes || period.closes === '23:59'),
  )
}

export const isWorkingDay = async (
  caller: Tenant,
  date: string,
  facility_id: string,
): Promise<boolean> => works(await facilityRecord.get(caller, facility_id), date)

/** The first day after `date` on which the branch opens. */
export async function nextWorkingDay(
  caller: Tenant,
  date: string,
  facility_id: string,
): Promise<string> {
  const facility = await facilityRecord.get(caller, facility_id)
  let day = nextDay(date)
  // Whoever has opening hours opens within a week.
  while (!works(facility, day)) day = nextDay(day)
  return day
}

/** The branch's day, or the hospital's. */
export async function today(caller: Tenant, facility_id?: string | null): Promise<string> {
  if (facility_id === undefined || facility_id === null) return hospitalDay(caller)
  const { time_zone } = await facilityRecord.get(caller, facility_id)
  return time_zone === null ? hospitalDay(caller) : dayIn(time_zone, clock.now())
}

/** The zone of a branch: its own, or the hospital's. */
export const zoneOf = async (caller: Tenant, facility_id: string): Promise<string> =>
  (await facilityRecord.get(caller, facility_id)).time_zone ?? (await hospitalOf(caller)).timezone

const opensAlways = (facility: Hours): boolean =>
  facility.open_24h || facility.opening_hours.length === 0

const works = (facility: Hours, date: string): boolean =>
  opensAlways(facility) || facility.opening_hours.some(({ day }) => day === weekDay(date))

/** Monday first, as in `week_days`. */
const weekDay = (date: string): (typeof week_days)[number] =>
  week_days[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] as (typeof week_days)[number]
