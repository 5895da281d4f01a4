// Budgets as they come in and go out (2.6).

import {
  optional,
  choice,
  form,
  Id,
  nullable,
  named,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Amount } from '../entries/shapes.ts'
import { account_kinds, budget_controls, budget_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { budgets } from './tables.ts'

const budget = fieldsOf(budgets)

export const Month = Object.assign({}, Whole(1, 12), { complaint: 'must be 1 to 12.' })
export const Year = Object.assign({}, Whole(1900, 2998), { complaint: 'must be a year like 2026.' })

export const BudgetInput = named(
  'BudgetInput',
  form({
    account_id: Id,
    amount: Amount,
    period_year: Year,
    period_month: optional(nullable(Month)),
    department: optional(nullable(Text(0, 120))),
    facility_id: optional(nullable(Id)),
    notes: optional(nullable(Text(0, 500))),
    control: optional(choice(budget_controls)),
  }),
)
export type BudgetInput = Static<typeof BudgetInput>

export const Budget = named(
  'Budget',
  shape({
    ...budget('id', 'account_id'),
    account_code: Text(0, 20),
    account_name: Text(1, 120),
    kind: choice(account_kinds),
    amount: Amount,
    actual: Amount,
    variance: Amount,
    used_pct: nullable(Whole(Number.MIN_SAFE_INTEGER)),
    committed: Amount,
    remaining: Amount,
    department: nullable(Text(0, 120)),
    facility_id: nullable(Text(1, 36)),
    ...budget('notes', 'period_year'),
    period_month: nullable(Whole(1, 12)),
    ...budget('status', 'version_no', 'control', 'author_name', 'approved_by_name', 'version'),
  }),
)
export type Budget = Static<typeof Budget>

export const BudgetFilters = {
  year: optional(Year),
  month: optional(Month),
  account_id: optional(Id),
  kind: optional(choice(account_kinds)),
  department: optional(Text(1, 120)),
  facility_id: optional(Id),
  status: optional(choice(budget_states)),
  over: optional(Whole(0, 1_000_000)),
}
