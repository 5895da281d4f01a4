// The simulator and what is kept of it (2.9.1).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  some,
  type Static,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import { Quantity } from '../../../core/kinds/quantity.ts'
import { visit_classes } from '../tariff/words.ts'
import { ceiling_names, cover_reasons, cover_warnings } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { estimates } from './tables.ts'

const ofEstimate = fieldsOf(estimates)

export const simulation_warnings = [...cover_warnings, 'UNPRICED'] as const

const Asked = shape({
  code: Text(1, 40),
  quantity: optional(Quantity),
  unit_price: optional(nullable(Money)),
})
export const SimulateInput = named(
  'CoverageSimulateInput',
  form({
    patient_id: optional(nullable(Id)),
    membership_id: optional(nullable(Id)),
    scheme_id: optional(nullable(Id)),
    visit_class: optional(nullable(choice(visit_classes))),
    on: optional(nullable(Day)),
    items: some(Asked, 200),
    save: optional(Flag),
  }),
)
export type SimulateInput = Static<typeof SimulateInput>

const simulation = {
  lines: listOf(
    shape({
      code: Text(1, 40),
      description: Text(0, 300),
      quantity: Money,
      unit_price: nullable(Money),
      amount: Money,
      covered: Money,
      patient_share: Money,
      cover_reason: choice(cover_reasons),
      rule_id: nullable(Text(1, 36)),
      preauth_needed: Flag,
      message: Text(0, 400),
    }),
  ),
  total: Money,
  scheme_pays: Money,
  patient_pays: Money,
  ceilings: listOf(
    shape({ name: choice(ceiling_names), limit: Money, used: Money, left_after: Money }),
  ),
  preauth_needed: Flag,
  warnings: listOf(choice(simulation_warnings)),
}
const Simulation = named('CoverageSimulation', shape(simulation))
export type Simulation = Static<typeof Simulation>

export const Estimate = named(
  'Estimate',
  shape({
    ...ofEstimate('id', 'facility_id', 'number', 'patient_id', 'membership_id', 'scheme_id'),
    items: listOf(Asked),
    result: Simulation,
    ...ofEstimate('valid_until', 'converted_bill_id', 'created_at'),
    created_by_name: Text(0, 160),
    ...ofEstimate('updated_at', 'version'),
  }),
)
export type Estimate = Static<typeof Estimate>

export const Simulated = named(
  'CoverageSimulated',
  shape({ ...simulation, estimate: nullable(Estimate) }),
)
export type Simulated = Static<typeof Simulated>
export const EstimateFilters = {
  facility_id: optional(Id),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
