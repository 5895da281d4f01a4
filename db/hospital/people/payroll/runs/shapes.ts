// Runs of pay, in and out (people 2.9).

import {
  choice,
  Day,
  Decimal,
  Id,
  listOf,
  Money,
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
import { History } from '../../../history.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { payslips } from '../slips/tables.ts'
import { run_kinds, run_states, severities } from '../words.ts'
import { run_moves } from './record.ts'
import { payroll_runs } from './tables.ts'

const run = fieldsOf(payroll_runs)
const Year = Whole(1900, 2999)
const Month = Whole(1, 12)

const Filing = shape({
  kind: Text(1, 40),
  amount: Money,
  filing_id: nullable(Id),
  status: nullable(Text(1, 40)),
  due_on: nullable(Day),
})

const fields = {
  ...run('id'),
  reference: Text(1, 40),
  ...run('kind', 'status', 'period_year', 'period_month'),
  facility_ids: listOf(Id),
  ...run('pay_on', 'staff_count', 'gross', 'deductions', 'net', 'employer_cost', 'paid'),
  ...run('inputs_hash', 'calculated_at', 'calculated_by_name', 'approved_at', 'approved_by_name'),
  ...run('posted_at', 'posted_by_name', 'entry_reference', 'moved_from', 'reversal_reference'),
  ...run('created_at', 'updated_at', 'version'),
}
export const PayrollRun = named('PayrollRun', shape(fields))
export type PayrollRun = Static<typeof PayrollRun>

export const PayrollRunOpened = named(
  'PayrollRunOpened',
  shape({
    ...fields,
    tables: listOf(shape({ code: Text(1, 40), effective_from: Day })),
    exceptions: listOf(
      shape({
        code: Text(1, 10),
        severity: choice(severities),
        staff_id: nullable(Id),
        text: Text(1, 300),
        accepted_by_name: nullable(Text(1, 160)),
        note: nullable(Text(0, 300)),
      }),
      100_000,
    ),
    left_out: listOf(
      shape({
        staff_id: Id,
        staff_number: Text(1, 40),
        full_name: Text(1, 190),
        why: Text(1, 200),
      }),
      100_000,
    ),
    compare: nullable(
      shape({
        last_run_id: Id,
        net_change_pct: Decimal(-1e9, 1e9),
        joined: Whole(),
        left: Whole(),
        changed: Whole(),
      }),
    ),
    filings: listOf(Filing),
    moves: listOf(choice(run_moves)),
    history: History,
  }),
)
export type PayrollRunOpened = Static<typeof PayrollRunOpened>

export const RunFilters = {
  period_year: optional(Year),
  period_month: optional(Month),
  kind: optional(choice(run_kinds)),
  status: optional(choice(run_states)),
}
const filters = shape(RunFilters)
export type RunFilter = Static<typeof filters>

export const RunInput = named(
  'PayrollRunInput',
  shape({
    period_year: Year,
    period_month: Month,
    kind: optional(choice(run_kinds)),
    facility_ids: optional(listOf(Id, 500)),
    pay_on: optional(nullable(Day)),
    staff_ids: optional(nullable(listOf(Id, 5000))),
  }),
)
export type RunInput = Static<typeof RunInput>

export const ApproveRun = partial({
  accept: listOf(shape({ code: Text(1, 10), note: Text(1, 300) }), 50),
  note: nullable(Text(0, 300)),
})
export type ApproveRun = Static<typeof ApproveRun>
export const PostRun = partial({ date: nullable(Day) })
export const WithReason = shape({ reason: Text(3, 300) })

export const RunReturn = named(
  'PayrollReturn',
  shape({
    code: Text(1, 40),
    filing_kind: Text(1, 40),
    employees: Whole(0),
    employee: Money,
    employer: Money,
    total: Money,
    filing_id: nullable(Id),
  }),
)
export type RunReturn = Static<typeof RunReturn>

const slip = fieldsOf(payslips)
export const RegisterRow = named(
  'PayrollRegisterRow',
  shape({
    payslip_id: Id,
    ...slip('number', 'staff_id', 'staff_number', 'full_name', 'department', 'status'),
    basic: Money,
    allowances: Money,
    gross: Money,
    taxable_pay: Money,
    tax: Money,
    other_deductions: Money,
    total_deductions: Money,
    net: Money,
    employer_cost: Money,
  }),
)
export type RegisterRow = Static<typeof RegisterRow>
export const RegisterFilters = { department: optional(Text(0, 120)) }
export const RegisterFileAsked = partial({
  department: Text(0, 120),
  format: choice(['csv', 'pdf'] as const),
  lang: choice(languages),
})
