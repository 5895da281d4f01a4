// Time beyond the shift is decided on by another (people 3.6, HR-64).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { record } from '../../../office/audit/record.ts'
import { notOneself } from '../records/moves.ts'
import { settingsOf } from '../settings/settings.ts'
import { mustBeOpen } from './periods.ts'
import { type AttendanceRow, attendanceRecord, get } from './rows.ts'
import type { DecideOvertime } from './shapes.ts'
import { attendance } from './tables.ts'

const words = 'You cannot approve your own time.'

export async function decide(
  caller: Caller,
  id: string,
  input: DecideOvertime,
): Promise<AttendanceRow> {
  const { staff_id } = await get(caller, id)
  const before = await attendanceRecord.locked(caller, id)
  fresh(caller, before)
  await notOneself(caller, staff_id, words)
  await mustBeOpen(caller, before)
  if (before.overtime_status !== 'PENDING') throw conflict('No overtime waits here.', 'state')
  const { decision, over_limit_reason: reason = null } = input
  const minutes = minutesOf(before, input)
  if (decision === 'APPROVED' && !reason) await withinLimit(caller, before, minutes ?? 0)
  const changes = { overtime_status: decision, overtime_approved_minutes: minutes }
  await attendance.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, 'attendance.overtime', {
    entity_type: 'attendance',
    entity_id: id,
    entity_label: before.date,
    changes: { overtime: [before.overtime_minutes, minutes ?? 0] },
    reason,
  })
  return { ...before, ...changes }
}

function minutesOf(
  { overtime_minutes }: AttendanceRow,
  { decision, minutes }: DecideOvertime,
): number | null {
  if (decision === 'REFUSED') {
    if (minutes) throw invalid('minutes', 'is for what is APPROVED.')
    return null
  }
  const given = minutes ?? overtime_minutes
  if (given > overtime_minutes) throw invalid('minutes', `is more than ${overtime_minutes}.`)
  if (given < 1) throw invalid('minutes', 'must be at least 1.')
  return given
}

/** The four weeks that end on the day. */
const weeks_days = 28

async function withinLimit(
  caller: Caller,
  { staff_id, date, id }: AttendanceRow,
  minutes: number,
): Promise<void> {
  const { overtime_4_weeks_hours: hours } = await settingsOf(caller)
  const found = await row<{ sum: number }>(
    sql`select coalesce(sum(overtime_approved_minutes), 0) as sum from attendance
      where hospital_id = ${caller.hospital_id} and staff_id = ${staff_id} and id <> ${id}
      and date > ${nextDay(date, -weeks_days)} and date <= ${date}`,
  )
  const all = Number(found?.sum ?? 0) + minutes
  if (all <= hours * 60) return
  throw conflict(
    `That makes ${Math.round((all / 60) * 100) / 100} hours of overtime in four weeks, more than ${hours}: give over_limit_reason.`,
    'limit',
  )
}
