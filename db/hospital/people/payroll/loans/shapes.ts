// Loans of staff, out (people 2.9).

import {
  choice,
  Id,
  listOf,
  Money,
  named,
  optional,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { loan_kinds, loan_states } from '../words.ts'
import { staff_loan_movements, staff_loans } from './tables.ts'

const loan = fieldsOf(staff_loans)
const movement = fieldsOf(staff_loan_movements)

const fields = {
  ...loan('id', 'staff_id'),
  staff_name: Text(0, 190),
  reference: Text(1, 40),
  ...loan('kind', 'status', 'principal', 'instalment', 'repaid'),
  balance: Money,
  starts: Text(7, 7),
  ...loan('reason', 'created_at', 'version'),
}
export const Loan = named('StaffLoan', shape(fields))
export type Loan = Static<typeof Loan>
export const LoanOpened = named(
  'StaffLoanOpened',
  shape({
    ...fields,
    movements: listOf(shape(movement('payslip_id', 'reference', 'amount', 'created_at')), 1000),
  }),
)
export type LoanOpened = Static<typeof LoanOpened>
export const LoanFilters = {
  staff_id: optional(Id),
  status: optional(choice(loan_states)),
  kind: optional(choice(loan_kinds)),
}
const filters = shape(LoanFilters)
export type LoanFilter = Static<typeof filters>
