// A day at work as it is kept, and how it is measured.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { type Of, recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { holidaysBetween } from '../leave/holidays.ts'
import { recordsOf } from '../records/for-pay.ts'
import { isInScope, scopeOfPeople } from '../records/scope.ts'
import { settingsOf } from '../settings/settings.ts'
import { daysAround, type Measured, measured, type ShiftTimes } from './minutes.ts'
import { closedAmong } from './periods.ts'
import type { Attendance, AttendanceFilter } from './shapes.ts'
import { attendance } from './tables.ts'

export type AttendanceRow = RowOf<(typeof attendance)['columns']>

export const attendanceRecord = recordOf(attendance, 'attendance')

/** Outside the caller's people there is none (HR-1). */
export async function get(caller: Caller, id: string): Promise<AttendanceRow> {
  const found = await attendanceRecord.get(caller, id)
  if (!(await isInScope(caller, found.staff_id))) throw noSuch('attendance')
  return found
}

export async function list(
  caller: Caller,
  asked: AttendanceFilter & PageAsked,
): Promise<Page<Attendance>> {
  const found = await pageFrom(attendance, asked, {
    alias: 'a',
    from: sql` from attendance a join staff s on s.id = a.staff_id${where([
      sql`a.hospital_id = ${caller.hospital_id}`,
      await scopeOfPeople(caller, 's'),
      when(asked.staff_id, sql`a.staff_id = ${asked.staff_id}`),
      when(asked.facility_id, sql`a.facility_id = ${asked.facility_id}`),
      when(asked.department, sql`lower(a.department) = ${asked.department?.toLowerCase()}`),
      when(asked.status, sql`a.status = ${asked.status}`),
      when(asked.overtime_status, sql`a.overtime_status = ${asked.overtime_status}`),
      when(asked.from, sql`a.date >= ${asked.from}`),
      when(asked.to, sql`a.date <= ${asked.to}`),
    ])}`,
    order: sql` order by a.date desc, coalesce(a.clock_in_at, '') desc, a.id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Attendance> =>
  (await shownMany(caller, [await get(caller, id)]))[0] as Attendance

async function shownMany(caller: Of, found: readonly AttendanceRow[]): Promise<Attendance[]> {
  const people = await recordsOf(
    caller,
    found.map(({ staff_id }) => staff_id),
  )
  const closed = await closedAmong(caller, found)
  return found.map((row) => ({
    ...row,
    offline: row.offline_in !== null || row.offline_out !== null,
    period_closed: closed.has(`${row.facility_id} ${row.date.slice(0, 7)}`),
    staff_number: people.get(row.staff_id)?.number ?? '',
    staff_name: people.get(row.staff_id)?.full_name ?? '',
    correction: row.correction as Attendance['correction'],
  }))
}

export interface Shift extends ShiftTimes {
  id: string
  code: string
  date: string
  department: string
}

const shift_columns = sql`h.id, h.code, h.date, h.department, h.starts_at, h.ends_at,
  h.paid_minutes, t.grace_in_minutes`

export async function shiftOf({ hospital_id }: Of, id: string | null): Promise<Shift | null> {
  if (id === null) return null
  const [found] = await rows<Shift>(
    sql`select ${shift_columns} from roster_shifts h join shift_types t on t.id = h.shift_type_id
      where h.hospital_id = ${hospital_id} and h.id = ${id}`,
  )
  return found ?? null
}

const to_come_to = ['PLANNED', 'SWAPPED', 'DONE']

/** HR-60: the shift of a roster that is out whose start is nearest. */
export async function shiftNear(
  { hospital_id }: Of,
  staff_id: string,
  { from, at, missed = false }: { from: string; at: string; missed?: boolean },
): Promise<Shift | null> {
  const found = await rows<Shift>(
    sql`select ${shift_columns} from roster_shifts h join shift_types t on t.id = h.shift_type_id
      join rosters r on r.id = h.roster_id and r.status <> 'DRAFT'
      where h.hospital_id = ${hospital_id} and h.staff_id = ${staff_id}
      and h.status${oneOf(missed ? [...to_come_to, 'MISSED'] : to_come_to)} and (not h.on_call or h.called_in)
      and h.starts_at <= ${from} and h.ends_at > ${at} order by h.starts_at, h.id`,
  )
  const far = ({ starts_at }: Shift): number => Math.abs(Date.parse(starts_at) - Date.parse(at))
  return found.toSorted((a, b) => far(a) - far(b))[0] ?? null
}

/** Measured anew from its times. */
export async function measure(
  caller: Of,
  times: { clock_in_at: string; clock_out_at: string | null },
  facility_id: string,
  shift: Shift | null,
): Promise<Measured> {
  const days = daysAround({ from: times.clock_in_at, to: times.clock_out_at ?? times.clock_in_at })
  const found = await holidaysBetween(caller, {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    facility_id,
  })
  const free = new Set(found.map(({ date }) => date))
  const zone = await zoneOf(caller, facility_id)
  return measured(times, shift, await settingsOf(caller), zone, free)
}
