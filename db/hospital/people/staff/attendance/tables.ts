// When people came and went (people 2.6).

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  attendance_sources,
  attendance_states,
  type correction_states,
  overtime_states,
} from './words.ts'

/** The times that stood before are never lost (HR-65). */
export interface Correction {
  old_in: string | null
  old_out: string | null
  new_in: string | null
  new_out: string | null
  excused: boolean
  by_id: string | null
  by_name: string
  reason: string
  status: (typeof correction_states)[number]
  approved_by_name: string | null
  note: string | null
  /** Made by the house of what a workstation kept (HR-53): refused, the day does not count. */
  offline?: true
}

const none = () => otherwise(integer(), 0)

export const attendance = table(
  'attendance',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    facility_id: ref('facilities'),
    department: text(120),
    /** The shift's, else the local day on which it began. */
    date: day(),
    shift_id: nullable(ref('roster_shifts')),
    shift_code: nullable(code(4)),
    status: choice(attendance_states),
    /** Null: nobody clocked, the house wrote the day down (HR-63). */
    source: nullable(choice(attendance_sources)),
    clock_in_at: nullable(instant()),
    clock_out_at: nullable(instant()),
    device_in: nullable(uuid()),
    device_out: nullable(uuid()),
    /** As the workstation named what it kept while the network was down (HR-53). */
    offline_in: nullable(code(64)),
    offline_out: nullable(code(64)),
    minutes_late: none(),
    minutes_early: none(),
    worked_minutes: none(),
    night_minutes: none(),
    holiday_minutes: none(),
    overtime_minutes: none(),
    overtime_status: choice(overtime_states),
    overtime_approved_minutes: nullable(integer()),
    correction: nullable(json<Correction>()),
    correction_waits: no(),
    excused: no(),
    ...versioned,
  },
  {
    unique: [
      {
        columns: ['staff_id'],
        only_where: "clock_in_at is not null and clock_out_at is null and status <> 'INCOMPLETE'",
      },
      { columns: ['staff_id', 'offline_in'], only_where: 'offline_in is not null' },
      { columns: ['staff_id', 'offline_out'], only_where: 'offline_out is not null' },
      { columns: ['staff_id', 'shift_id'], only_where: "status in ('ABSENT', 'ON_LEAVE')" },
    ],
    indexes: [{ columns: ['hospital_id', 'date', 'id'] }, { columns: ['staff_id', 'date'] }],
  },
)

/** A month of a branch that is closed (HR-66); one that is open has no row. */
export const attendance_periods = table(
  'attendance_periods',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    period_year: integer(),
    period_month: integer(),
    closed_at: instant(),
    closed_by_name: text(160),
    ...stamps,
  },
  { unique: [{ columns: ['facility_id', 'period_year', 'period_month'] }] },
)
