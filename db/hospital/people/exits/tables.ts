// How people leave, and what is cleared before they are paid out (people 2.10). Money in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { staff_states } from '../staff/records/words.ts'
import { exit_kinds, exit_states, item_states } from './words.ts'

/** Who takes the pay of somebody who died (HR-133). */
export interface Payee {
  name: string
  relationship: string
  phone: string
  /** In hundredths of a percent. */
  share_bp: number | null
}
export interface Interview {
  held_on: string | null
  notes: string
}
export interface TerminalLine {
  code: string
  /** How it came about, in words. */
  basis: string
  /** Below nought: taken. */
  amount: number
}

export const staff_exits = table(
  'staff_exits',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    number: code(40),
    /** As they were at the notice. */
    staff_number: code(40),
    staff_name: text(190),
    department: text(120),
    status: choice(exit_states),
    kind: choice(exit_kinds),
    /** The hospital wished it: notice is paid, and severance at the end of a contract. */
    by_hospital: flag(),
    notice_on: day(),
    notice_days: integer(),
    last_day: day(),
    notice_short_days: integer(),
    reason: text(300),
    payees: otherwise(json<Payee[]>(), () => []),
    interview: nullable(json<Interview>()),
    rehire_ok: nullable(flag()),
    /** Of the staff record, before the notice. */
    staff_status_before: choice(staff_states),
    closed_account: no(),
    terminal: nullable(json<TerminalLine[]>()),
    /** What was said when it was reckoned, to reckon it again. */
    said: otherwise(json<{ code: string; amount: number; note: string }[]>(), () => []),
    calculated_at: nullable(instant()),
    calculated_by_id: nullable(uuid()),
    calculated_by_name: nullable(text(160)),
    run_id: nullable(uuid()),
    completed_at: nullable(instant()),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'staff_number', 'staff_name'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      {
        columns: ['staff_id'],
        only_where: "status in ('OPEN', 'CLEARING', 'CLEARED', 'SETTLED')",
      },
    ],
    indexes: [{ columns: ['hospital_id', 'last_day', 'id'] }],
  },
)

export const staff_exit_moves = historyTable('staff_exit_moves', 'staff_exits')

export const exit_items = table(
  'exit_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    exit_id: ref('staff_exits'),
    position: integer(),
    area: code(40),
    title: text(160),
    /** Found by the house: it clears itself, or is waived. */
    automatic: flag(),
    /** What it was found by: of an automatic one alone. */
    found_by: nullable(code(80)),
    status: choice(item_states),
    amount: nullable(money()),
    cleared_by_name: nullable(text(160)),
    note: nullable(text(300)),
    ...stamps,
  },
  {
    unique: [{ columns: ['exit_id', 'found_by'], only_where: 'found_by is not null' }],
    indexes: [{ columns: ['exit_id', 'position'] }],
  },
)
