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
import { fieldsOf } from '../../../store/fields-of.ts'
import { scheme_plans } from './scheme-tables.ts'

const schemePlan = fieldsOf(scheme_plans)

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
    ...schemePlan('id', 'scheme_id', 'code', 'name'),
    coverage_pct: nullable(Decimal(0, 100)),
    ...schemePlan('copay_amount', 'visit_ceiling', 'day_ceiling', 'admission_ceiling'),
    ...schemePlan('year_ceiling', 'outpatient', 'inpatient', 'maternity', 'dental'),
    ...schemePlan('optical', 'waiting_days', 'shared_year', 'active', 'created_at'),
    created_by_name: Text(0, 160),
    ...schemePlan('updated_at', 'version'),
  }),
)
export type Plan = Static<typeof Plan>
