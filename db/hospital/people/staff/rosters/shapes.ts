// Rosters, in and out (people 2.5).

import {
  choice,
  Day,
  Flag,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { Cover } from './cover-shapes.ts'
import { roster_shifts, rosters, shift_types } from './tables.ts'
import { clash_codes, roster_states } from './words.ts'

const type = fieldsOf(shift_types)
const roster = fieldsOf(rosters)
const shift = fieldsOf(roster_shifts)

export const ShiftType = named(
  'ShiftType',
  shape({
    ...type('id', 'code', 'name', 'starts_at', 'ends_at', 'break_minutes'),
    paid_minutes: Whole(0),
    ...type('on_call'),
    night: Flag,
    ...type('colour'),
    departments: listOf(Text(1, 120)),
    ...type('grace_in_minutes', 'active', 'version'),
  }),
)
export type ShiftType = Static<typeof ShiftType>
export const ShiftTypeFilters = {
  active: optional(QueryFlag),
  department: optional(Text(0, 120)),
}

const roster_fields = {
  ...roster('id', 'facility_id'),
  reference: Text(1, 40),
  ...roster('department', 'starts_on', 'ends_on', 'status', 'published_at', 'published_by_name'),
  ...roster('auto_take', 'accept_short_reason'),
  counts: shape({ shifts: Whole(0), people: Whole(0) }),
  ...roster('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['publish', 'unpublish'])),
}
export const Roster = named('Roster', shape(roster_fields))
export type Roster = Static<typeof Roster>

export const Clash = shape({
  shift_id: Text(1, 36),
  staff_id: Text(1, 36),
  staff_name: Text(0, 190),
  date: Day,
  code: choice(clash_codes),
  severity: choice(['REFUSE', 'WARN']),
  text: Text(0, 200),
})
export type ClashShown = Static<typeof Clash>

const shift_fields = {
  ...shift('id', 'roster_id', 'facility_id', 'department', 'date', 'shift_type_id', 'code'),
  ...shift('starts_at', 'ends_at', 'on_call', 'night', 'staff_id'),
  staff_name: nullable(Text(0, 190)),
  ...shift('role', 'note', 'status', 'called_in'),
}
export const Shift = named('RosterShift', shape(shift_fields))
export type Shift = Static<typeof Shift>

const opened_fields = {
  ...roster_fields,
  /** A row a person, with the shifts in their order. */
  people: listOf(
    shape({
      staff_id: Text(1, 36),
      name: Text(1, 190),
      cadre: Text(0, 120),
      hours: Money,
      shifts: listOf(Shift, 5000),
    }),
    5000,
  ),
  open: listOf(Shift, 10_000),
  clashes: listOf(Clash, 10_000),
  cover: listOf(Cover, 10_000),
  history: History,
}
export const RosterOpened = named('RosterOpened', shape(opened_fields))
export type RosterOpened = Static<typeof RosterOpened>

export const RosterBegun = named(
  'RosterBegun',
  shape({
    ...opened_fields,
    /** What would have been refused, and is left open (HR-36). */
    skipped: listOf(
      shape({
        shift_id: Text(1, 36),
        staff_id: Text(1, 36),
        staff_name: Text(0, 190),
        date: Day,
        code: choice(clash_codes),
        text: Text(0, 200),
      }),
      31_000,
    ),
  }),
)
export type RosterBegun = Static<typeof RosterBegun>

export const RosterInput = named(
  'RosterInput',
  shape({
    department: Text(1, 120),
    facility_id: optional(nullable(Id)),
    starts_on: Day,
    ends_on: Day,
    auto_take: optional(Flag),
    /** Another roster of the department, like which this one begins (HR-36). */
    copy_from: optional(nullable(Id)),
    /** Turns of codes of shifts, `-` for a day off; each begins at its place. */
    pattern: optional(
      nullable(
        listOf(
          shape({
            staff_id: Id,
            cycle: listOf(Text(1, 4), 62, 1),
            offset: optional(Whole(0, 61)),
          }),
          1000,
          1,
        ),
      ),
    ),
  }),
)
export type RosterInput = Static<typeof RosterInput>

export const RosterFilters = {
  department: optional(Text(0, 120)),
  facility_id: optional(Id),
  status: optional(choice(roster_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(RosterFilters)
export type RosterFilter = Static<typeof filters>

const Cell = shape({
  date: Day,
  staff_id: optional(nullable(Id)),
  shift_type_id: nullable(Id),
  role: optional(nullable(Text(0, 60))),
  note: optional(nullable(Text(0, 300))),
})
export const Cells = named('RosterCells', shape({ cells: listOf(Cell, 3000, 1) }))
export type Cells = Static<typeof Cells>
export const CellsSet = shape({
  set: Whole(0),
  cleared: Whole(0),
  clashes: listOf(Clash, 10_000),
  /** Of the days that were touched. */
  cover: listOf(Cover, 10_000),
})
export type CellsSet = Static<typeof CellsSet>
export const Publish = partial({ accept_short_reason: nullable(Reason) })
export const Unpublish = shape({ reason: Reason })
export const OwnShiftFilters = { from: optional(Day), to: optional(Day) }
const own_filters = shape(OwnShiftFilters)
export type OwnShiftFilter = Static<typeof own_filters>

export const SheetAsked = partial({ lang: choice(languages) })
