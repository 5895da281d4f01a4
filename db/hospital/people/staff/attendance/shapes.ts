// Attendance, in and out (people 2.6).

import {
  choice,
  Day,
  Flag,
  Id,
  Instant,
  named,
  nullable,
  optional,
  partial,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { attendance } from './tables.ts'
import { attendance_states, correction_states, directions, overtime_states } from './words.ts'

const row = fieldsOf(attendance)

export const Attendance = named(
  'Attendance',
  shape({
    ...row('id', 'staff_id'),
    staff_number: Text(0, 40),
    staff_name: Text(0, 190),
    ...row('facility_id', 'department', 'date', 'shift_id', 'shift_code', 'status', 'source'),
    ...row('clock_in_at', 'clock_out_at', 'device_in', 'device_out', 'minutes_late'),
    /** Kept by the workstation while the network was down, in or out. */
    offline: Flag,
    ...row('minutes_early', 'worked_minutes', 'night_minutes', 'holiday_minutes'),
    ...row('overtime_minutes', 'overtime_status', 'overtime_approved_minutes', 'excused'),
    period_closed: Flag,
    correction: nullable(
      shape({
        old_in: nullable(Instant),
        old_out: nullable(Instant),
        new_in: nullable(Instant),
        new_out: nullable(Instant),
        excused: Flag,
        by_name: Text(0, 160),
        reason: Text(1, 300),
        status: choice(correction_states),
        approved_by_name: nullable(Text(0, 160)),
        note: nullable(Text(0, 300)),
      }),
    ),
    ...row('version'),
  }),
)
export type Attendance = Static<typeof Attendance>

export const AttendanceFilters = {
  staff_id: optional(Id),
  department: optional(Text(0, 120)),
  facility_id: optional(Id),
  status: optional(choice(attendance_states)),
  overtime_status: optional(choice(overtime_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(AttendanceFilters)
export type AttendanceFilter = Static<typeof filters>

export const ClockInput = partial({
  direction: choice(directions),
  offline_id: Text(1, 64),
  device_time: Instant,
})
export type ClockInput = Static<typeof ClockInput>
export const Clocked = named(
  'Clocked',
  shape({
    attendance_id: Id,
    name: Text(1, 190),
    direction: choice(directions),
    at: Instant,
    shift: nullable(Text(1, 4)),
    minutes_late: Whole(),
    message: Text(1, 300),
  }),
)
export type Clocked = Static<typeof Clocked>

export const CorrectTimes = named(
  'AttendanceCorrection',
  shape({
    clock_in_at: optional(Instant),
    clock_out_at: optional(nullable(Instant)),
    excused: optional(Flag),
    reason: Text(3, 300),
  }),
)
export type CorrectTimes = Static<typeof CorrectTimes>

export const DecideOvertime = named(
  'OvertimeDecision',
  shape({
    decision: choice(['APPROVED', 'REFUSED']),
    minutes: optional(nullable(Whole(0, 1440))),
    over_limit_reason: optional(nullable(Text(0, 300))),
  }),
)
export type DecideOvertime = Static<typeof DecideOvertime>

const period = {
  period_year: Whole(1900, 2999),
  period_month: Whole(1, 12),
  facility_id: Id,
}
export const ClosePeriod = shape({
  ...period,
  force: optional(Flag),
  reason: optional(nullable(Text(0, 300))),
})
export type ClosePeriod = Static<typeof ClosePeriod>
export const ReopenPeriod = shape({ ...period, reason: Text(3, 300) })
export type ReopenPeriod = Static<typeof ReopenPeriod>
const PeriodCounts = shape({ corrections: Whole(), overtime: Whole(), incomplete: Whole() })
export type PeriodCounts = Static<typeof PeriodCounts>
export const PeriodClosed = shape({ closed: Flag, counts: PeriodCounts })
export const PeriodReopened = shape({ reopened: Flag })
