// What attendance says to pay (HR-98): of months that are closed alone.

import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { monthOf } from './month.ts'

/** In minutes. */
export interface Worked {
  overtime: number
  holiday: number
  night: number
  /** Shifts. */
  missed: number
  /** Of each late day that nobody excused, in their order. */
  late: number[]
}
export const nothing_worked: Worked = { overtime: 0, holiday: 0, night: 0, missed: 0, late: [] }

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
  const missed = await missedIn({ hospital_id }, { first, last }, ids)
  const late = Map.groupBy(
    await rows<{ staff_id: string; minutes_late: number }>(
      sql`select a.staff_id, a.minutes_late from attendance a
        join attendance_periods p on p.facility_id = a.facility_id
          and p.period_year = ${year} and p.period_month = ${month}
        where a.hospital_id = ${hospital_id} and a.staff_id${oneOf(ids)}
        and a.date between ${first} and ${last} and a.minutes_late > 0 and not a.excused
        order by a.date, a.id`,
    ),
    ({ staff_id }) => staff_id,
  )
  const clocked = new Map(found.map((one) => [one.staff_id, one]))
  const seen = [...new Set([...clocked.keys(), ...missed.keys(), ...late.keys()])].sort()
  return new Map(
    seen.map((id) => [
      id,
      {
        overtime: Number(clocked.get(id)?.overtime ?? 0),
        holiday: Number(clocked.get(id)?.holiday ?? 0),
        night: Number(clocked.get(id)?.night ?? 0),
        missed: missed.get(id) ?? 0,
        late: (late.get(id) ?? []).map(({ minutes_late }) => Number(minutes_late)),
      },
    ]),
  )
}

/** Shifts that nobody came to and nobody excused, of months that are closed (HR-63, HR-82). */
async function missedIn(
  { hospital_id }: Of,
  { first, last }: { first: string; last: string },
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ staff_id: string; n: number }>(
    sql`select h.staff_id, count(*) as n from roster_shifts h
      join attendance_periods p on p.facility_id = h.facility_id
        and p.period_year = ${Number(first.slice(0, 4))} and p.period_month = ${Number(first.slice(5, 7))}
      where h.hospital_id = ${hospital_id} and h.staff_id${oneOf(ids)} and h.status = 'MISSED'
      and h.date between ${first} and ${last}
      and not exists (select 1 from attendance a where a.staff_id = h.staff_id and a.date = h.date
        and a.shift_id = h.id and a.excused)
      group by h.staff_id`,
  )
  return new Map(found.map(({ staff_id, n }) => [staff_id, Number(n)]))
}

const weeks_days = 28

/** HR-104: whose approved overtime of four weeks that end in these days is more than the hours of the hospital. */
export async function overLimitIn(
  { hospital_id }: Of,
  ids: readonly string[],
  { first, last, hours }: { first: string; last: string; hours: number },
): Promise<Set<string>> {
  const found = await rows<{ staff_id: string; date: string; minutes: number }>(
    sql`select staff_id, date, sum(overtime_approved_minutes) as minutes from attendance
      where hospital_id = ${hospital_id} and staff_id${oneOf(ids)}
      and date > ${nextDay(first, -weeks_days)} and date <= ${last} and overtime_approved_minutes > 0
      group by staff_id, date order by staff_id, date`,
  )
  const over = [...Map.groupBy(found, ({ staff_id }) => staff_id)].filter(([, own]) =>
    own.some(({ date }) => {
      if (date < first) return false
      const since = nextDay(date, -weeks_days)
      const of_weeks = own.filter((one) => one.date > since && one.date <= date)
      return of_weeks.reduce((sum, { minutes }) => sum + Number(minutes), 0) > hours * 60
    }),
  )
  return new Set(over.map(([id]) => id))
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
