// Times that are set right: asked for by one person, approved by another; the old ones stay (HR-65).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { notOneself } from '../records/moves.ts'
import { mustBeOpen } from './periods.ts'
import { type AttendanceRow, attendanceRecord, get, measure, shiftOf } from './rows.ts'
import type { CorrectTimes } from './shapes.ts'
import { wasWorked } from './stamping.ts'
import { attendance, type Correction } from './tables.ts'

const words = 'You cannot approve your own time.'

export async function correct(
  caller: Caller,
  id: string,
  input: CorrectTimes,
): Promise<AttendanceRow> {
  const before = await begun(caller, id)
  if (before.correction?.status === 'PENDING') {
    throw conflict('A correction of this day waits for approval already.', 'state')
  }
  if (before.status === 'ON_LEAVE') {
    throw conflict('That day is leave: call the person back from it first.', 'state')
  }
  const new_in = input.clock_in_at ?? before.clock_in_at
  const new_out = input.clock_out_at === undefined ? before.clock_out_at : input.clock_out_at
  checkTimes(new_in, new_out)
  const correction: Correction = {
    old_in: before.clock_in_at,
    old_out: before.clock_out_at,
    new_in,
    new_out,
    excused: input.excused ?? before.excused,
    by_id: caller.user_id,
    by_name: caller.name,
    reason: input.reason,
    status: 'PENDING',
    approved_by_name: null,
    note: null,
  }
  return kept(caller, before, 'correct', { correction, correction_waits: true }, input.reason)
}

const longest_day = 24 * 60 * 60 * 1000

function checkTimes(new_in: string | null, new_out: string | null): void {
  if (new_in === null) {
    if (new_out === null) return
    throw invalid('clock_in_at', 'is required with clock_out_at.')
  }
  if (new_in > clock.instant()) throw invalid('clock_in_at', 'is in the future.')
  if (new_out === null) return
  if (new_out > clock.instant()) throw invalid('clock_out_at', 'is in the future.')
  if (new_out <= new_in) throw invalid('clock_out_at', 'must be after clock_in_at.')
  if (Date.parse(new_out) - Date.parse(new_in) > longest_day) {
    throw invalid('clock_out_at', 'is more than a day after clock_in_at.')
  }
}

/** Nobody touches the own time. */
async function begun(caller: Caller, id: string): Promise<AttendanceRow> {
  const { staff_id } = await get(caller, id)
  const before = await attendanceRecord.locked(caller, id)
  fresh(caller, before)
  await notOneself(caller, staff_id, words)
  await mustBeOpen(caller, before)
  return before
}

async function waiting(
  caller: Caller,
  id: string,
): Promise<{ before: AttendanceRow; correction: Correction }> {
  const before = await begun(caller, id)
  const { correction } = before
  if (correction?.status !== 'PENDING') throw conflict('No correction waits here.', 'state')
  await anotherPerson(caller, correction.by_id, 'attendance:approve', { words })
  return { before, correction }
}

export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<AttendanceRow> {
  const { before, correction } = await waiting(caller, id)
  const { new_out: clock_out_at, excused } = correction
  const changes = {
    excused,
    ...(await timed(caller, before, correction)),
    correction: decided(caller, correction, 'APPROVED', note),
    correction_waits: false,
    // Measured anew: what was approved of the old times does not stand.
    overtime_approved_minutes: null,
  }
  const still_open = clock_out_at === null && before.status === 'INCOMPLETE'
  const status = still_open ? { status: 'INCOMPLETE' as const } : {}
  return kept(caller, before, 'approve', { ...changes, ...status }, note)
}

/** Where nobody clocked in, an absence may be excused without times. */
async function timed(
  caller: Caller,
  { facility_id, shift_id, source }: AttendanceRow,
  { new_in: clock_in_at, new_out: clock_out_at }: Correction,
): Promise<Partial<AttendanceRow>> {
  if (clock_in_at === null) return {}
  const times = { clock_in_at, clock_out_at }
  await wasWorked(caller, shift_id)
  const shift = await shiftOf(caller, shift_id)
  const came = { ...times, source: source ?? ('MANUAL' as const) }
  return { ...came, ...(await measure(caller, times, facility_id, shift)) }
}

/** What was kept offline and is refused comes to nothing until somebody sets the day right. */
const not_counted = {
  clock_out_at: null,
  status: 'INCOMPLETE',
  minutes_late: 0,
  minutes_early: 0,
  worked_minutes: 0,
  night_minutes: 0,
  holiday_minutes: 0,
  overtime_minutes: 0,
  overtime_status: 'NONE',
  overtime_approved_minutes: null,
} as const

export async function refuse(caller: Caller, id: string, note: string): Promise<AttendanceRow> {
  const { before, correction } = await waiting(caller, id)
  return kept(
    caller,
    before,
    'refuse',
    {
      ...(correction.offline ? not_counted : {}),
      correction: decided(caller, correction, 'REFUSED', note),
      correction_waits: false,
    },
    note,
  )
}

const decided = (
  caller: Caller,
  correction: Correction,
  status: 'APPROVED' | 'REFUSED',
  note: string | null,
): Correction => ({ ...correction, status, approved_by_name: caller.name, note })

async function kept(
  caller: Caller,
  before: AttendanceRow,
  what: 'correct' | 'approve' | 'refuse',
  changes: Partial<AttendanceRow>,
  reason: string | null,
): Promise<AttendanceRow> {
  await attendance.change({ hospital_id: caller.hospital_id, id: before.id }, changes)
  record(caller, `attendance.${what}`, {
    entity_type: 'attendance',
    entity_id: before.id,
    entity_label: before.date,
    reason,
  })
  return { ...before, ...changes }
}
