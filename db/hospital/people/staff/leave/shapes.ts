// Leave, in and out (people 2.7).

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
  listOf,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { holidays, leave_requests, leave_types } from './tables.ts'
import { entry_kinds, half_days, leave_states } from './words.ts'

const type = fieldsOf(leave_types)
const request = fieldsOf(leave_requests)
const holiday = fieldsOf(holidays)
const Days = Decimal(-100_000, 100_000)
const none = (max: number) => optional(nullable(Text(0, max)))

export const LeaveType = named(
  'LeaveType',
  shape({
    ...type('id', 'code', 'name', 'pay_pct'),
    days: Days,
    ...type('basis', 'cycle_months', 'accrual'),
    carry_over_days: Days,
    ...type('carry_over_months', 'min_service_months', 'notice_days', 'half_days'),
    ...type('document_after_days', 'sex', 'max_events', 'needs_balance'),
    advance_days: Days,
    ...type('encash_on_exit', 'active', 'version'),
  }),
)
export type LeaveType = Static<typeof LeaveType>
export const LeaveTypeFilters = { active: optional(QueryFlag) }

const EventShown = shape({
  due_on: nullable(Day),
  born_on: nullable(Day),
  multiple: Flag,
  premature_weeks: nullable(Whole(1, 20)),
  relationship: nullable(Text(0, 60)),
})
const moves = ['approve', 'refuse', 'cancel', 'recall'] as const
const leave_fields = {
  ...request('id', 'facility_id'),
  reference: Text(1, 40),
  ...request('staff_id'),
  staff_name: Text(1, 190),
  department: Text(1, 120),
  ...request('type_code', 'status', 'starts_on', 'ends_on', 'half_day'),
  days: Days,
  ...request('return_on', 'reason'),
  event: nullable(EventShown),
  ...request('contact_phone', 'cover_staff_id', 'cover_status', 'document_attachment_id'),
  ...request('short_notice_reason'),
  balance_before: nullable(Days),
  balance_after: nullable(Days),
  shifts_touched: Whole(),
  ...request('decided_by_name', 'decision_note', 'recalled_on', 'created_at', 'updated_at'),
  ...request('version'),
  moves: listOf(choice(moves)),
}
export const LeaveRequest = named('LeaveRequest', shape(leave_fields))
export type LeaveRequest = Static<typeof LeaveRequest>
export const LeaveOpened = named('LeaveOpened', shape({ ...leave_fields, history: History }))
export type LeaveOpened = Static<typeof LeaveOpened>

/** What was asked for, and what follows it at another pay. */
export const LeaveAsked = named(
  'LeaveAsked',
  shape({
    ...leave_fields,
    history: History,
    further: listOf(
      shape({
        id: Id,
        reference: Text(1, 40),
        type_code: Text(1, 40),
        starts_on: Day,
        ends_on: Day,
        days: Days,
      }),
    ),
  }),
)
export type LeaveAsked = Static<typeof LeaveAsked>

const asked = {
  type_code: Text(1, 40),
  starts_on: Day,
  ends_on: Day,
  half_day: optional(nullable(choice(half_days))),
  reason: none(500),
  event: optional(
    nullable(
      shape({
        due_on: optional(nullable(Day)),
        born_on: optional(nullable(Day)),
        multiple: optional(Flag),
        premature_weeks: optional(nullable(Whole(1, 20))),
        relationship: none(60),
      }),
    ),
  ),
  contact_phone: optional(nullable(Phone)),
  cover_staff_id: optional(nullable(Id)),
  document_attachment_id: optional(nullable(Id)),
  /** Of sick leave: days that outlast half pay are taken without any. */
  accept_unpaid: optional(nullAsAbsent(Flag)),
  short_notice_reason: none(300),
}
export const OwnLeaveInput = named('OwnLeaveInput', shape(asked))
export type OwnLeaveInput = Static<typeof OwnLeaveInput>
export const LeaveInput = named('LeaveInput', shape({ staff_id: Id, ...asked }))
export type LeaveInput = Static<typeof LeaveInput>

export const LeaveFilters = {
  search: optional(Search),
  staff_id: optional(Id),
  department: optional(Text(0, 120)),
  type_code: optional(Text(0, 40)),
  status: optional(choice(leave_states)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
const filters = shape(LeaveFilters)
export type LeaveFilter = Static<typeof filters>
export const OwnLeaveFilters = { status: optional(choice(leave_states)) }

export const ApproveLeave = partial({
  note: nullable(Text(0, 300)),
  /** Where cover would be below its minimum (HR-35). */
  accept_short_reason: nullable(Text(0, 300)),
})
export type ApproveLeave = Static<typeof ApproveLeave>
export const RefuseLeave = shape({ note: Text(1, 300) })
export const CancelLeave = shape({ reason: Reason })
export const RecallLeave = shape({ recalled_on: Day, reason: Reason })

export const LeaveBalance = named(
  'LeaveBalance',
  shape({
    staff_id: Text(1, 36),
    staff_name: Text(1, 190),
    type_code: Text(1, 40),
    cycle_starts: Day,
    cycle_ends: Day,
    opening: Days,
    accrued: Days,
    carried: Days,
    adjusted: Days,
    taken: Days,
    booked: Days,
    lapsed: Days,
    available: Days,
  }),
)
export type LeaveBalance = Static<typeof LeaveBalance>
export const BalanceFilters = {
  staff_id: optional(Id),
  department: optional(Text(0, 120)),
  type_code: optional(Text(0, 40)),
  as_of: optional(Day),
}
const balance_filters = shape(BalanceFilters)
export type BalanceFilter = Static<typeof balance_filters>
export const AdjustBalance = shape({
  staff_id: Id,
  type_code: Text(1, 40),
  days: Decimal(-1000, 1000),
  note: Text(1, 300),
  kind: choice(entry_kinds),
})
export type AdjustBalance = Static<typeof AdjustBalance>

export const Holiday = named(
  'Holiday',
  shape(holiday('id', 'date', 'name', 'facility_id', 'confirmed', 'recurring', 'version')),
)
export type Holiday = Static<typeof Holiday>
export const HolidayFilters = { year: optional(Whole(1000, 2999)) }
export const HolidayInput = named(
  'HolidayInput',
  shape({
    date: Day,
    name: Text(1, 120),
    facility_id: optional(nullable(Id)),
    confirmed: optional(Flag),
    recurring: optional(Flag),
  }),
)
export type HolidayInput = Static<typeof HolidayInput>
export const HolidayChange = partial({ date: Day, name: Text(1, 120), confirmed: Flag })
export type HolidayChange = Static<typeof HolidayChange>
