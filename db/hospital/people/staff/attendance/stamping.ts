// Somebody comes, somebody goes: the day is written down and measured (HR-60, HR-61).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, minutes, timeIn } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Of } from '../../../../store/record-of.ts'
import { record } from '../../../office/audit/record.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { StaffRow } from '../records/rows.ts'
import { roster_shifts } from '../rosters/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { mustBeOpen } from './periods.ts'
import { type AttendanceRow, measure, type Shift, shiftNear, shiftOf } from './rows.ts'
import type { Clocked } from './shapes.ts'
import { attendance, type Correction } from './tables.ts'

/** When it was, and where it was kept while the network was down (HR-53). */
export interface Stamp {
  at: string
  offline_id: string | null
  /** Against the order in which the workstation's times arrived: somebody must approve it. */
  waits: boolean
}

/** A day on which somebody clocked in. */
export type Begun = AttendanceRow & { clock_in_at: string }

export const longest_m = 16 * 60

export const clockedInAt = (zone: string, at: string) =>
  conflict(`You clocked in at ${timeIn(zone, new Date(at))}.`, 'clocked_in')

export async function comes(
  caller: Caller,
  person: StaffRow,
  facility_id: string,
  { at, offline_id, waits }: Stamp,
  ended: 'INCOMPLETE' | null = null,
): Promise<Clocked> {
  const { clock_early_minutes } = await settingsOf(caller)
  const zone = await zoneOf(caller, facility_id)
  const from = new Date(Date.parse(at) + minutes(clock_early_minutes)).toISOString()
  const missed = offline_id !== null
  const shift = await shiftNear(caller, person.id, { from, at, missed })
  const date = shift?.date ?? dayIn(zone, new Date(at))
  if (offline_id !== null) await mustBeOpen(caller, { facility_id, date })
  const times = { clock_in_at: at, clock_out_at: null }
  const day = {
    facility_id,
    department: shift?.department ?? person.department,
    date,
    shift_id: shift?.id ?? null,
    shift_code: shift?.code ?? null,
    source: 'DEVICE' as const,
    device_in: caller.device_id,
    offline_in: offline_id,
    ...times,
    ...(await measure(caller, times, facility_id, shift)),
    ...(ended === null ? {} : { status: ended }),
    ...(waits ? waiting(caller, times) : {}),
  }
  const made = await written(caller, person, shift, day)
  return said(caller, person, made, { direction: 'IN', at, zone })
}

type Day = Partial<AttendanceRow> &
  Pick<AttendanceRow, 'facility_id' | 'department' | 'date' | 'status' | 'overtime_status'>

/** Where the house had written down that nobody came, that row becomes the day. */
async function written(
  { hospital_id }: Of,
  { id: staff_id }: StaffRow,
  shift: Shift | null,
  day: Day,
): Promise<AttendanceRow> {
  const absence = await absenceOf({ hospital_id }, staff_id, shift?.id ?? null)
  if (absence === undefined) return attendance.insert({ hospital_id, staff_id, ...day })
  await attendance.change({ hospital_id, id: absence.id }, day)
  await wasWorked({ hospital_id }, absence.shift_id)
  return { ...absence, ...day }
}

const absenceOf = async ({ hospital_id }: Of, staff_id: string, shift_id: string | null) =>
  shift_id === null
    ? undefined
    : attendance.find({ hospital_id, staff_id, shift_id, status: 'ABSENT' })

/** A shift that counted as missed, and that somebody came to after all. */
export async function wasWorked({ hospital_id }: Of, shift_id: string | null): Promise<void> {
  if (shift_id === null) return
  const shift = { hospital_id, id: shift_id, status: 'MISSED' as const }
  if ((await roster_shifts.find(shift)) === undefined) return
  await roster_shifts.change({ hospital_id, id: shift_id }, { status: 'DONE' })
}

export async function goes(
  caller: Caller,
  person: StaffRow,
  running: Begun | undefined,
  { at, offline_id, waits }: Stamp,
): Promise<Clocked> {
  if (running === undefined) throw conflict('You have not clocked in.', 'not_clocked_in')
  if (Date.parse(at) - Date.parse(running.clock_in_at) < minutes(1)) {
    throw conflict('You clocked in a moment ago.', 'clocked_in')
  }
  if (offline_id !== null) await mustBeOpen(caller, running)
  const times = { clock_in_at: running.clock_in_at, clock_out_at: at }
  const { facility_id, id, correction } = running
  const shift = await shiftOf(caller, running.shift_id)
  const changes = {
    clock_out_at: at,
    device_out: caller.device_id,
    offline_out: offline_id,
    ...(await measure(caller, times, facility_id, shift)),
    ...(running.correction_waits && correction !== null ? withEnd(correction, at) : {}),
    ...(waits && !running.correction_waits ? waiting(caller, times) : {}),
  }
  await attendance.change({ hospital_id: caller.hospital_id, id }, changes)
  const zone = await zoneOf(caller, facility_id)
  return said(caller, person, { ...running, ...changes }, { direction: 'OUT', at, zone })
}

/** What waits was asked for while the day had no end yet: approved, it must not take the end away. */
const withEnd = (correction: Correction, at: string): { correction: Correction } => ({
  correction: { ...correction, old_out: at, new_out: correction.new_out ?? at },
})

const out_of_order =
  'Kept while the network was down; the clock of the workstation is out of order.'

/** Counted once somebody approves it: until then the month stays open (HR-53, HR-66). */
function waiting(
  { user_id: by_id, name: by_name }: Caller,
  { clock_in_at, clock_out_at }: { clock_in_at: string; clock_out_at: string | null },
): { correction: Correction; correction_waits: true } {
  const correction: Correction = {
    old_in: clock_in_at,
    old_out: clock_out_at,
    new_in: clock_in_at,
    new_out: clock_out_at,
    excused: false,
    by_id,
    by_name,
    reason: out_of_order,
    status: 'PENDING',
    approved_by_name: null,
    note: null,
    offline: true,
  }
  return { correction, correction_waits: true }
}

export function said(
  caller: Caller,
  { full_name: name }: StaffRow,
  { id, shift_code, minutes_late, correction_waits }: AttendanceRow,
  { direction, at, zone }: { direction: 'IN' | 'OUT'; at: string; zone: string },
): Clocked {
  record(caller, direction === 'IN' ? 'attendance.in' : 'attendance.out', {
    entity_type: 'attendance',
    entity_id: id,
    entity_label: name,
  })
  return answered({ name, id, shift_code, minutes_late, correction_waits }, direction, at, zone)
}

export function answered(
  {
    name,
    id,
    shift_code,
    minutes_late,
    correction_waits,
  }: Pick<AttendanceRow, 'id' | 'shift_code' | 'minutes_late' | 'correction_waits'> & {
    name: string
  },
  direction: 'IN' | 'OUT',
  at: string,
  zone: string,
): Clocked {
  const time = timeIn(zone, new Date(at))
  const late = direction === 'IN' && minutes_late > 0 ? `, ${minutes_late} minutes late` : ''
  const waits = correction_waits ? ' It waits for approval.' : ''
  const message = `${name}: ${direction === 'IN' ? 'in' : 'out'} at ${time}${late}.${waits}`
  return { attendance_id: id, name, direction, at, shift: shift_code, minutes_late, message }
}
