// What attendance says to pay (HR-98): of months that are closed alone.

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { monthOf } from './month.ts'

/** In minutes. */
export interface Worked {
  overtime: number
  holiday: number
  night: number
}

/**
 * Overtime that was approved, work on a holiday, work in the night. What of overtime lies on a holiday is
 * paid as that: nobody is paid both premiums for one hour.
 */
export async function workedIn(
  { hospital_id }: Of,
  { year, month }: { year: number; month: number },
  ids: readonly string[],
): Promise<Map<string, Worked>> {
  const { first, last } = monthOf({ period_year: year, period_month: month })
  const found = await rows<{ staff_id: string; overtime: number; holiday: number; night: number }>(
    sql`select a.staff_id,
        sum(case when coalesce(a.overtime_approved_minutes, 0) > a.holiday_minutes
          then a.overtime_approved_minutes - a.holiday_minutes else 0 end) as overtime,
        sum(a.holiday_minutes) as holiday, sum(a.night_minutes) as night
      from attendance a
      join attendance_periods p on p.facility_id = a.facility_id
        and p.period_year = ${year} and p.period_month = ${month}
      where a.hospital_id = ${hospital_id} and a.staff_id${oneOf(ids)}
      and a.date between ${first} and ${last}
      group by a.staff_id order by a.staff_id`,
  )
  return new Map(
    found.map(({ staff_id, overtime, holiday, night }) => [
      staff_id,
      { overtime: Number(overtime), holiday: Number(holiday), night: Number(night) },
    ]),
  )
}

/** A branch of which something of the month is not closed. */
export async function openBranchIn(
  { hospital_id }: Of,
  { year, month }: { year: number; month: number },
): Promise<string | undefined> {
  const { first, last } = monthOf({ period_year: year, period_month: month })
  const [found] = await rows<{ facility_id: string }>(
    sql`select a.facility_id from attendance a
      where a.hospital_id = ${hospital_id} and a.date between ${first} and ${last}
      and not exists (select 1 from attendance_periods p where p.facility_id = a.facility_id
        and p.period_year = ${year} and p.period_month = ${month})
      order by a.facility_id limit 1`,
  )
  return found?.facility_id
}
