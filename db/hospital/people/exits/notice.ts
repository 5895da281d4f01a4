// How much notice somebody owes, and what is missing of it (HR-130).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { daysBetween, monthsOn } from '../../office/plans/days.ts'
import { cadreRecord } from '../staff/cadres/cadres.ts'
import type { StaffRow } from '../staff/records/rows.ts'
import { settingsOf } from '../staff/settings/settings.ts'

const short_days = 7

/** The cadre's own; else a week in the first month and on probation, else the hospital's. */
export async function noticeDaysOf(
  caller: Caller,
  { cadre_id, status, hired_on }: StaffRow,
  notice_on: string,
): Promise<number> {
  const { default_notice_days } = await cadreRecord.get(caller, cadre_id)
  if (default_notice_days !== null) return default_notice_days
  if (status === 'PROBATION' || notice_on < monthsOn(hired_on, 1)) return short_days
  return (await settingsOf(caller)).notice_days
}

/** Days between the last day and the day to which the notice ran. */
export function shortDays(notice_on: string, notice_days: number, last_day: string): number {
  const until = nextDay(notice_on, notice_days)
  return until > last_day ? daysBetween(last_day, until) : 0
}
