// Types of shifts, rosters and the shifts in them (people 2.5).

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  yes,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { cadre_groups } from '../cadres/words.ts'
import { roster_states, shift_states } from './words.ts'

export const shift_types = table(
  'shift_types',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    position: integer(),
    code: code(4),
    name: text(60),
    /** `07:00`; an end that is not after it lies on the next day. */
    starts_at: code(5),
    ends_at: code(5),
    break_minutes: integer(),
    on_call: flag(),
    colour: nullable(code(20)),
    /** Empty: of every department. */
    departments: otherwise(json<string[]>(), () => []),
    grace_in_minutes: otherwise(integer(), 10),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const rosters = table(
  'rosters',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    department: text(120),
    starts_on: day(),
    ends_on: day(),
    status: choice(roster_states),
    published_at: nullable(instant()),
    published_by_name: nullable(text(160)),
    auto_take: no(),
    /** Why it is out although a shift is below its minimum (HR-35). */
    accept_short_reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'department', 'starts_on'] },
      { columns: ['hospital_id', 'starts_on', 'id'] },
    ],
  },
)

export const roster_moves = historyTable('roster_moves', 'rosters')

export const roster_shifts = table(
  'roster_shifts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    roster_id: ref('rosters'),
    facility_id: ref('facilities'),
    department: text(120),
    /** The day it begins. */
    date: day(),
    shift_type_id: ref('shift_types'),
    code: code(4),
    starts_at: instant(),
    ends_at: instant(),
    paid_minutes: integer(),
    on_call: flag(),
    night: flag(),
    staff_id: nullable(ref('staff')),
    role: nullable(text(60)),
    note: nullable(text(300)),
    status: choice(shift_states),
    called_in: no(),
    ...stamps,
  },
  {
    unique: [
      {
        columns: ['roster_id', 'date', 'staff_id', 'shift_type_id'],
        only_where: 'staff_id is not null',
      },
    ],
    indexes: [
      { columns: ['roster_id', 'date'] },
      { columns: ['staff_id', 'starts_at'], only_where: 'staff_id is not null' },
      { columns: ['staff_id', 'date'], only_where: 'staff_id is not null' },
      { columns: ['hospital_id', 'starts_at'] },
    ],
  },
)

/** How many of whom must stand in a shift of a department (HR-35). */
export const cover_rules = table(
  'cover_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    department: text(120),
    shift_type_id: ref('shift_types'),
    /** 1 is Monday. */
    weekdays: json<number[]>(),
    /** Only on holidays, only on other days; null: on both. */
    holidays: nullable(flag()),
    /** One of the two. */
    cadre_id: nullable(ref('cadres')),
    cadre_group: nullable(choice(cadre_groups)),
    minimum: integer(),
    skill: nullable(text(60)),
    starts_on: nullable(day()),
    ends_on: nullable(day()),
    active: yes(),
    ...versioned,
  },
  { indexes: [{ columns: ['hospital_id', 'department'] }] },
)
