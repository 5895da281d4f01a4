// Payslips, out (people 2.9).

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { slip_states } from '../words.ts'
import { payslips } from './tables.ts'

const slip = fieldsOf(payslips)
const Line = { code: Text(1, 40), name: Text(1, 160), amount: Money }

const short = {
  ...slip('id', 'number', 'run_id'),
  run_reference: Text(1, 40),
  ...slip('staff_id', 'staff_number', 'full_name', 'department', 'cadre', 'grade', 'status'),
  ...slip('period_year', 'period_month', 'gross', 'total_deductions', 'net', 'pay_method'),
}
export const PayslipShort = named('PayslipShort', shape(short))
export type PayslipShort = Static<typeof PayslipShort>

export const Payslip = named(
  'Payslip',
  shape({
    ...short,
    period: Text(7, 7),
    paid_days: Decimal(0, 31),
    ...slip('period_days', 'basic'),
    earnings: listOf(
      shape({
        ...Line,
        units: nullable(Decimal(0, 1e9)),
        rate: nullable(Money),
        taxable: Flag,
      }),
    ),
    ...slip('taxable_pay'),
    deductions: listOf(shape({ ...Line, balance_left: nullable(Money) })),
    employer: listOf(shape(Line)),
    ...slip('employer_cost'),
    ytd: shape({ gross: Money, taxable: Money, tax: Money, net: Money }),
    leave_balances: listOf(
      shape({ type_code: Text(1, 40), name: Text(1, 120), available: Decimal(-1e6, 1e6) }),
    ),
    bank: nullable(Text(0, 200)),
    payment: nullable(
      shape({ batch_id: Id, method: Text(1, 10), reference: Text(0, 60), paid_on: Day }),
    ),
    currency: Text(3, 3),
    ...slip('version'),
    moves: listOf(Text(1, 40), 10),
    history: History,
  }),
)
export type Payslip = Static<typeof Payslip>

export const SlipFilters = {
  run_id: optional(Id),
  staff_id: optional(Id),
  department: optional(Text(0, 120)),
  status: optional(choice(slip_states)),
  period_year: optional(Whole(1900, 2999)),
  period_month: optional(Whole(1, 12)),
  search: optional(Search),
}
const filters = shape(SlipFilters)
export type SlipFilter = Static<typeof filters>
export const OwnSlipFilters = { year: optional(Whole(1900, 2999)) }
const own_filters = shape(OwnSlipFilters)
export type OwnSlipFilter = Static<typeof own_filters>
export const SlipPaperAsked = partial({
  lang: choice(languages),
  paper: choice(['A4', 'A5'] as const),
})

const figures = {
  basic: Money,
  allowances: Money,
  gross: Money,
  taxable_pay: Money,
  tax: Money,
  other_deductions: Money,
  total_deductions: Money,
  net: Money,
  employer_cost: Money,
  components: listOf(shape({ code: Text(1, 40), amount: Money })),
}
export const YearCard = named(
  'YearCard',
  shape({
    ...slip('staff_id', 'staff_number', 'full_name'),
    year: Whole(1900, 2999),
    months: listOf(shape({ month: Text(7, 7), ...figures }), 12),
    totals: shape(figures),
  }),
)
export type YearCard = Static<typeof YearCard>
export const YearAsked = partial({ year: Whole(1900, 2999) })
export const YearPaperAsked = partial({ year: Whole(1900, 2999), lang: choice(languages) })
