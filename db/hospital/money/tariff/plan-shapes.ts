// Plans of a scheme as they come in and go out (2.9).

import {
  optional,
  Decimal,
  Flag,
  form,
  nullable,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'

export const Days = Object.assign({}, Whole(0, 3650), { complaint: 'must be a whole number.' })

const rest = {
  coverage_pct: optional(nullable(Decimal(0, 100))),
  copay_amount: optional(nullable(Money)),
  visit_ceiling: optional(nullable(Money)),
  day_ceiling: optional(nullable(Money)),
  admission_ceiling: optional(nullable(Money)),
  year_ceiling: optional(nullable(Money)),
  outpatient: optional(Flag),
  inpatient: optional(Flag),
  maternity: optional(Flag),
  dental: optional(Flag),
  optical: optional(Flag),
  waiting_days: optional(Days),
  shared_year: optional(Flag),
  active: optional(Flag),
}
export const PlanInput = named(
  'SchemePlanInput',
  form({ code: Text(1, 20), name: Text(1, 160), ...rest }),
)
export type PlanInput = Static<typeof PlanInput>
export const PlanChange = named(
  'SchemePlanChange',
  partial({ code: Text(1, 20), name: Text(1, 160), ...rest }),
)
export type PlanChange = Static<typeof PlanChange>

export const Plan = named(
  'SchemePlan',
  shape({
    id: Text(1, 36),
    scheme_id: Text(1, 36),
    code: Text(1, 20),
    name: Text(1, 160),
    coverage_pct: nullable(Decimal(0, 100)),
    copay_amount: nullable(Money),
    visit_ceiling: nullable(Money),
    day_ceiling: nullable(Money),
    admission_ceiling: nullable(Money),
    year_ceiling: nullable(Money),
    outpatient: Flag,
    inpatient: Flag,
    maternity: Flag,
    dental: Flag,
    optical: Flag,
    waiting_days: Whole(),
    shared_year: Flag,
    active: Flag,
    created_at: Text(1, 30),
    created_by_name: Text(0, 160),
    updated_at: Text(1, 30),
    version: Whole(1),
  }),
)
export type Plan = Static<typeof Plan>
