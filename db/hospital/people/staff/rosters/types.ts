// Types of shifts: those a hospital starts with, the list, and the times of one on a day.

import type { Caller } from '../../../../core/caller.ts'
import { instantAt, nextDay } from '../../../../core/clock.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { folded } from '../../../../store/table.ts'
import type { ShiftType } from './shapes.ts'
import { shift_types } from './tables.ts'

export type ShiftTypeRow = RowOf<(typeof shift_types)['columns']>

const shipped: readonly (readonly [string, string, string, string, number, boolean])[] = [
  ['M', 'Morning', '07:00', '15:30', 30, false],
  ['A', 'Afternoon', '14:00', '22:00', 30, false],
  ['N', 'Night', '19:00', '07:00', 60, false],
  ['D', 'Long day', '07:00', '19:00', 60, false],
  ['OC', 'On call', '16:00', '07:00', 0, true],
]

/** For a new hospital. */
export const shipShiftTypes = ({ id: hospital_id }: { id: string }): Promise<void> =>
  shift_types.insertMany(
    shipped.map(([code, name, starts_at, ends_at, break_minutes, on_call], position) => ({
      hospital_id,
      position,
      code,
      name,
      starts_at,
      ends_at,
      break_minutes,
      on_call,
    })),
  )

export async function list(
  caller: Caller,
  asked: PageAsked & { active?: boolean; department?: string },
): Promise<Page<ShiftType>> {
  const found = await pageFrom(shift_types, asked, {
    from: sql` from shift_types${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by position, id`,
  })
  const { department } = asked
  const rows = found.rows.filter((row) => department === undefined || isOf(row, department))
  return mapPage({ ...found, rows }, (row) => ({
    ...row,
    paid_minutes: paidMinutes(row),
    night: isNight(row),
  }))
}

export const isOf = ({ departments }: ShiftTypeRow, department: string): boolean =>
  departments.length === 0 || departments.some((one) => folded(one) === folded(department))

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const lengthOf = ({ starts_at, ends_at }: Pick<ShiftTypeRow, 'starts_at' | 'ends_at'>): number => {
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  return length > 0 ? length : length + 1440
}

/** On call is paid by the shift, not by the hour. */
export const paidMinutes = (type: ShiftTypeRow): number =>
  type.on_call ? 0 : lengthOf(type) - type.break_minutes

/** It reaches into the hours from 20:00 to 06:00. */
export const isNight = (type: ShiftTypeRow): boolean => {
  const from = minutesOf(type.starts_at)
  const to = from + lengthOf(type)
  return from < 360 || to > 1200
}

/** On a day in the zone of the branch, as instants. */
export function timesOn(
  zone: string,
  date: string,
  { starts_at, ends_at }: ShiftTypeRow,
): { starts_at: string; ends_at: string } {
  const last = ends_at > starts_at ? date : nextDay(date)
  return { starts_at: instantAt(zone, date, starts_at), ends_at: instantAt(zone, last, ends_at) }
}

export const typesOf = async ({ hospital_id }: Of): Promise<Map<string, ShiftTypeRow>> =>
  new Map((await shift_types.all({ hospital_id })).map((type) => [type.id, type]))
