// Plans of a scheme as they come in and go out (2.9).

import {
  asked,
  Decimal,
  Flag,
  form,
  listOf,
  maybe,
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
  coverage_pct: asked(maybe(Decimal(0, 100))),
  copay_amount: asked(maybe(Money)),
  visit_ceiling: asked(maybe(Money)),
  day_ceiling: asked(maybe(Money)),
  admission_ceiling: asked(maybe(Money)),
  year_ceiling: asked(maybe(Money)),
  outpatient: asked(Flag),
  inpatient: asked(Flag),
  maternity: asked(Flag),
  dental: asked(Flag),
  optical: asked(Flag),
  waiting_days: asked(Days),
  shared_year: asked(Flag),
  active: asked(Flag),
}
export const PlanInput = named(
  'SchemePlanInput',
  form({ code: Text(1, 20), name: Text(2, 160), ...rest }),
)
export type PlanInput = Static<typeof PlanInput>
export const PlanChange = named(
  'SchemePlanChange',
  partial({ code: Text(1, 20), name: Text(2, 160), ...rest }),
)
export type PlanChange = Static<typeof PlanChange>

export const Plan = named(
  'SchemePlan',
  shape({
    id: Text(1, 36),
    scheme_id: Text(1, 36),
    code: Text(1, 20),
    name: Text(1, 160),
    coverage_pct: maybe(Decimal(0, 100)),
    copay_amount: maybe(Money),
    visit_ceiling: maybe(Money),
    day_ceiling: maybe(Money),
    admission_ceiling: maybe(Money),
    year_ceiling: maybe(Money),
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
export const Plans = listOf(Plan)
