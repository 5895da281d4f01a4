// Expenses as they come in and go out (2.11).

import {
  optional,
  choice,
  Day,
  Decimal,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  Phone,
  Search,
  type Static,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import { History } from '../billing/history-shapes.ts'
import { money_methods } from '../billing/payments/words.ts'
import { expense_categories, expense_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { expenses } from './tables.ts'

const expense = fieldsOf(expenses)

const out = (max: number) => nullable(Text(0, max))

const said = {
  amount: nullable(Money),
  category: nullable(choice(expense_categories)),
  department: out(120),
  /** A method that is known counts; another is kept as it is typed, and said anew to be paid. */
  method: out(40),
  payee: out(160),
  spent_on: nullable(Day),
  payee_tin: out(40),
  payee_phone: nullable(Phone),
  account_id: nullable(Id),
  tax_code: out(20),
  wht_pct: nullable(Decimal(0, 100)),
  budget_note: out(300),
  attachment_ids: nullable(listOf(Id, 20)),
}
const may_be_left_out = Object.fromEntries(
  Object.entries(said).map(([key, kind]) => [key, optional(kind)]),
) as { [K in keyof typeof said]: ReturnType<typeof optional<(typeof said)[K]>> }

export const ExpenseInput = named(
  'ExpenseInput',
  form({ description: Text(1, 300), ...may_be_left_out }),
)
export type ExpenseInput = Static<typeof ExpenseInput>
export const ExpenseChange = named('ExpenseChange', partial({ description: Text(1, 300), ...said }))
export type ExpenseChange = Static<typeof ExpenseChange>

export const PayExpense = partial({
  method: nullable(choice(money_methods)),
  account_id: nullable(Id),
  reference: nullable(Text(0, 60)),
  paid_on: nullable(Day),
})
export type PayExpense = Static<typeof PayExpense>

const expense_fields = {
  ...expense('id', 'facility_id', 'number', 'status', 'description', 'amount', 'category'),
  ...expense('department'),
  method: out(40),
  ...expense('payee', 'spent_on', 'payee_tin', 'payee_phone', 'account_id', 'tax_code'),
  wht_pct: nullable(Money),
  budget_note: out(300),
  attachment_ids: listOf(Text(1, 64)),
  ...expense('net', 'tax', 'wht', 'payable', 'requested_by_name', 'approved_by_name'),
  ...expense('second_approved_by_name', 'paid_by_name', 'paid_at', 'paid_on'),
  funding_account_id: out(36),
  ...expense('shift_id', 'reference'),
  budget: nullable(
    shape({
      amount: Money,
      actual: Money,
      committed: Money,
      used_pct: Money,
      result: choice(['OK', 'WARN', 'STOP']),
    }),
  ),
  entry_references: listOf(Text(1, 40)),
  decision_note: out(300),
  moves: listOf(choice(['submit', 'approve', 'reject', 'edit', 'pay', 'cancel', 'reverse'])),
  ...expense('created_at', 'updated_at', 'version'),
}
export const Expense = named('Expense', shape(expense_fields))
export type Expense = Static<typeof Expense>
export const ExpenseOpened = named(
  'ExpenseOpened',
  shape({ ...expense_fields, warnings: listOf(Text(1, 80)), history: History }),
)
export type ExpenseOpened = Static<typeof ExpenseOpened>

export const ExpenseFilters = {
  status: optional(choice(expense_states)),
  category: optional(choice(expense_categories)),
  department: optional(Text(0, 120)),
  payee: optional(Text(0, 160)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
  search: optional(Search),
}
const filters = shape(ExpenseFilters)
export type ExpenseFilter = Static<typeof filters>
