// Payslips (people 2.9): what one person gets of one run, and how it came about. Money in minor units.

import {
  choice,
  code,
  flag,
  id,
  integer,
  json,
  key,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { pay_methods } from '../../staff/banks/words.ts'
import type { Share } from '../profiles/tables.ts'
import { slip_states } from '../words.ts'

export interface Earning {
  code: string
  name: string
  /** In hundredths. */
  units: number | null
  rate: number | null
  amount: number
  taxable: boolean
  /** The component's own account of costs. */
  account_id: string | null
  /** Of arrears: what of which month they are. */
  of?: { month: string; code: string } | null
}
export interface Deduction {
  code: string
  name: string
  amount: number
  /** Of a loan, after this. */
  balance_left: number | null
  loan_id: string | null
  account_id: string | null
}
export interface OfEmployer {
  code: string
  name: string
  amount: number
  /** What the law calls it, beside the component. */
  statutory_code: string
  expense_account_id: string | null
  liability_account_id: string | null
}
/** What did not fit, and is taken next month (HR-101). */
export interface Carried {
  code: string
  amount: number
}
export interface YearToDate {
  gross: number
  taxable: number
  tax: number
  net: number
}
export interface LeaveLeft {
  type_code: string
  name: string
  /** In hundredths of days. */
  available: number
}
/** As they stood when it was reckoned. */
export interface Numbers {
  tin: string | null
  pension_scheme: string | null
  pension_no: string | null
  health_no: string | null
}
export interface PaidWith {
  batch_id: string
  method: string
  reference: string
  paid_on: string
}

export const payslips = table(
  'payslips',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    run_id: ref('payroll_runs'),
    staff_id: ref('staff'),
    /** From posting on. */
    number: nullable(code(40)),
    status: choice(slip_states),
    /** Of a REGULAR run that stands: one a month for everybody (HR-90). */
    regular: flag(),
    period_year: integer(),
    period_month: integer(),
    staff_number: code(40),
    full_name: text(190),
    name_key: key(190),
    facility_id: ref('facilities'),
    department: text(120),
    cadre: text(120),
    grade: nullable(text(40)),
    employment_type: code(20),
    /** In hundredths. */
    paid_days: integer(),
    period_days: integer(),
    basic: money(),
    earnings: json<Earning[]>(),
    gross: money(),
    taxable_pay: money(),
    deductions: json<Deduction[]>(),
    total_deductions: money(),
    net: money(),
    employer: json<OfEmployer[]>(),
    employer_cost: money(),
    carried: json<Carried[]>(),
    split: json<Share[]>(),
    bank_account_id: nullable(uuid()),
    pay_method: nullable(choice(pay_methods)),
    /** `CRDB ••••1234`. */
    pays_to: nullable(text(200)),
    numbers: json<Numbers>(),
    ytd: json<YearToDate>(),
    leave_balances: json<LeaveLeft[]>(),
    payment: nullable(json<PaidWith>()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'staff_number', 'full_name'],
    unique: [
      { columns: ['run_id', 'staff_id'] },
      { columns: ['hospital_id', 'number'], only_where: 'number is not null' },
      { columns: ['staff_id', 'period_year', 'period_month'], only_where: 'regular' },
    ],
    indexes: [
      { columns: ['hospital_id', 'period_year', 'period_month', 'staff_number', 'id'] },
      { columns: ['staff_id', 'period_year', 'period_month'] },
    ],
  },
)

export const payslip_moves = historyTable('payslip_moves', 'payslips')
