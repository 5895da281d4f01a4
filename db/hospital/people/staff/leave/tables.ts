// Leave, what is entered by hand of its balances, and public holidays (people 2.7). Days in hundredths.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { sexes } from '../records/words.ts'
import {
  accruals,
  cover_states,
  entry_kinds,
  half_days,
  leave_bases,
  leave_states,
} from './words.ts'

export interface LeaveEvent {
  due_on: string | null
  born_on: string | null
  multiple: boolean
  premature_weeks: number | null
  relationship: string | null
}

export const leave_types = table(
  'leave_types',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    position: integer(),
    code: code(40),
    name: text(120),
    pay_pct: integer(),
    days: integer(),
    basis: choice(leave_bases),
    cycle_months: integer(),
    accrual: choice(accruals),
    carry_over_days: otherwise(integer(), 0),
    carry_over_months: otherwise(integer(), 0),
    min_service_months: otherwise(integer(), 0),
    notice_days: otherwise(integer(), 0),
    half_days: flag(),
    document_after_days: nullable(integer()),
    sex: nullable(choice(sexes)),
    max_events: nullable(integer()),
    needs_balance: flag(),
    advance_days: otherwise(integer(), 0),
    encash_on_exit: otherwise(flag(), false),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const leave_requests = table(
  'leave_requests',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    staff_id: ref('staff'),
    type_code: code(40),
    status: choice(leave_states),
    starts_on: day(),
    ends_on: day(),
    half_day: nullable(choice(half_days)),
    /** In hundredths. */
    days: integer(),
    return_on: day(),
    reason: nullable(text(500)),
    event: nullable(json<LeaveEvent>()),
    contact_phone: nullable(code(20)),
    cover_staff_id: nullable(ref('staff')),
    cover_status: choice(cover_states),
    document_attachment_id: nullable(uuid()),
    short_notice_reason: nullable(text(300)),
    /** What there was, and what is left of it; null where nothing is reckoned. */
    balance_before: nullable(integer()),
    balance_after: nullable(integer()),
    /** Shifts that became open when it was approved. */
    shifts_freed: otherwise(integer(), 0),
    requested_by_id: nullable(uuid()),
    decided_by_name: nullable(text(160)),
    decision_note: nullable(text(300)),
    recalled_on: nullable(day()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'reason'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['staff_id', 'starts_on'] },
      { columns: ['hospital_id', 'starts_on', 'id'] },
      { columns: ['hospital_id', 'ends_on'] },
    ],
  },
)

export const leave_moves = historyTable('leave_moves', 'leave_requests')

/** What was brought along, and what somebody set right: only added to. */
export const leave_entries = table(
  'leave_entries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    type_code: code(40),
    date: day(),
    kind: choice(entry_kinds),
    days: integer(),
    note: text(300),
    by_name: text(160),
    ...stamps,
  },
  { append_only: true, indexes: [{ columns: ['staff_id', 'type_code', 'date'] }] },
)

export const holidays = table(
  'holidays',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    date: day(),
    name: text(120),
    /** Null: of every branch. */
    facility_id: nullable(ref('facilities')),
    confirmed: flag(),
    /** Every year on this day, from this one on. */
    recurring: flag(),
    ...versioned,
  },
  { indexes: [{ columns: ['hospital_id', 'date'] }] },
)
