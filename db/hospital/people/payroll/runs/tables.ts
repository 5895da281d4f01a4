// Runs of pay (people 2.9). Money in minor units.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  nought,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { run_kinds, run_states } from '../words.ts'

export interface Exception {
  code: string
  severity: 'ERROR' | 'WARN'
  staff_id: string | null
  text: string
  accepted_by_name: string | null
  note: string | null
}
export interface TableUsed {
  code: string
  effective_from: string
}
export interface LeftOut {
  staff_id: string
  staff_number: string
  full_name: string
  why: string
}
export interface Compared {
  last_run_id: string
  /** In hundredths of a percent. */
  net_change_bp: number
  joined: number
  left: number
  changed: number
}

export const payroll_runs = table(
  'payroll_runs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    kind: choice(run_kinds),
    status: choice(run_states),
    period_year: integer(),
    period_month: integer(),
    /** Empty: every branch. */
    facility_ids: json<string[]>(),
    /** Whose pay it is, where it is not of everybody. */
    staff_ids: nullable(json<string[]>()),
    pay_on: day(),
    staff_count: otherwise(integer(), 0),
    gross: nought(),
    deductions: nought(),
    net: nought(),
    employer_cost: nought(),
    paid: nought(),
    tables: otherwise(json<TableUsed[]>(), () => []),
    inputs_hash: nullable(code(64)),
    exceptions: otherwise(json<Exception[]>(), () => []),
    left_out: otherwise(json<LeftOut[]>(), () => []),
    compare: nullable(json<Compared>()),
    calculated_at: nullable(instant()),
    calculated_by_id: nullable(uuid()),
    calculated_by_name: nullable(text(160)),
    approved_at: nullable(instant()),
    approved_by_name: nullable(text(160)),
    posted_at: nullable(instant()),
    posted_by_id: nullable(uuid()),
    posted_by_name: nullable(text(160)),
    entry_reference: nullable(code(40)),
    /** The day that was asked of the books. */
    posted_for: nullable(day()),
    moved_from: nullable(day()),
    reversal_reference: nullable(code(40)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['hospital_id', 'period_year', 'period_month', 'id'] }],
  },
)

export const payroll_run_moves = historyTable('payroll_run_moves', 'payroll_runs')
